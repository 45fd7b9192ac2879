import { sql } from 'kysely'
import { searchIndexLock } from '../../database/advisory-locks.ts'
import type { Db, Tx } from '../../database/database.ts'
import type { Entry, Searchable } from '../text/terms.ts'

/** Serialises indexing by an advisory lock, so that an older state of a product never replaces a newer one. */
export async function lockIndex(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${searchIndexLock}::bigint)`.execute(tx)
}

/** Deletes up to `max` rows of the list of products to be indexed. Returns their ids; a product may be in several. */
export async function consumePending(tx: Tx, max: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from search_pending where ctid = any(array(select ctid from search_pending limit ${max}))
    returning product_id as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Returns the searched fields of products, without deleted ones. */
export function searchableProducts(tx: Tx, ids: readonly string[]): Promise<(Searchable & { id: string })[]> {
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
  await sql`
    insert into search_entry (product_id, sampled, words, terms, unit_price, category, offer_price_cents)
    select product_id, uuid_hash(product_id) & 31 = 0, words,
      array_to_tsvector(array_remove(string_to_array(all_terms, ' '), '')), unit_price, category, offer_price_cents
    from unnest(
      ${entries.map(({ id }) => id)}::uuid[],
      ${entries.map(({ words }) => words)}::text[],
      ${entries.map(({ described }) => described.join(' '))}::text[],
      ${entries.map(({ unitPrice }) => unitPrice)}::float8[],
      ${entries.map(({ category }) => category)}::text[],
      ${entries.map(({ offerPriceCents }) => offerPriceCents)}::int[]
    ) as entry (product_id, words, described, unit_price, category, offer_price_cents),
    concat(translate(words, '|', ' '), ' ', described) as all_terms
    on conflict (product_id, sampled) do update
      set words = excluded.words, terms = excluded.terms, unit_price = excluded.unit_price,
        category = excluded.category, offer_price_cents = excluded.offer_price_cents`.execute(tx)
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

/** Queues all products for indexing if their entries were made with other words or rules. */
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
    delete from search_word
    where not exists (select from search_entry where terms @@ quote_literal(word)::tsquery)`.execute(tx)
}

/** Announces to all processes that lists have changed, as a change of the catalogue does. */
export async function announceIndexed(db: Db): Promise<void> {
  await sql`select pg_notify('catalogue', nextval('catalogue_version')::text)`.execute(db)
}
