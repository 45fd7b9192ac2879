import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { catalogue } from '../../demo/catalogue.ts'
import { insertProducts } from '../../demo/queries.ts'
import { shop } from '../../shop.config.ts'
import { testDatabase } from '../../testing/database.ts'
import { newId } from '../common/ids.ts'
import { ProductSearch } from './product-search.ts'

/*
 * What shoppers type, in server/search/labelled-queries: how often a right product is first, and among the first five.
 */

type Labelled = { query: string; kind: string; expect: string[] }
const halves = ['first-half', 'second-half'].filter((half) => existsSync(fileOf(half)))

function fileOf(half: string): URL {
  return new URL(`./labelled-queries/${half}.json`, import.meta.url)
}

/** The least share among the first five, by kind; 0.85 for the others. */
const floors: Record<string, number> = { description: 0.4, 'synonym-english': 0.85, 'synonym-thai': 0.85 }

const { db, close } = await testDatabase()
afterAll(close)
const search = new ProductSearch({ db, shop, log: { warn: () => {} } })
const names = new Map<string, (typeof catalogue)[number]>()

beforeAll(async () => {
  const rows = catalogue.map(({ slug: _, pictures: _pictures, ...product }) => ({ ...product, id: newId() }))
  await insertProducts(db, rows)
  for (const [at, { id }] of rows.entries()) names.set(id, catalogue[at] as (typeof catalogue)[number])
})

async function resultOf({ query, expect: expected }: Labelled) {
  const { hits } = await search.find(query, {})
  const found = hits.map(({ id }) => names.get(id))
  const isRight = (product: (typeof found)[number]) =>
    product !== undefined && expected.some((each) => each === product.name || each === `shelf:${product.category}`)
  if (expected.length === 0) return { first: found.length === 0, five: found.length === 0 }
  return { first: isRight(found[0]), five: found.slice(0, 5).some(isRight) }
}

describe.each(halves)('labelled queries, %s', (half) => {
  const labelled: Labelled[] = JSON.parse(readFileSync(fileOf(half), 'utf8'))
  const kinds = [...Map.groupBy(labelled, ({ kind }) => kind)]
  let [first, five, all] = [0, 0, 0]

  test.each(kinds)('finds what is meant: %s', async (kind, queries) => {
    const missed: string[] = []
    for (const each of queries) {
      const result = await resultOf(each)
      if (!result.five) missed.push(each.query)
      if (kind === 'not-sold' || kind === 'description') continue
      all += 1
      first += Number(result.first)
      five += Number(result.five)
    }
    expect(1 - missed.length / queries.length, missed.join(', ')).toBeGreaterThanOrEqual(floors[kind] ?? 0.85)
  })

  test('of all that the shop has, 95% among the first five and 88% first', () => {
    expect(five / all).toBeGreaterThanOrEqual(0.95)
    expect(first / all).toBeGreaterThanOrEqual(0.88)
  })
})
