import { type RawBuilder, sql } from 'kysely'
import { type Db, literal } from '../../database/database.ts'
import { type ProductRow, productColumns } from '../product-record.ts'
import { filtered, piecesOf } from './filter-queries.ts'
import { betweenWords, mostWords, threeLetters } from './word-queries.ts'

/**
 * What is looked at to find what is close: words like one of the text's, the closest of all of these, the newest products,
 * products with such words. A word of one product in 100 is on so many of the newest; the index of trigrams would collect
 * 10,000 entries of a million first.
 */
const near = { like: 500, words: 8, newest: 3000, products: 24 }

/** A word of the catalogue and how close it is to one that was typed: from 0.35 up to 2.5, at which it is the same. */
type NearWord = { word: string; closeness: number }

/**
 * Products in stock whose names hold words close to those of the text, closest first: what a search that found nothing
 * offers. Those that hold the closest word for each come before those that hold any of the close words.
 */
export async function nearProducts(db: Db, search: string, limit: number): Promise<ProductRow[]> {
  const words = await nearWords(db, search)
  const closest = words.flatMap(([first]) => first ?? [])
  if (closest.length === 0) return []
  const closeness = sql<number>`(${sql.join(words.map(closenessOf), sql` + `)})`
  const enough = 0.35 * closest.reduce((sum, each) => sum + each.closeness, 0)
  const holding = (condition: RawBuilder<boolean>) => {
    const catalogue = filtered(db, { sellable: true })
    const newest = catalogue.select(['id', 'searchText']).orderBy('id', 'desc').limit(near.newest)
    const inNewest = db.selectFrom(newest.as('newest')).select('id').where(condition)
    // Where the newest products give enough, the others aren't looked at.
    const found = inNewest.unionAll(catalogue.select('id').where(condition)).limit(near.products)
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
 * Whether a product's names hold a word. All of it is looked up: by the ends of one that few products have, PostgreSQL might
 * plan to read every product that shares its beginning.
 */
function hasWord({ word }: NearWord): RawBuilder<boolean> {
  if (threeLetters.test(word)) return sql`search_text like ${`%${literal(word)}%`}`
  // The pieces last: where no index is used, making them takes longest.
  return sql`(position(${word} in search_text) <> 0 and search_pieces(search_text) @> ${piecesOf(word)}::text[])`
}

/** How close the closest of the words is that a product's name holds; half as close where it isn't a word's beginning. */
function closenessOf(words: readonly NearWord[]): RawBuilder<number> {
  const each = words.map(
    ({ word, closeness }) => sql`${closeness}::float8 * case
      when position(${` ${word}`} in ' ' || search_text) > 0 then 1 when position(${word} in search_text) > 0 then 0.5 else 0
    end`,
  )
  return sql`greatest(${sql.join(each)})`
}

/** For each word of a text the words of the catalogue that are close to it, closest first; those that have none are left out. */
async function nearWords(db: Db, search: string): Promise<NearWord[][]> {
  const terms = [...new Set(search.toLowerCase().split(betweenWords))]
    .filter((term) => term.length > 1)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostWords)
  if (terms.length === 0) return []
  const typed = JSON.stringify(terms.map((term) => ({ term, meant: [term, ...swapsOf(term)] })))
  const { rows } = await sql<{ term: string } & NearWord>`
    select term, word, closeness
    from jsonb_to_recordset(${typed}::jsonb) as typed (term text, meant text[])
    cross join lateral (
      select word, word_similarity(term, word) + similarity(term, word) / 2 + (word = any(meant))::int as closeness
      from (
        (select word from product_word where term <% word and gone_at is null limit ${near.like})
        union select word from product_word where word = any(meant) and gone_at is null
      ) as found
      order by closeness desc, word
      limit ${Math.ceil(near.words / terms.length)}
    ) as closest
    order by closeness desc, word`.execute(db)
  return [...Map.groupBy(rows, ({ term }) => term).values()]
}

/** A word with each two letters that follow one another turned round, as people type in a hurry: trigrams miss those. */
function swapsOf(term: string): string[] {
  const letters = [...term]
  return letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
}
