import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListSort } from '../../../contract/calls/product.ts'
import { counted, display } from '../../../contract/limits.ts'
import { testDatabase } from '../../../testing/database.ts'
import { aProduct } from '../../../testing/makers.ts'
import { newId } from '../../common/ids.ts'
import { escapeLike } from '../../database/database.ts'
import { pageOfProducts } from '../queries.ts'
import type { ProductFilter } from './filter-queries.ts'
import { suggestedProducts } from './search-queries.ts'

const { db, close } = await testDatabase()
afterAll(close)

// Characters of patterns, letters with unusual case mappings, Thai with and without tone marks, emoji, and a line break.
const bits = [
  ...[
    'Rice',
    'rice',
    'ICE',
    'a',
    'B',
    'qx',
    '100',
    '5',
    '%',
    '_',
    '\\',
    "'",
    ' ',
    '  ',
    '-',
    ', gift',
    ' from ',
    '(',
    '"',
  ],
  ...[
    'ข้าว',
    'นม',
    'ไข่',
    'มะม่วง',
    'กิน',
    'น้ำ',
    'ๆ',
    'É',
    'İ',
    'ß',
    'Σ',
    'ΟΔΟΣ',
    '🥭',
    '🍚🍚',
    '👩‍🌾',
    '\n',
    '{',
    '}',
    ',',
  ],
]
const categories = [`Shelf ${newId()}`, `Shelf ${newId()}`]

/** The same sequence of numbers each time, from 0 to n - 1 (mulberry32, by Tommy Ettinger). */
let state = 15
function draw(n: number): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % n
}
const oneOf = <T>(list: readonly T[]): T => list[draw(list.length)] as T
const words = (most: number) => Array.from({ length: 1 + draw(most) }, () => oneOf(bits)).join('')

let texts: string[] = []
beforeAll(async () => {
  for (let at = 0; at < 400; at += 1)
    await aProduct(db, {
      name: `${words(6)}.`,
      ...(draw(3) ? { nameTh: words(4) } : {}),
      category: oneOf(categories),
      price: 10_000,
      offerPrice: 100 + draw(20),
      inStock: draw(5) > 0,
      ...(draw(8) ? {} : { archivedAt: new Date() }),
    })
  const { rows } = await sql<{ text: string }>`select search_text as text from product`.execute(db)
  texts = rows.map((row) => row.text)
})

/** Returns a search text: part of a name, perhaps with its case changed, or a few words that no name may contain. */
function aText(): string {
  const letters = [...oneOf(texts)]
  const from = draw(letters.length)
  const piece = draw(4) ? letters.slice(from, from + 1 + draw(8)).join('') : words(3)
  return draw(3) ? piece : piece.toUpperCase()
}

/** Returns the expected products, found by the simplest query. */
function expected(filter: ProductFilter & { search: string }) {
  const { category, sellable, archived, search } = filter
  let query = db
    .selectFrom('product')
    .select(['id', 'offerPriceCents'])
    .where('archivedAt', archived ? 'is not' : 'is', null)
    .where('searchText', 'like', sql<string>`lower(${`%${escapeLike(search)}%`})`)
  if (category !== undefined) query = query.where('category', '=', category)
  if (sellable !== undefined) query = query.where('sellable', '=', sellable)
  return query.execute()
}

type Placed = { id: string; offerPriceCents: number }
const byId = (a: Placed, b: Placed) => (a.id < b.id ? -1 : 1)
const byPrice = (a: Placed, b: Placed) => a.offerPriceCents - b.offerPriceCents || byId(a, b)
const orders: Record<ListSort, (a: Placed, b: Placed) => number> = {
  featured: byId,
  newest: (a, b) => byId(b, a),
  price: byPrice,
  '-price': (a, b) => byPrice(b, a),
}

/** A sequential scan, an index scan and a lookup in the table of words must return the same products. */
const plans = ['on', 'off'].flatMap((scan) => ['on', 'off'].map((walk) => ({ scan, walk })))

describe('any text finds the products whose names contain it, in every order and page by page', () => {
  test.each(plans)('sequential scans $scan, index scans $walk', async ({ scan, walk }) => {
    await db.connection().execute(async (connection) => {
      await sql
        .raw(`set enable_seqscan = ${scan}; set enable_indexonlyscan = ${walk}; set enable_indexscan = ${walk}`)
        .execute(connection)
      for (let turn = 0; turn < 150; turn += 1) {
        const search = aText()
        const filter = {
          search,
          ...(draw(3) ? {} : { category: oneOf(categories) }),
          ...(draw(3) ? {} : { sellable: draw(2) === 0 }),
          ...(draw(6) ? {} : { archived: true }),
        }
        const sort = oneOf(['featured', 'newest', 'price', '-price'] as const)
        // Scanning few products before the index is used, as in a large shop, and scanning all.
        const scanned = oneOf([1, 20, 150, 10_000])
        const right = (await expected(filter)).sort(orders[sort])
        const found: Placed[] = []
        for (;;) {
          const last = found.at(-1)
          const after = last && { id: last.id, priceCents: last.offerPriceCents }
          const { rows, total } = await pageOfProducts(connection, filter, { sort, limit: 60, after, scanned })
          expect(total, search).toBe(Math.min(right.length, counted.found))
          found.push(...rows)
          if (rows.length < 60) break
        }
        expect(
          found.map((row) => row.id),
          JSON.stringify({ filter, sort, scanned }),
        ).toEqual(right.map((row) => row.id))
      }
    })
  })

  test('suggests products that begin with the text, then the others, oldest first', async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      const search = aText()
      const right = (await expected({ search, sellable: true })).sort(byId).slice(0, counted.found)
      const begins = await db
        .selectFrom('product')
        .select('id')
        .where('searchText', 'like', sql<string>`lower(${`${escapeLike(search)}%`})`)
        .execute()
      const first = new Set(begins.map((row) => row.id))
      const best = [...right.filter((row) => first.has(row.id)), ...right.filter((row) => !first.has(row.id))]
      const found = await suggestedProducts(db, search, 6)
      expect(
        found.map((row) => row.id),
        search,
      ).toEqual(best.slice(0, 6).map((row) => row.id))
    }
  })
})

test('an order that takes counted stock updates no index, until the last few pieces', async () => {
  const { id } = await aProduct(db, { stock: 50 })
  const place = async () => {
    const { rows } = await sql<{ stock: number; few: number | null }>`
      select stock, few_left as few from product where id = ${id}`.execute(db)
    return rows[0]
  }
  await sql`update product set stock = ${display.lowStock + 1} where id = ${id}`.execute(db)
  expect(await place()).toEqual({ stock: display.lowStock + 1, few: null })
  await sql`update product set stock = ${display.lowStock} where id = ${id}`.execute(db)
  expect(await place()).toEqual({ stock: display.lowStock, few: display.lowStock })
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'product'::regclass and pg_get_indexdef(indexrelid) ~ '\\mstock\\M'`.execute(db)
  expect(rows).toEqual([])
})
