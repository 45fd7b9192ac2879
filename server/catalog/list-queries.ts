import { type RawBuilder, sql } from 'kysely'
import type { ShopSort } from '../../contract/calls/product.ts'
import type { ListCounts } from '../../contract/entities/search.ts'
import { cents, toWire } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { conditionOf, lowerName, lowerThaiName, type ProductFilter, sorted } from '../search/filter-queries.ts'
import { categoryTerm } from '../search/terms.ts'

export const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)

/** Selects the products that match a filter. */
export function filtered(db: Db, filter: ProductFilter) {
  return db.selectFrom('product').where(conditionOf(filter))
}

export type PageOptions = {
  sort: ShopSort
  limit: number
  after?: { id: string; priceCents: number } | undefined
}

/** Selects the ids of a page, from the list's index alone, without reading rows. */
export function idsOfPage(db: Db, filter: ProductFilter, page: PageOptions) {
  const list = filtered(db, filter).select('product.id').limit(page.limit)
  if (page.sort !== 'unit-price') {
    const query = sorted(list, page.sort)
    return page.after ? query.where(isAfter(page.sort, page.after)) : query
  }
  // Walks the index of unit prices, or of those of the category; sorting all products by a subquery would read them all.
  const query = list
    .innerJoin('searchEntry', 'searchEntry.productId', 'product.id')
    .where(ofCategory(filter.category))
    .orderBy('searchEntry.unitPrice')
    .orderBy('searchEntry.productId')
  if (!page.after) return query
  const { id } = page.after
  return query.where(
    sql<boolean>`(unit_price, product_id) > ((select unit_price from search_entry where product_id = ${id}), ${id}::uuid)`,
  )
}

/** The condition that an entry of the search is of a category, as the index of unit prices has it. */
const ofCategory = (category: string | undefined) =>
  category === undefined
    ? sql<boolean>`true`
    : sql<boolean>`substring(words from '#(\\S+)') = ${categoryTerm(category).slice(1)}`

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
 * Counts what a list would have with each filter switched and the others kept, up to `max` each. `anyStock`: the lists of the
 * categories have what is sold out too.
 */
export async function countsOfList(
  db: Db,
  filter: ProductFilter,
  paths: readonly string[],
  { max, anyStock }: { max: number; anyStock: boolean },
): Promise<ListCounts> {
  const ofCategory = anyStock ? { sellable: undefined } : {}
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
