import { type RawBuilder, sql } from 'kysely'
import type { Slip } from '../../../contract/entities/payment.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import { countCaps } from '../../../contract/values/limits.ts'
import { type Db, type Tx, wasInserted } from '../../database/database.ts'
import { paymentIs } from '../../domain/payment-conditions.ts'
import type { SlipErrorCode } from '../../payments/slip/read-slip.ts'
import type { SlipVerdict } from '../../payments/slip/verifier.ts'
import { slipUntil } from '../late-slip-queries.ts'
import { isAtGateway } from './payment-queries.ts'

/** The name of the person to whom an order is delivered; `order` is the name of the table, or its alias. */
const recipientOf = (order: string) => sql<string>`
  concat_ws(' ', ${sql.ref(order)}.address->>'firstName', ${sql.ref(order)}.address->>'lastName')`

export type SlipRow = {
  id: string
  orderId: string
  state: Slip['state']
  bank: string | null
  reference: string | null
  /** Why no transfer could be read in the picture. */
  unread: SlipErrorCode | null
  verdict: SlipVerdict['result'] | null
  picture: string | null
  reason: string | null
  /** How much came by its transfer, once it is confirmed. */
  confirmedCents: number | null
  decidedBy: string | null
  decidedAt: Date | null
  createdAt: Date
}

const columns = [
  'slip.id',
  'slip.orderId',
  'slip.state',
  'slip.bank',
  'slip.reference',
  'slip.unread',
  'slip.verdict',
  'slip.picture',
  'slip.reason',
  'slip.confirmedCents',
  'slip.decidedBy',
  'slip.decidedAt',
  'slip.createdAt',
] as const

type Narrow = Pick<SlipRow, 'state' | 'unread' | 'verdict'>

/** Returns a slip in any state; undefined if there is none with this id. */
export function findSlip(db: Db, id: string): Promise<SlipRow | undefined> {
  return db.selectFrom('slip').select(columns).where('id', '=', id).$narrowType<Narrow>().executeTakeFirst()
}

/** Returns the newest slip of an order in any state; undefined if none was sent. */
export function findNewestSlip(db: Db, orderId: string): Promise<SlipRow | undefined> {
  return db
    .selectFrom('slip')
    .select(columns)
    .where('orderId', '=', orderId)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

/** Returns the slip of an order that waits for a decision: there is at most one. */
export function findWaitingSlip(db: Db, orderId: string): Promise<SlipRow | undefined> {
  return db
    .selectFrom('slip')
    .select(columns)
    .where('orderId', '=', orderId)
    .where('state', '=', 'waiting')
    .$narrowType<Narrow>()
    .executeTakeFirst()
}

/**
 * Returns the slip that keeps a transfer from paying an order: any slip of this order, or a slip of another order
 * unless it was rejected and is the same shopper's. References are compared exactly, as banks do.
 */
export function findSlipOfTransfer(
  db: Db,
  { bank, reference }: { bank: string; reference: string },
  { orderId, shopperId }: { orderId: string; shopperId: string },
): Promise<SlipRow | undefined> {
  return (
    db
      .selectFrom('slip')
      .innerJoin('shopOrder', 'shopOrder.id', 'slip.orderId')
      .select(columns)
      .where('bank', '=', bank)
      .where('reference', '=', reference)
      // An index has the slips of all states by the reference in lower case.
      .where(sql<string>`lower(reference)`, '=', reference.toLowerCase())
      .where((slip) =>
        slip.or([
          slip('slip.orderId', '=', orderId),
          slip('slip.state', '<>', 'rejected'),
          slip('shopOrder.shopperId', '<>', shopperId),
        ]),
      )
      .orderBy((slip) => slip('slip.orderId', '=', orderId), 'desc')
      .orderBy((slip) => slip('slip.state', '=', 'rejected'))
      .orderBy('slip.id')
      .limit(1)
      .$narrowType<Narrow>()
      .executeTakeFirst()
  )
}

/** Returns the number of the order for which a slip's transfer is used by another slip, which isn't rejected. */
export async function findOrderOfTransfer(db: Db, slipId: string): Promise<number | undefined> {
  const found = await db
    .selectFrom('slip')
    .innerJoin('slip as other', (join) =>
      join.onRef('other.bank', '=', 'slip.bank').onRef('other.reference', '=', 'slip.reference'),
    )
    .innerJoin('shopOrder', 'shopOrder.id', 'other.orderId')
    .select('shopOrder.number')
    .where('slip.id', '=', slipId)
    .whereRef('other.id', '<>', 'slip.id')
    .where('other.state', '<>', 'rejected')
    .executeTakeFirst()
  return found?.number
}

/**
 * Returns whether the transfer of a slip may pay another order already: another slip has nearly the same reference, the
 * slip of another order has the same picture and isn't rejected, or a transfer of the same amount was recorded for
 * another order without its slip.
 */
export async function mayBeUsed(db: Db, slipId: string): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    select ${similarOrder} is not null or ${orderOfSameAmount} is not null or exists (
      select from slip as other where ${isSamePicture} and other.state <> 'rejected'
    ) as used
    from slip where slip.id = ${slipId}`.execute(db)
  return rows[0]?.used ?? false
}

/**
 * The number of the first order that has a slip, other than this one, whose reference differs from its own only in the
 * case of letters or in the bank: it may be the same transfer, whose code was drawn anew.
 */
const similarOrder = sql<number | null>`(
  select shop_order.number from slip as other join shop_order on shop_order.id = other.order_id
  where lower(other.reference) = lower(slip.reference) and (other.bank, other.reference) <> (slip.bank, slip.reference)
  order by other.id limit 1)`

/** Whether the other slip has the same picture, for another order. */
const isSamePicture = sql`other.picture_hash = slip.picture_hash and other.order_id <> slip.order_id`

/**
 * The number of another order for which a slip's picture was sent, too: the first one whose slip isn't rejected, else
 * the first rejected one's.
 */
const orderOfSamePicture = sql<number | null>`(
  select shop_order.number from slip as other join shop_order on shop_order.id = other.order_id
  where ${isSamePicture} order by other.state = 'rejected', other.id limit 1)`

/**
 * The number of another order for which a seller recorded a transfer of the same amount without its reference, since
 * the slip's order was placed: it may be the slip's transfer.
 */
const orderOfSameAmount = sql<number | null>`(
  select shop_order.number from payment
  join money_movement as other on other.at > payment.created_at and other.cents = payment.amount_cents
  join shop_order on shop_order.id = other.order_id
  where payment.order_id = slip.order_id and other.order_id <> slip.order_id and other.kind = 'received'
    and (other.method = 'transfer' or (other.method = 'promptpay' and other.reference is null))
  order by other.at limit 1)`

/**
 * Inserts a slip. Returns false if its transfer is used by one that isn't rejected; waits for a concurrent use to end.
 * The caller has locked the order.
 */
export async function insertSlip(
  tx: Tx,
  slip: Pick<SlipRow, 'id' | 'orderId' | 'bank' | 'reference' | 'unread'> & { picture: string; pictureHash: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('slip')
    .values(slip)
    .onConflict((conflict) => conflict.columns(['bank', 'reference']).where('state', '<>', 'rejected').doNothing())
    .executeTakeFirst()
  return wasInserted(inserted)
}

/** Records a decision about a slip. The caller has locked its order. */
export async function setSlipDecision(
  tx: Tx,
  id: string,
  decision: ({ state: 'confirmed'; cents: number } | { state: 'rejected'; reason: string }) & {
    by: string | undefined
  },
): Promise<void> {
  await tx
    .updateTable('slip')
    .set({
      state: decision.state,
      ...(decision.state === 'confirmed'
        ? { reason: null, confirmedCents: decision.cents }
        : { reason: decision.reason }),
      decidedBy: decision.by ?? null,
      decidedAt: sql<Date>`now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Records what the service that asks the banks said of a slip, and announces it to sellers' screens. */
export async function setVerdict(db: Db, id: string, verdict: SlipVerdict['result']): Promise<void> {
  await sql`
    with changed as (update slip set verdict = ${verdict} where id = ${id} returning order_id)
    select pg_notify('slips', shop_order.id || ' ' || shopper_id)
    from changed join shop_order on shop_order.id = changed.order_id`.execute(db)
}

/**
 * A slip with what a seller compares it with: {@link similarOrder}, {@link orderOfSamePicture} and
 * {@link orderOfSameAmount}.
 */
export type SlipForReview = SlipRow & {
  orderNumber: number
  orderStatus: OrderStatus
  name: string
  amountCents: number
  resembles: number | null
  samePictureAs: number | null
  sameAmountAs: number | null
  /** What was received for its order so far; null once it is confirmed. */
  receivedCents: number | null
}

/**
 * Returns a page of slips: those that wait, oldest first, then decided ones, newest first. `after` is the last one of
 * the page before, with whether it waited.
 */
export async function slipsOfShop(
  db: Db,
  { limit, after }: { limit: number; after?: { id: string; waiting: boolean } },
): Promise<SlipForReview[]> {
  const waiting =
    after?.waiting === false
      ? []
      : await slipsWhere(db, sql`slip.state = 'waiting' and slip.id > ${after?.id ?? lowestId}`, sql`asc`, limit)
  if (waiting.length === limit) return waiting
  const before = after?.waiting === false ? sql`and slip.id < ${after.id}` : sql``
  const decided = await slipsWhere(db, sql`slip.state <> 'waiting' ${before}`, sql`desc`, limit - waiting.length)
  return [...waiting, ...decided]
}

const lowestId = '00000000-0000-0000-0000-000000000000'

async function slipsWhere(
  db: Db,
  condition: RawBuilder<unknown>,
  direction: RawBuilder<unknown>,
  limit: number,
): Promise<SlipForReview[]> {
  const { rows } = await sql<SlipForReview>`
    select ${sql.join(columns.map((each) => sql.ref(each)))},
      shop_order.number as order_number, shop_order.status as order_status, shop_order.amount_cents,
      ${similarOrder} as resembles, ${orderOfSamePicture} as same_picture_as,
      case when slip.state = 'waiting' then ${orderOfSameAmount} end as same_amount_as,
      case when slip.state <> 'confirmed' then (
        select coalesce(sum(cents), 0)::bigint from money_movement where order_id = slip.order_id and kind = 'received'
      ) end as received_cents,
      ${recipientOf('shop_order')} as name
    from slip join shop_order on shop_order.id = slip.order_id
    where ${condition} order by slip.id ${direction} limit ${limit}`.execute(db)
  return rows
}

/** Records that a transfer's slip was sent for another order, too. */
export async function insertReuse(db: Db, slipId: string, orderId: string): Promise<void> {
  await db
    .insertInto('slipReuse')
    .values({ slipId, orderId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Days for which sellers are shown that a slip was sent again. */
const reuseDays = 30
/** Days after which that is deleted. */
const reuseKeptDays = 90
/** Rows of the lists beside the slips. */
const besideRows = 50

/** Returns the slips that were sent for a second order in the last days, newest first. */
export async function reusedSlips(db: Db) {
  const { rows } = await sql<{
    orderId: string
    orderNumber: number
    name: string
    firstOrderNumber: number
    at: Date
  }>`
    select again.id as order_id, again.number as order_number, first.number as first_order_number, slip_reuse.at,
      ${recipientOf('again')} as name
    from slip_reuse join slip on slip.id = slip_id
    join shop_order as first on first.id = slip.order_id
    join shop_order as again on again.id = slip_reuse.order_id
    where slip_reuse.at > now() - make_interval(days => ${reuseDays})
    order by slip_reuse.at desc limit ${besideRows}`.execute(db)
  return rows
}

/** Returns the orders that wait for money and have no slip to decide about, the first to expire first. */
export async function ordersWithoutSlip(db: Db) {
  const { rows } = await sql<{
    orderId: string
    orderNumber: number
    name: string
    amountCents: number
    expiresAt: Date
  }>`
    select shop_order.id as order_id, number as order_number, payment.amount_cents, expires_at,
      ${recipientOf('shop_order')} as name
    from payment join shop_order on shop_order.id = payment.order_id
    where not ${isAtGateway} and ${paymentIs('open')} and status = 'Awaiting payment'
      and not exists (select from slip where slip.order_id = shop_order.id and slip.state = 'waiting')
    order by expires_at limit ${besideRows}`.execute(db)
  return rows
}

/**
 * Returns the codes that orders without a slip to decide about can be paid with, or that of one of them (`only`), and
 * locks the orders until the end of the transaction.
 */
export async function lockOpenCodes(tx: Tx, only?: string) {
  const { rows } = await sql<{ orderId: string; amountCents: number; payload: string; receiver: string }>`
    select shop_order.id as order_id, payment.amount_cents, payload, receiver
    from payment join shop_order on shop_order.id = payment.order_id
    where not ${isAtGateway} and ${paymentIs('open')} and status = 'Awaiting payment'
      and (${only ?? null}::uuid is null or shop_order.id = ${only ?? null})
      and not exists (select from slip where slip.order_id = shop_order.id and slip.state = 'waiting')
    order by shop_order.id for update of shop_order`.execute(tx)
  return rows
}

/** Replaces the codes that orders are paid with, by codes of one account, and notifies their shoppers' open pages. */
export async function setCodes(
  tx: Tx,
  codes: readonly { orderId: string; payload: string }[],
  { receiver, proxyNumber }: { receiver: string; proxyNumber: string },
): Promise<void> {
  await sql`
    with changed as (
      update payment set payload = code.payload, receiver = ${receiver}, proxy_number = ${proxyNumber}
      from unnest(${codes.map(({ orderId }) => orderId)}::uuid[], ${codes.map(({ payload }) => payload)}::text[])
        as code (order_id, payload)
      where payment.order_id = code.order_id
      returning payment.order_id
    )
    select pg_notify('orders', id || ' ' || shopper_id || ' ' || status)
    from changed join shop_order on id = changed.order_id`.execute(tx)
}

/** Deletes what sellers are no longer shown of slips that were sent again. */
export async function deleteOldReuses(db: Db): Promise<void> {
  await db
    .deleteFrom('slipReuse')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${reuseKeptDays})`)
    .execute()
}

/** Returns how many slips wait, counted up to `countCaps.all`. */
export async function countWaitingSlips(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
    from (select from slip where state = 'waiting' limit ${countCaps.all}) as waiting`.execute(db)
  return rows[0]?.count ?? 0
}

/** Returns pictures of slips that were decided more than some days ago. */
export async function oldSlipPictures(db: Db, { days, limit }: { days: number; limit: number }): Promise<string[]> {
  const rows = await db
    .selectFrom('slip')
    .select('picture')
    .where('picture', 'is not', null)
    .where('state', '<>', 'waiting')
    .where('decidedAt', '<', sql<Date>`now() - make_interval(days => ${days})`)
    .orderBy('decidedAt')
    .limit(limit)
    .$narrowType<{ picture: string }>()
    .execute()
  return rows.map(({ picture }) => picture)
}

/** Records that a slip's picture was deleted. */
export async function forgetSlipPicture(db: Db, picture: string): Promise<void> {
  await db.updateTable('slip').set({ picture: null }).where('picture', '=', picture).execute()
}

/** Returns which of these pictures belong to a slip. */
export async function slipPicturesAmong(db: Db, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('slip')
    .select('picture')
    .where('picture', '=', sql<string>`any(${names}::text[])`)
    .$narrowType<{ picture: string }>()
    .execute()
  return new Set(rows.map(({ picture }) => picture))
}

/**
 * Returns whether a slip can be sent for an order of a shopper, or for any of them: one that awaits payment, or was
 * cancelled and still takes one (`slipUntil`).
 */
export async function maySendSlip(db: Db, shopperId: string, orderId?: string): Promise<boolean> {
  const isMeant = orderId === undefined ? sql`true` : sql`shop_order.id = ${orderId}`
  const { rows } = await sql<{ maySend: boolean }>`
    select exists (
      select from shop_order where shopper_id = ${shopperId} and ${isMeant} and status = 'Awaiting payment'
        and payment_type = 'PromptPay')
    or exists (
      select from shop_order join payment on payment.order_id = shop_order.id
      -- So that the partial index of unpaid orders is used.
      where shopper_id = ${shopperId} and ${isMeant} and status = 'Cancelled' and not listed
        and ${slipUntil} is not null
    ) as may_send`.execute(db)
  return rows[0]?.maySend ?? false
}

/** Returns until when a slip of a cancelled order is taken; undefined if none is. */
export async function findSlipUntil(db: Db, orderId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ until: Date | null }>`
    select ${slipUntil} as until from shop_order join payment on payment.order_id = shop_order.id
    where shop_order.id = ${orderId}`.execute(db)
  return rows[0]?.until ?? undefined
}
