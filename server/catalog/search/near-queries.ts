import { type RawBuilder, sql } from 'kysely'
import { type Db, escapeLike } from '../../database/database.ts'
import { type ProductRow, productColumns } from '../product-record.ts'
import { filtered, piecesOf } from './filter-queries.ts'
import { betweenWords, mostWords, threeLetters } from './word-queries.ts'

/**
 * Limits of a search for similar names: words similar to each word of the text, the closest of all of these, the newest
 * products that are scanned first, products with such words. A word that one product in 100 has is among the newest
 * often enough; the trigram index would collect 10,000 entries of a million products first.
 */
const limits = { like: 500, words: 8, newest: 3000, products: 24 }

/** A word of the catalogue and how close it is to a typed one: from 0.35 to 2.5, which means equal. */
type NearWord = { word: string; closeness: number }

/**
 * Returns products in stock whose names contain words similar to those of the text, closest first, as suggestions when a
 * search finds nothing. Products with the closest word for each typed one come before those with any similar word.
 */
export async function nearProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const words = await nearWords(db, search)
  const closest = words.flatMap(([first]) => first ?? [])
  if (closest.length === 0) return []
  const closeness = sql<number>`(${sql.join(words.map(closenessOf), sql` + `)})`
  const enough = 0.35 * closest.reduce((sum, word) => sum + word.closeness, 0)
  const holding = (condition: RawBuilder<boolean>) => {
    const catalogue = filtered(db, { sellable: true })
    const newest = catalogue.select(['id', 'searchText']).orderBy('id', 'desc').limit(limits.newest)
    const inNewest = db.selectFrom(newest.as('newest')).select('id').where(condition)
    // If the newest products suffice, the limit ends the scan before the others are read.
    const found = inNewest.unionAll(catalogue.select('id').where(condition)).limit(limits.products)
    return catalogue
      .select(productColumns)
      .where('id', 'in', found)
      .where(closeness, '>', enough)
      .orderBy(closeness, 'desc')
      .orderBy('id')
      .limit(limit)
      .execute()
  }
  const anyOf = words.flat().map(hasWord)
  const all = await holding(sql`(${sql.join(closest.map(hasWord), sql` and `)})`)
  if (all.length === limit || anyOf.length === 1) return all
  const any = await holding(sql`(${sql.join(anyOf, sql` or `)})`)
  return [...all, ...any.filter((row) => !all.some(({ id }) => id === row.id))].slice(0, limit)
}

/**
 * The condition that a product's names contain a word. It looks up the whole word: given only its ends, PostgreSQL might
 * read every product that shares the beginning of a rare word.
 */
function hasWord({ word }: NearWord): RawBuilder<boolean> {
  if (threeLetters.test(word)) return sql`search_text like ${`%${escapeLike(word)}%`}`
  // search_pieces comes last: without an index, it is the slowest part.
  return sql`(position(${word} in search_text) <> 0 and search_pieces(search_text) @> ${piecesOf(word)}::text[])`
}

/** The closeness of the closest word in a product's name; half of it if the word isn't at the beginning of another. */
function closenessOf(words: readonly NearWord[]): RawBuilder<number> {
  const terms = words.map(
    ({ word, closeness }) => sql`${closeness}::float8 * case
      when position(${` ${word}`} in ' ' || search_text) > 0 then 1 when position(${word} in search_text) > 0 then 0.5 else 0
    end`,
  )
  return sql`greatest(${sql.join(terms)})`
}

/** Returns, for each word of a text that has any, the similar words of the catalogue, closest first. */
async function nearWords(db: Db, search: string): Promise<NearWord[][]> {
  const terms = [...new Set(search.toLowerCase().split(betweenWords))]
    .filter((term) => term.length > 1)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostWords)
  if (terms.length === 0) return []
  const typed = JSON.stringify(terms.map((term) => ({ term, variants: [term, ...swapsOf(term)] })))
  const { rows } = await sql<{ term: string } & NearWord>`
    select term, word, closeness
    from jsonb_to_recordset(${typed}::jsonb) as typed (term text, variants text[])
    cross join lateral (
      select word, word_similarity(term, word) + similarity(term, word) / 2 + (word = any(variants))::int as closeness
      from (
        (select word from product_word where term <% word and gone_at is null limit ${limits.like})
        union select word from product_word where word = any(variants) and gone_at is null
      ) as found
      order by closeness desc, word
      limit ${Math.ceil(limits.words / terms.length)}
    ) as closest
    order by closeness desc, word`.execute(db)
  return [...Map.groupBy(rows, ({ term }) => term).values()]
}

/** Returns the variants of a word with two neighbouring letters swapped, a common typing error that trigrams miss. */
function swapsOf(term: string): string[] {
  const letters = [...term]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
}
