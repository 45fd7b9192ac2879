import { sql } from 'kysely'
import type { ListCounts } from '../../contract/entities/search.ts'
import { countCaps } from '../../contract/values/limits.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { Db } from '../database/database.ts'
import { conditionOf, type ProductFilter } from './product-filter-queries.ts'

/** Counts the products of a list, up to `countCaps.all`. */
export async function countOfProducts(db: Db, filter: ProductFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countWithin(filter)} as count`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Counts the products of a list with each filter switched and the others kept, up to `countCaps.all` each. `inStock`:
 * the categories count only products in stock, even if the list includes sold-out ones. `among`: the products that a
 * search found, the only ones to be counted.
 */
export async function countsOfList(
  db: Db,
  filter: ProductFilter,
  paths: readonly string[],
  { inStock = false, among }: { inStock?: boolean; among?: readonly string[] } = {},
): Promise<ListCounts> {
  const { category: _, ...anyCategory } = { ...filter, ...(inStock && { sellable: true }) }
  const withinAnyPrice = conditionOf({ ...filter, minPrice: undefined, maxPrice: undefined })
  // Under the table's own name, so that the conditions are the same for all products and for those of a search.
  const found = sql`with product as materialized (select * from product where id = any(${among}::uuid[]))`
  const { rows } = await sql<{
    inStock: number
    onOffer: number
    lowest: number | null
    highest: number | null
    ofPaths: number[]
  }>`
    ${among ? found : sql``}
    select ${countWithin({ ...filter, sellable: true })} as in_stock,
      ${countWithin({ ...filter, onOffer: true })} as on_offer,
      (select min(offer_price_cents) from product where ${withinAnyPrice}) as lowest,
      (select max(offer_price_cents) from product where ${withinAnyPrice}) as highest,
      array(
        select ${countWithin(anyCategory, sql`category = path`)}
        from unnest(${paths}::text[]) with ordinality as each (path, number) order by number
      ) as of_paths`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a select without a table returned no row')
  const price = (amount: number | null) => (amount === null ? null : toWire(cents(amount)))
  return {
    inStock: row.inStock,
    onOffer: row.onOffer,
    categories: paths.map((path, index) => ({ path, count: row.ofPaths[index] ?? 0 })).filter(({ count }) => count > 0),
    lowestPrice: price(row.lowest),
    highestPrice: price(row.highest),
  }
}

/** The number of products within a filter, as an expression. */
const countWithin = (filter: ProductFilter, also = sql<boolean>`true`) =>
  sql<number>`(select count(*) from (
    select from product where ${conditionOf(filter)} and ${also} limit ${sql.lit(countCaps.all)}) as counted)`
