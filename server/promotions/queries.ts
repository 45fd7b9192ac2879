import { sql } from 'kysely'
import type { PromotionTerms } from '../../contract/pricing/promotions.ts'
import { countCaps, serverLimits } from '../../contract/values/limits.ts'
import { type Db, StaleRead, type Tx, wasInserted, wasUpdated } from '../database/database.ts'
import { browserDays, hashOfToken } from '../domain/session-queries.ts'

/** A promotion with the fields that decide whether it is in effect now. */
export type PromotionRow = {
  id: string
  version: number
  name: string
  nameTh: string | null
  /** In upper case; null if it is automatic. */
  code: string | null
  terms: PromotionTerms
  minimumCents: number
  firstOrder: boolean
  startsAt: Date | null
  endsAt: Date | null
  maxUses: number | null
  maxUsesOfShopper: number | null
  /** Incremented only while `maxUses` is set. */
  uses: number
}

/** A promotion with the fields that decide whether a shopper can have it. */
export type PromotionOfShopper = PromotionRow & {
  isBegun: boolean
  isEnded: boolean
  usesOfShopper: number
  hasOrdered: boolean
}

/** The columns of a promotion, without its times and uses. */
const mainColumns = sql.join(
  [
    'id',
    'version',
    'name',
    'name_th',
    'code',
    'terms',
    'minimum_cents',
    'first_order',
    'max_uses',
    'max_uses_of_shopper',
  ].map((column) => sql.ref(column)),
)

const isBegun = sql`coalesce(starts_at <= now(), true)`
const isEnded = sql`coalesce(ends_at <= now(), false)`

/** The condition that a promotion has begun and not ended. */
const isActive = sql`(${isBegun} and not ${isEnded})`

/** Whether there is an automatic promotion: an expression for statements that only need to know that. */
export const hasAutomaticPromotions = sql<boolean>`exists (
  select from promotion where enabled and archived_at is null and code is null and ${isActive})`

/**
 * Returns the current automatic promotions and the one with a code, also if its time is over, as a shopper can have
 * them. Uses by `replaces`, an unpaid order of the shopper's that the next order replaces, are left out.
 */
export async function promotionsOfShopper(
  db: Db,
  request: { shopperId: string | undefined; code: string | undefined; replaces?: string },
): Promise<PromotionOfShopper[]> {
  const shopperId = request.shopperId ?? null
  const replaces = request.replaces ?? null
  const { rows } = await sql<PromotionOfShopper>`
    select ${mainColumns}, starts_at, ends_at,
      uses - returned.count as uses,
      coalesce((select uses from promotion_shopper
                where promotion_id = promotion.id and shopper_id = ${shopperId}::uuid), 0) - returned.count as uses_of_shopper,
      ${isBegun} as is_begun, ${isEnded} as is_ended,
      first_order and exists (select from shop_order
        where shopper_id = ${shopperId}::uuid and status <> 'Cancelled'
          and (id is distinct from ${replaces}::uuid or status <> 'Awaiting payment')) as has_ordered
    from promotion
    cross join lateral (
      select count(*)::int as count from order_promotion join shop_order on shop_order.id = order_id
      where order_id = ${replaces}::uuid and promotion_id = promotion.id and counted
        and shopper_id = ${shopperId}::uuid and status = 'Awaiting payment') as returned
    where enabled and archived_at is null and ((code is null and ${isActive}) or code = ${request.code ?? null})
    order by promotion.id`.execute(db)
  return rows
}

/**
 * Returns the current automatic promotions, and in how many milliseconds another begins or one ends, by the database's
 * clock; null if none does.
 */
export async function automaticPromotions(db: Db): Promise<{ rows: PromotionRow[]; changesIn: number | null }> {
  const { rows } = await sql<PromotionRow & { isActive: boolean; changesIn: number | null }>`
    select ${mainColumns}, starts_at, ends_at, uses, ${isActive} as is_active,
      (extract(epoch from case when starts_at > now() then starts_at else ends_at end - now()) * 1000)::float8 as changes_in
    from promotion
    where enabled and archived_at is null and code is null and (ends_at is null or ends_at > now())
    order by id`.execute(db)
  const changes = rows.flatMap(({ changesIn }) => changesIn ?? [])
  return {
    rows: rows.filter((row) => row.isActive && (row.maxUses === null || row.uses < row.maxUses)),
    changesIn: changes.length > 0 ? Math.min(...changes) : null,
  }
}

/** The discount of a promotion on an order: see the table order_promotion. */
export type PromotionToStore = {
  promotion: Pick<PromotionRow, 'id' | 'version' | 'name'> & {
    nameTh?: string
    code?: string
  }
  cents: number
  shippingCents: number
  lineCents: readonly number[]
}

/**
 * Counts the uses of promotions by a new order of a shopper, and returns whether one of them is for first orders.
 * Throws `StaleRead` if one has changed since it was read, or has no use left for this shopper. A promotion without a
 * limit is locked for sharing, so that orders don't wait for each other; one with a limit is incremented, one order at
 * a time.
 */
export async function countUses(tx: Tx, shopperId: string, applied: readonly PromotionToStore[]): Promise<boolean> {
  if (applied.length === 0) return false
  const ids = applied.map(({ promotion }) => promotion.id).sort()
  const { rows: limited } = await sql<UsedPromotion & { isUsedUp: boolean }>`
    update promotion set uses = uses + 1
    from (
      select id from promotion where id = any(${ids}::uuid[]) and max_uses is not null order by id for no key update
    ) as held
    where promotion.id = held.id and uses < max_uses
    returning promotion.id, version, first_order, uses = max_uses as is_used_up`.execute(tx)
  const others = await tx
    .selectFrom('promotion')
    .select(['id', 'version', 'firstOrder'])
    .where('id', 'in', ids)
    .where('maxUses', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const used = [...limited, ...others]
  const versions = new Map(used.map(({ id, version }) => [id, version]))
  if (applied.some(({ promotion: { id, version } }) => versions.get(id) !== version)) throw new StaleRead()
  const { rows: ofShopper } = await sql`
    insert into promotion_shopper (promotion_id, shopper_id, uses)
    select id, ${shopperId}::uuid, 1 from unnest(${ids}::uuid[]) as id
    on conflict (promotion_id, shopper_id) do update set uses = promotion_shopper.uses + 1
    where promotion_shopper.uses < coalesce((
      select case when first_order then 1 else max_uses_of_shopper end
      from promotion where id = promotion_shopper.promotion_id), promotion_shopper.uses + 1)
    returning promotion_id`.execute(tx)
  if (ofShopper.length < ids.length) throw new StaleRead()
  if (limited.some(({ isUsedUp }) => isUsedUp)) await sql`select ${announceChange}`.execute(tx)
  return used.some(({ firstOrder }) => firstOrder)
}

type UsedPromotion = Pick<PromotionRow, 'id' | 'version' | 'firstOrder'>

/** Stores the promotions of a new order, whose uses are counted. */
export async function insertPromotions(tx: Tx, orderId: string, applied: readonly PromotionToStore[]): Promise<void> {
  if (applied.length === 0) return
  const rows = applied.map(({ promotion, cents, shippingCents, lineCents }, index) => ({
    orderId,
    position: index + 1,
    promotionId: promotion.id,
    version: promotion.version,
    name: promotion.name,
    nameTh: promotion.nameTh ?? null,
    code: promotion.code ?? null,
    cents,
    shippingCents,
    lineCents: [...lineCents],
  }))
  await tx.insertInto('orderPromotion').values(rows).execute()
}

/** Records an order as the shopper's first. Throws `StaleRead` if another one is, as one that was just restored. */
export async function insertFirstOrder(tx: Tx, order: { id: string; shopperId: string }): Promise<void> {
  const inserted = await tx
    .insertInto('firstOrder')
    .values({ shopperId: order.shopperId, orderId: order.id })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (!wasInserted(inserted)) throw new StaleRead()
}

/** An expression that notifies every server process that promotions and their labels have changed. */
const announceChange = sql`pg_notify('promotions', '')`

/** Returns the uses of promotions by a cancelled order. The caller has locked the order, and its products. */
export async function returnUses(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with returned as (
      update order_promotion set counted = false where order_id = ${orderId} and counted returning promotion_id
    ), held as (
      select id, max_uses, uses from promotion where id in (select promotion_id from returned) order by id for no key update
    ), of_all as (
      update promotion set uses = promotion.uses - 1 from held where promotion.id = held.id and held.max_uses is not null
      returning promotion.uses + 1 = promotion.max_uses as was_used_up
    ), as_first_order as (
      delete from first_order where order_id = ${orderId}
    ), of_shopper as (
      update promotion_shopper set uses = promotion_shopper.uses - 1 from returned
      where promotion_shopper.promotion_id = returned.promotion_id
        and shopper_id = (select shopper_id from shop_order where id = ${orderId})
    )
    select ${announceChange} from of_all where was_used_up`.execute(tx)
}

/**
 * Takes the uses again that {@link returnUses} returned, also beyond the limit: the shopper has the goods and the
 * discount. The caller holds the same locks.
 */
export async function takeUsesAgain(tx: Tx, orderId: string): Promise<void> {
  await sql`
    with held as (
      select id, max_uses, first_order from promotion
      where id in (select promotion_id from order_promotion where order_id = ${orderId} and not counted)
      order by id for no key update
    ), counted_again as (
      update order_promotion set counted = true from held where order_id = ${orderId} and promotion_id = held.id
      returning promotion_id
    ), of_all as (
      update promotion set uses = promotion.uses + 1 from held where promotion.id = held.id and held.max_uses is not null
      returning promotion.uses = promotion.max_uses as is_used_up
    ), as_first_order as (
      insert into first_order (shopper_id, order_id)
      select shopper_id, id from shop_order where id = ${orderId} and exists (select from held where first_order)
      on conflict do nothing
    ), of_shopper as (
      insert into promotion_shopper as used (promotion_id, shopper_id, uses)
      select promotion_id, shopper_id, 1 from counted_again, shop_order where shop_order.id = ${orderId}
      on conflict (promotion_id, shopper_id) do update set uses = used.uses + 1
    )
    select ${announceChange} from of_all where is_used_up`.execute(tx)
}

/** A promotion as sellers see it. Its times are minutes of the shop's time zone, such as 2026-11-22T09:00. */
export type PromotionOfShop = Omit<PromotionRow, 'startsAt' | 'endsAt'> & {
  startsAt: string | null
  endsAt: string | null
  isBegun: boolean
  isEnded: boolean
  enabled: boolean
  archivedAt: Date | null
  changedBy: string | null
  changedAt: Date
}

/**
 * Returns the promotions of the shop, newest first: those that aren't archived, the last archived ones, or one of them.
 */
export async function promotionsOfShop(
  db: Db,
  timeZone: string,
  which: { archived: boolean } | { id: string },
): Promise<PromotionOfShop[]> {
  const condition =
    'id' in which
      ? sql`id = ${which.id}::uuid`
      : which.archived
        ? sql`archived_at is not null`
        : sql`archived_at is null`
  const local = (column: 'starts_at' | 'ends_at') =>
    sql`to_char(${sql.ref(column)} at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI')`
  const { rows } = await sql<PromotionOfShop>`
    select ${mainColumns}, ${local('starts_at')} as starts_at, ${local('ends_at')} as ends_at,
      ${isBegun} as is_begun, ${isEnded} as is_ended,
      enabled, archived_at, changed_by, changed_at,
      case when max_uses is null then (
        select count(*)::int from (
          select from order_promotion where promotion_id = promotion.id and counted limit ${countCaps.all}) as counted_uses)
      else uses end as uses
    from promotion where ${condition}
    order by created_at desc, id desc limit ${serverLimits.promotions}`.execute(db)
  return rows
}

/** Returns how many promotions aren't archived. */
export async function countPromotions(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('promotion')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('archivedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export type StoredPromotion = Omit<PromotionRow, 'version' | 'startsAt' | 'endsAt' | 'uses'> & {
  startsAt: string | null
  endsAt: string | null
  enabled: boolean
  changedBy: string | null
}

/** Locks all promotions, so that they can be counted, and a code compared with theirs. */
export async function lockPromotions(tx: Tx): Promise<void> {
  await sql`lock table promotion in share row exclusive mode`.execute(tx)
}

type LockedPromotion = Pick<PromotionRow, 'version' | 'terms' | 'maxUses'> & { endsAt: string | null }

/**
 * Locks a promotion: orders that have it wait. Returns its version, its limit, and its uses so far by orders that
 * aren't cancelled.
 */
export async function lockPromotion(
  tx: Tx,
  id: string,
  timeZone: string,
): Promise<(LockedPromotion & { uses: number }) | undefined> {
  const { rows } = await sql<LockedPromotion>`
    select version, terms, max_uses, to_char(ends_at at time zone ${timeZone}, 'YYYY-MM-DD"T"HH24:MI') as ends_at
    from promotion where id = ${id}::uuid and archived_at is null for no key update`.execute(tx)
  if (!rows[0]) return undefined
  // A statement of its own: it sees the orders that the lock has waited for.
  const counts = await sql<{ uses: number }>`
    select coalesce(sum(uses), 0)::int as uses from promotion_shopper where promotion_id = ${id}::uuid`.execute(tx)
  return { ...rows[0], uses: counts.rows[0]?.uses ?? 0 }
}

/** Returns the columns that a seller changes. */
function storedValues(promotion: StoredPromotion, timeZone: string) {
  const { name, nameTh, code, terms, minimumCents, firstOrder, maxUses, maxUsesOfShopper, enabled } = promotion
  const moment = (local: string | null) => sql<Date | null>`${local}::timestamp at time zone ${timeZone}`
  return {
    name,
    nameTh,
    code,
    terms: JSON.stringify(terms),
    minimumCents,
    firstOrder,
    startsAt: moment(promotion.startsAt),
    endsAt: moment(promotion.endsAt),
    maxUses,
    maxUsesOfShopper,
    enabled,
    changedBy: promotion.changedBy,
  }
}

/** Inserts a promotion. Returns false if there is one with this id. */
export async function insertPromotion(tx: Tx, promotion: StoredPromotion, timeZone: string): Promise<boolean> {
  const added = await tx
    .insertInto('promotion')
    .values({ id: promotion.id, ...storedValues(promotion, timeZone) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return wasInserted(added)
}

/** Updates a promotion that the caller has locked, with its uses so far. */
export async function updatePromotion(
  tx: Tx,
  promotion: StoredPromotion,
  { timeZone, uses }: { timeZone: string; uses: number },
): Promise<void> {
  await tx
    .updateTable('promotion')
    .set({
      ...storedValues(promotion, timeZone),
      uses: promotion.maxUses === null ? 0 : uses,
      version: sql<number>`version + 1`,
      changedAt: sql<Date>`now()`,
    })
    .where('id', '=', promotion.id)
    .execute()
}

/** Returns whether another promotion that isn't archived has a code. */
export async function isCodeTaken(tx: Tx, code: string, exceptId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('promotion')
    .select('id')
    .where('code', '=', code)
    .where('archivedAt', 'is', null)
    .where('id', '<>', exceptId)
    .executeTakeFirst()
  return other !== undefined
}

/** Archives a promotion if its version still is `seen`. Returns false otherwise. */
export async function archivePromotion(
  db: Db,
  { id, seen, by }: { id: string; seen: number; by: string },
): Promise<boolean> {
  const now = sql<Date>`now()`
  const archived = await db
    .updateTable('promotion')
    .set({ archivedAt: now, version: sql<number>`version + 1`, changedBy: by, changedAt: now })
    .where('id', '=', id)
    .where('version', '=', seen)
    .where('archivedAt', 'is', null)
    .executeTakeFirst()
  return wasUpdated(archived)
}

/**
 * Returns the goods of a cart as `applyPromotions` takes them, sold-out ones too: the shopper's own unpaid order may
 * hold the last pieces. Whether they are in stock is judged when they are ordered.
 */
export async function goodsOf(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; category: string; offerPriceCents: number }[]> {
  return db
    .selectFrom('product')
    .select(['id', 'category', 'offerPriceCents'])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('archivedAt', 'is', null)
    .execute()
}

/** Returns the verified account that last signed in to a browser, by its browser cookie; undefined if there is none. */
export async function findVerifiedShopperOfBrowser(db: Db, browserToken: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('shopperKnownBrowser')
    .innerJoin('shopper', 'shopper.id', 'shopperKnownBrowser.shopperId')
    .select('shopper.id')
    .where('shopperKnownBrowser.token', '=', hashOfToken(browserToken))
    .where('shopperKnownBrowser.usedAt', '>', sql<Date>`now() - make_interval(days => ${browserDays})`)
    .where('shopper.emailVerified', '=', true)
    .orderBy('shopperKnownBrowser.usedAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}
