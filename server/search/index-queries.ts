import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { Entry, Searchable } from './terms.ts'

export type PendingProduct = Searchable & { id: string }

/** Serialises indexing, so that an older state of a product never replaces a newer one. */
export async function lockIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('search index'))`.execute(tx)
}

/** Takes up to `max` products off the list of those to be indexed. */
export async function takePending(tx: Tx, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from search_pending where ctid = any(array(select ctid from search_pending limit ${max}))
    returning product_id as id`.execute(tx)
  return [...new Set(rows.map(({ id }) => id))]
}

/** Returns what the search reads of products. Those that were deleted are left out. */
export function searchableProducts(tx: Tx, ids: readonly string[]): Promise<PendingProduct[]> {
  return tx
    .selectFrom('product')
    .select([
      'id',
      'name',
      'nameTh',
      'description',
      'descriptionTh',
      'category',
      'weight',
      'offerPriceCents',
      'archivedAt',
    ])
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

/** Writes the entries of products, in one statement. */
export async function writeEntries(tx: Tx, entries: readonly (Entry & { id: string })[]): Promise<void> {
  // As JSON, because PostgreSQL's arrays of arrays are rectangular.
  const json = JSON.stringify(
    entries.map(({ id, ...entry }) => ({ product_id: id, ...entry, unit_price: entry.unitPrice })),
  )
  await sql`
    insert into search_entry (product_id, english, thai, also, described, unit_price)
    select product_id, english, thai, also, array_to_tsvector(described), unit_price
    from jsonb_to_recordset(${json}::jsonb)
      as entry (product_id uuid, english text[], thai text[], also text[], described text[], unit_price float8)
    on conflict (product_id) do update set
      english = excluded.english, thai = excluded.thai, also = excluded.also,
      described = excluded.described, unit_price = excluded.unit_price`.execute(tx)
}

/** Adds the words that aren't there yet. */
export async function writeWords(tx: Tx, words: readonly string[]): Promise<void> {
  await sql`
    insert into search_word (word)
    select word from unnest(${words}::text[]) as word
    where not exists (select from search_word as known where known.word = word.word)
    on conflict do nothing`.execute(tx)
}

/** Returns the words with a higher id than `after`, at most `max`. */
export function wordsAfter(db: Db, after: number, max: number): Promise<{ id: number; word: string }[]> {
  return db.selectFrom('searchWord').select(['id', 'word']).where('id', '>', after).orderBy('id').limit(max).execute()
}

/** Puts all products on the list to be indexed if other words or rules made their entries. */
export async function expectVersion(tx: Tx, version: string): Promise<void> {
  const known = await tx.selectFrom('searchVersion').select('version').executeTakeFirst()
  if (known?.version === version) return
  await tx.deleteFrom('searchVersion').execute()
  await tx.insertInto('searchVersion').values({ version }).execute()
  if (known) await sql`insert into search_pending select id from product`.execute(tx)
}

/** Deletes words that no product has any more. */
export async function deleteUnusedWords(tx: Tx): Promise<void> {
  await sql`
    delete from search_word where not exists (
      select from search_entry where terms @@ quote_literal(word)::tsquery
    )`.execute(tx)
}
