import { sql } from 'kysely'
import { parseSetting, type SettingTopic, type SettingValue } from '../../contract/entities/setting-values.ts'
import { countCaps } from '../../contract/values/limits.ts'
import { isId } from '../common/ids.ts'
import { choicesLock, issuerLock } from '../database/advisory-locks.ts'
import { type Db, type Tx, wasInserted, wasUpdated } from '../database/database.ts'

/** A setting as it is stored, with who changed it last (null: the demo) and when. */
export type StoredSetting<Value> = { value: Value; version: number; changedBy: string | null; changedAt: Date }

/** Returns the stored value of a topic. */
export async function findSetting<Topic extends SettingTopic>(
  db: Db,
  topic: Topic,
): Promise<StoredSetting<SettingValue<Topic>> | undefined> {
  const stored = await db
    .selectFrom('setting')
    .select(['value', 'version', 'changedBy', 'changedAt'])
    .where('topic', '=', topic)
    .executeTakeFirst()
  return stored && { ...stored, value: parseSetting(topic, stored.value) }
}

/** Returns the stored value of a topic, locked against changes until the transaction ends. */
export async function findSettingLocked<Topic extends SettingTopic>(
  tx: Tx,
  topic: Topic,
): Promise<SettingValue<Topic> | undefined> {
  const stored = await tx.selectFrom('setting').select('value').where('topic', '=', topic).forShare().executeTakeFirst()
  return stored && parseSetting(topic, stored.value)
}

/** A topic's value and its version. */
export type StoredTopic = { topic: string; value: unknown; version: number }

/** Returns the stored values of these topics, in the topics' order. */
export function storedTopics(db: Db, topics: readonly string[]): Promise<StoredTopic[]> {
  return db
    .selectFrom('setting')
    .select(['topic', 'value', 'version'])
    .where('topic', 'in', topics)
    .orderBy('topic')
    .execute()
}

/**
 * Locks the categories and tax classes until the transaction ends: `shared` while a product is given one of them,
 * `exclusive` while one may be removed. So none is removed while a product that takes it isn't committed.
 */
export async function lockChoices(tx: Tx, mode: 'shared' | 'exclusive'): Promise<void> {
  await (mode === 'shared'
    ? sql`select pg_advisory_xact_lock_shared(${choicesLock}::bigint)`
    : sql`select pg_advisory_xact_lock(${choicesLock}::bigint)`
  ).execute(tx)
}

/**
 * Locks what documents say of their issuer until the transaction ends: it is saved in two topics, its company with the
 * shop and its tax ID with the tax, and each save checks the other.
 */
export async function lockIssuer(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${issuerLock}::bigint)`.execute(tx)
}

/** Products of each of these categories, counted up to `countCaps.all`, and how many of these are in the archive. */
export async function productsOfCategories(
  db: Db,
  paths: readonly string[],
): Promise<{ path: string; products: number; archived: number }[]> {
  const { rows } = await sql<{ path: string; products: number; archived: number }>`
    select path, count(product.id)::int as products, count(product.archived_at)::int as archived
    from unnest(${paths}::text[]) as path
    left join lateral (select id, archived_at from product where category = path limit ${countCaps.all}) as product on true
    group by path`.execute(db)
  return rows
}

/** Returns how many products have a tax class, archived ones too, counted up to `countCaps.all`. */
export async function countOfTaxClass(db: Db, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from product where tax_class = ${id} and tax_class <> 'standard' limit ${countCaps.all}) as counted`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Returns whether the shop has ever taken an order. */
export async function hasAnyOrder(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select exists (select from shop_order) as has`.execute(db)
  return rows[0]?.has ?? false
}

/** Returns the time of a transaction, by the database's clock. */
export async function transactionTime(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now()`.execute(tx)
  return rows[0]?.now ?? new Date()
}

/** Returns which of these ids are no product of the shop; archived ones are. */
export async function missingProducts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const possible = ids.filter(isId)
  const rows = await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', sql<string>`any(${possible}::uuid[])`)
    .execute()
  const known = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !known.has(id.toLowerCase()))
}

/** Returns the names of promotions, without archived ones, that are about a category; at most five. */
export async function promotionsOfCategory(db: Db, path: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from promotion
    where archived_at is null and terms -> 'categories' ? ${path}
    order by name limit 5`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Stores a topic's value if its version still is `seen` (optimistic locking), 0 for a topic without a value. Returns
 * false, with nothing changed, if it is another one.
 */
export async function storeSetting<Topic extends SettingTopic>(
  db: Db,
  { topic, value, seen, by }: { topic: Topic; value: SettingValue<Topic>; seen: number; by: string | undefined },
): Promise<boolean> {
  const stored = { value: JSON.stringify(value), changedBy: by ?? null }
  if (seen === 0) {
    const added = await db
      .insertInto('setting')
      .values({ topic, ...stored })
      .onConflict((conflict) => conflict.column('topic').doNothing())
      .executeTakeFirst()
    return wasInserted(added)
  }
  const updated = await db
    .updateTable('setting')
    .set({ ...stored, version: sql<number>`version + 1`, changedAt: sql<Date>`now()` })
    .where('topic', '=', topic)
    .where('version', '=', seen)
    .executeTakeFirst()
  return wasUpdated(updated)
}
