import { type RawBuilder, sql } from 'kysely'
import type { ShopSort } from '../../contract/calls/product.ts'
import type { ListCounts } from '../../contract/entities/search.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { Db } from '../database/database.ts'
import { conditionOf, lowerName, lowerThaiName, type ProductFilter, sorted } from '../search/finding/filter-queries.ts'
import { categoryTerm } from '../search/text/terms.ts'

/** Selects the products that aren't archived. */
export const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)

/** Selects the products that match a filter. */
export function filtered(db: Db, filter: ProductFilter) {
  return db.selectFrom('product').where(conditionOf(filter))
}

export type PageOptions = {
  sort: ShopSort
  limit: number
  after?: { id: string; priceCents: number }
}

const idsOf = (db: Db, filter: ProductFilter, { limit }: PageOptions) =>
  filtered(db, filter).select('product.id').limit(limit)

/** Selects the ids of a page, from the list's index alone, without reading rows. */
export function idsOfPage(db: Db, filter: ProductFilter, page: PageOptions) {
  const list = idsOf(db, filter, page)
  if (page.sort !== 'unit-price') {
    const query = sorted(list, page.sort)
    return page.after ? query.where(isAfter(page.sort, page.after)) : query
  }
  const { category, minPrice, maxPrice } = filter
  const isLimited = category !== undefined || minPrice !== undefined || maxPrice !== undefined
  return isLimited ? idsBySize(db, filter, page) : inUnitPriceOrder(list, page)
}

/** Reads in the order of the index of unit prices; sorting by a subquery would read all products. */
function inUnitPriceOrder(list: ReturnType<typeof idsOf>, { after }: PageOptions) {
  return list
    .innerJoin('searchEntry', 'searchEntry.productId', 'product.id')
    .where(after ? isAfterUnitPrice(after.id) : sql<boolean>`true`)
    .orderBy('searchEntry.unitPrice')
    .orderBy('searchEntry.productId')
}

const isAfterUnitPrice = (id: string) =>
  sql<boolean>`(unit_price, product_id) > ((select unit_price from search_entry where product_id = ${id}), ${id}::uuid)`

/** The category and the size of an entry of the search, as the index of unit prices by size has them. */
const category = sql<string>`substring(words from '#(\\S+)')`
const size = sql<string>`coalesce(substring(words from '@([0-9]\\S*)'), '')`

/**
 * Selects the ids of a page by unit price in a category or within limits of the price. Reads the first page of each
 * category and size, within which price limits are limits of the unit price, too.
 */
function idsBySize(db: Db, filter: ProductFilter, { limit, after }: PageOptions) {
  const { category: only, minPrice, maxPrice } = filter
  const [inCategory, isNext] =
    only === undefined
      ? [sql`true`, sql`(${category}, ${size}) > (size.category, size.size)`]
      : [sql`${category} = ${categoryTerm(only).slice(1)}`, sql`${size} > size.size`]
  const first = (condition: RawBuilder<unknown>) => sql`
    select ${category} as category, ${size} as size from search_entry where ${inCategory} and ${condition} order by 1, 2 limit 1`
  // The formula of entryOf in server/search/text/terms.ts. unit-price-list.test.ts holds both equal, for every size.
  const unitPriceOf = (price: number) => sql`case
    when size.size = '' then 2e10 + ${price}::float8
    when size.size like '%piece' then ${price}::float8 / substring(size.size from '^[0-9]+')::float8 + 1e10
    else ${price}::float8 / substring(size.size from '^[0-9]+')::float8 * 1000 end`
  // "offset 0" is an optimisation fence: the planner would read all of a size to join it, as it estimates two
  // conditions of the category as rarer than one.
  return db
    .selectFrom(
      sql<{ id: string; unitPrice: number }>`(
        with recursive size as (
          (${first(sql`true`)})
          union all
          select next.* from size, lateral (${first(isNext)}) as next
        )
        select found.id, found.unit_price from size, lateral (
          select product.id, unit_price from search_entry cross join lateral (
            select id from product where id = product_id and ${conditionOf(filter)} offset 0
          ) as product
          where ${category} = size.category and ${size} = size.size
            and ${minPrice === undefined ? sql`true` : sql`unit_price >= ${unitPriceOf(minPrice)}`}
            and ${maxPrice === undefined ? sql`true` : sql`unit_price <= ${unitPriceOf(maxPrice)}`}
            and ${after ? isAfterUnitPrice(after.id) : sql`true`}
          order by unit_price, product_id limit ${limit}
        ) as found
      )`.as('product'),
    )
    .select('product.id')
    .orderBy('product.unitPrice')
    .orderBy('product.id')
    .limit(limit)
}

/** The condition that a product comes after another in a list. */
function isAfter(sort: Exclude<ShopSort, 'unit-price'>, { id, priceCents }: { id: string; priceCents: number }) {
  const keyOf = (key: RawBuilder<string>) =>
    sql<boolean>`(${key}, id) > ((select ${key} from product where id = ${id}), ${id}::uuid)`
  switch (sort) {
    case 'featured':
      return sql<boolean>`id > ${id}::uuid`
    case 'newest':
      return sql<boolean>`id < ${id}::uuid`
    case 'price':
      return sql<boolean>`(offer_price_cents, id) > (${priceCents}, ${id}::uuid)`
    case '-price':
      return sql<boolean>`(offer_price_cents, id) < (${priceCents}, ${id}::uuid)`
    case 'name':
      return keyOf(lowerName)
    case 'name-th':
      return keyOf(lowerThaiName)
  }
}

/** Counts the products of a list, up to `max`. */
export async function countOfProducts(db: Db, filter: ProductFilter, max: number): Promise<number> {
  const { count } = await db
    .selectFrom(filtered(db, filter).select('id').limit(max).as('match'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Counts the products of a list with each filter switched and the others kept, up to `max` each. `inStock`: the
 * categories count only products in stock, even if the list includes sold-out ones.
 */
export async function countsOfList(
  db: Db,
  filter: ProductFilter,
  paths: readonly string[],
  { max, inStock: inStockOnly }: { max: number; inStock: boolean },
): Promise<ListCounts> {
  const ofCategory = inStockOnly ? { sellable: true } : {}
  const count = (changed: ProductFilter) => countOfProducts(db, { ...filter, ...changed }, max)
  const price = async (sort: 'price' | '-price') => {
    const list = filtered(db, { ...filter, minPrice: undefined, maxPrice: undefined })
    const row = await sorted(list.select('offerPriceCents'), sort).limit(1).executeTakeFirst()
    return row ? toWire(cents(row.offerPriceCents)) : null
  }
  const [inStock, onOffer, lowestPrice, highestPrice, ...categories] = await Promise.all([
    count({ sellable: true }),
    count({ onOffer: true }),
    price('price'),
    price('-price'),
    ...paths.map(async (path) => ({ path, count: await count({ ...ofCategory, category: path }) })),
  ])
  return { inStock, onOffer, categories: categories.filter(({ count }) => count > 0), lowestPrice, highestPrice }
}
