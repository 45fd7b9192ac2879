import { readFileSync } from 'node:fs'
import { catalogue } from '../demo/catalogue.ts'
import { insertProducts } from '../demo/queries.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import type { ProductSearch } from '../server/search/finding/product-search.ts'

/*
 * The labelled queries of server/search/labelled-queries: how often a right product is first, and among the first five.
 */

export type LabelledQuery = { query: string; kind: string; expect: string[] }
export const lists = ['first-half', 'second-half', 'later', 'fourth', 'fifth', 'sixth'] as const

/** Returns the labelled queries of a list, by kind. */
export function labelledQueries(list: (typeof lists)[number]): Map<string, LabelledQuery[]> {
  const file = new URL(`../server/search/labelled-queries/${list}.json`, import.meta.url)
  const all: LabelledQuery[] = JSON.parse(readFileSync(file, 'utf8'))
  return Map.groupBy(all, ({ kind }) => kind)
}

/** Kinds of which the shop may have nothing, or only in a description. */
export const kindsWithoutProducts = ['not-sold', 'description']

type Product = (typeof catalogue)[number]

/** Adds the products of the demo catalogue; returns them by id. */
export async function addDemoProducts(db: Db): Promise<Map<string, Product>> {
  const rows = catalogue.map(({ slug: _, pictures: _pictures, ...product }) => ({ ...product, id: newId() }))
  await insertProducts(db, rows)
  return new Map(rows.map(({ id }, index) => [id, catalogue[index] as Product]))
}

export type Score = { queries: number; first: number; five: number; missed: string[] }

/**
 * Counts the queries with a right product first and among the first five. If the shop has none: the queries that find
 * nothing, and the queries without a plain hit.
 */
export async function scoreOf(
  search: ProductSearch,
  queries: readonly LabelledQuery[],
  products: ReadonlyMap<string, Product>,
): Promise<Score> {
  const score: Score = { queries: queries.length, first: 0, five: 0, missed: [] }
  for (const { query, expect } of queries) {
    const { hits, understood } = await search.find(query, {})
    const isRight = ({ id }: { id: string }) => {
      const { name, category } = products.get(id) ?? {}
      return expect.some((each) => each === name || each === `category:${category}`)
    }
    const none = hits.length === 0 ? 0 : understood.length > 0 ? 1 : -1
    const index = expect.length > 0 ? hits.slice(0, 5).findIndex(isRight) : none
    if (index === 0) score.first += 1
    if (index === -1) score.missed.push(query)
    else score.five += 1
  }
  return score
}
