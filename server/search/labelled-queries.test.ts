import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shop } from '../../shop.config.ts'
import { testDatabase } from '../../testing/database/database.ts'
import {
  addDemoProducts,
  kindsWithoutProducts,
  labelledQueries,
  lists,
  type Score,
  scoreOf,
} from '../../testing/labelled-queries.ts'
import { ProductSearch } from './finding/product-search.ts'

/**
 * The minimum share among the first five, by kind; 0.85 for the others. Products that the shop doesn't have are never a
 * plain hit.
 */
const floors: Record<string, number> = { description: 0.9, 'not-sold': 1 }

const { db, close } = await testDatabase()
afterAll(close)
const search = new ProductSearch({ db, shop, log: { warn: () => {} } })
let products: Awaited<ReturnType<typeof addDemoProducts>>
beforeAll(async () => {
  products = await addDemoProducts(db)
})

describe.each(lists)('labelled queries, %s', (list) => {
  const scores = new Map<string, Score>()
  beforeAll(async () => {
    for (const [kind, queries] of labelledQueries(list)) scores.set(kind, await scoreOf(search, queries, products))
  })

  test.each([...labelledQueries(list).keys()])('finds what is meant: %s', (kind) => {
    const score = scores.get(kind) as Score
    expect(score.five / score.queries, score.missed.join(', ')).toBeGreaterThanOrEqual(floors[kind] ?? 0.85)
    if (kind === 'not-sold') expect(score.first / score.queries, 'nothing at all').toBeGreaterThanOrEqual(0.9)
  })

  test('labelled queries of sold products: 95% among the first five and 88% first', () => {
    const sold = [...scores].filter(([kind]) => !kindsWithoutProducts.includes(kind)).map(([, score]) => score)
    const sum = (value: (score: Score) => number) => sold.reduce((total, score) => total + value(score), 0)
    const all = sum(({ queries }) => queries)
    expect(sum(({ five }) => five) / all).toBeGreaterThanOrEqual(0.95)
    expect(sum(({ first }) => first) / all).toBeGreaterThanOrEqual(0.88)
  })
})
