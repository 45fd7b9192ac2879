import { type RawBuilder, sql } from 'kysely'
import type { ShopSort } from '../../contract/calls/product.ts'
import type { Db } from '../database/database.ts'
import {
  boundsOf,
  conditionOf,
  lowerName,
  lowerThaiName,
  type ProductFilter,
  sorted,
} from '../domain/product-filter-queries.ts'

/** Selects the products that aren't archived. */
export const inCatalogue = (db: Db) => db.selectFrom('product').where('archivedAt', 'is', null)

/** Selects the products that match a filter. */
export function filtered(db: Db, filter: ProductFilter) {
  return db.selectFrom('product').where(conditionOf(filter))
}

/**
 * The last product of a page, as it was when the page was read: by its current name or unit price, the next page would
 * skip products or repeat them. `key`: what the list sorts by besides the price and the age. Without one, as in the
 * cursor of another list, the current one counts.
 */
export type Position = { id: string; priceCents: number; key?: string }

export type PageOptions = {
  sort: ShopSort
  limit: number
  after?: Position
}

/** Selects the ids of a page, from the list's index alone, without reading rows. */
export function idsOfPage(db: Db, filter: ProductFilter, page: PageOptions) {
  const { sort, limit, after } = page
  if (sort === 'unit-price') return idsByUnitPrice(db, filter, page)
  const list = sorted(filtered(db, filter).select('product.id'), sort).limit(limit)
  return after ? list.where(isAfter(sort, after)) : list
}

/**
 * Reads the entries in the order of their index, which has the category and the price, too: only products within these
 * are looked up, one by one. "offset 0" is an optimisation fence: the planner would join all of them and sort.
 */
function idsByUnitPrice(db: Db, filter: ProductFilter, { limit, after }: PageOptions) {
  const product = sql<{ id: string }>`(
    select id from product where id = product_id and ${conditionOf(filter)} offset 0
  )`.as('product')
  const key =
    after?.key === undefined
      ? sql`(select unit_price from search_entry where product_id = ${after?.id})`
      : sql`${Number(after.key)}::float8`
  const isAfterUnitPrice = sql<boolean>`(unit_price, product_id) > (${key}, ${after?.id}::uuid)`
  return db
    .selectFrom('searchEntry')
    .innerJoinLateral(product, (join) => join.onTrue())
    .select('product.id')
    .where(boundsOf(filter))
    .where(after ? isAfterUnitPrice : sql<boolean>`true`)
    .orderBy('unitPrice')
    .orderBy('productId')
    .limit(limit)
}

/** The condition that a product comes after another in a list. */
function isAfter(sort: Exclude<ShopSort, 'unit-price'>, { id, priceCents, key }: Position) {
  const isAfterName = (sortedBy: RawBuilder<string>, ofKey: RawBuilder<string>) => {
    const last = key === undefined ? sql`(select ${sortedBy} from product where id = ${id})` : ofKey
    return sql<boolean>`(${sortedBy}, id) > (${last}, ${id}::uuid)`
  }
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
      return isAfterName(lowerName, sql`lower(${key}::text)`)
    case 'name-th':
      return isAfterName(lowerThaiName, sql`lower(${key}::text) collate thai`)
  }
}
