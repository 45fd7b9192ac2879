import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { ShopSort } from '../../contract/calls/product.ts'
import type { DB } from '../database/tables.ts'

/** Limits of a list's products besides the search text. */
export type ProductFilter = {
  category?: string
  sellable?: boolean
  /** The seller's stock switch, whatever the counted stock is. */
  switchedOn?: boolean
  onOffer?: boolean
  /** The products on offer besides reduced ones; none if absent. */
  offers?: Offers
  /** Limits of the offer price in cents, both inclusive. */
  minPrice?: number
  maxPrice?: number
  /** Archived products instead of those in the catalogue. */
  archived?: boolean
}

/** The products, and the categories, that automatic promotions name. */
type Offers = {
  products: readonly string[]
  categories: readonly string[]
  /**
   * Whether a reduced price is on offer only while the regular one is shown, as in a shop whose struck prices have to
   * be true.
   */
  onlyStruck?: boolean
}

/** Returns whether a filter excludes products of the catalogue. `offers` alone excludes none. */
export const isFiltered = ({ offers: _, ...conditions }: ProductFilter): boolean =>
  Object.values(conditions).some((value) => value !== undefined)

/** Returns the condition that a product is within a filter. */
export function conditionOf({ sellable, switchedOn, onOffer, offers, archived, ...bounds }: ProductFilter) {
  const conditions = [sql`archived_at is ${archived ? sql`not null` : sql`null`}`, boundsOf(bounds)]
  if (sellable !== undefined) conditions.push(sql`sellable = ${sellable}`)
  if (switchedOn !== undefined) conditions.push(sql`in_stock = ${switchedOn}`)
  if (onOffer !== undefined) conditions.push(sql`${isOnOffer(offers)} = ${onOffer}`)
  return all(conditions)
}

/** The part of a filter's condition that the search's entries can tell, too. */
export function boundsOf({ category, minPrice, maxPrice }: Pick<ProductFilter, 'category' | 'minPrice' | 'maxPrice'>) {
  const conditions = [sql`true`]
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (minPrice !== undefined) conditions.push(sql`offer_price_cents >= ${minPrice}`)
  if (maxPrice !== undefined) conditions.push(sql`offer_price_cents <= ${maxPrice}`)
  return all(conditions)
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`(${sql.join(conditions, sql` and `)})`

/** The condition that a product is on offer. The indexes of lists have all columns that it reads. */
function isOnOffer(
  { products, categories, onlyStruck = false }: Offers = { products: [], categories: [] },
): RawBuilder<boolean> {
  // The products with a struck price are read once, by their own index; the index of the list is enough for the others.
  const isShown = sql`product.id in (select id from product where struck_until is not null)`
  const conditions = [onlyStruck ? sql`(on_offer and ${isShown})` : sql`on_offer`]
  if (products.length > 0) conditions.push(sql`product.id = any(${products}::uuid[])`)
  if (categories.length > 0) conditions.push(sql`category = any(${categories}::text[])`)
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

export const lowerName = sql<string>`lower(name)`
/** In the order of a Thai dictionary. */
export const lowerThaiName = sql<string>`lower(coalesce(name_th, name)) collate thai`
/** For sorting one page; whole lists are read in the order of their index. */
export const unitPrice = sql<number>`(select unit_price from search_entry where product_id = product.id)`

/** Sorts a list of products; those of the same price or name by age. */
export function sorted<Row>(query: SelectQueryBuilder<DB, 'product', Row>, sort: ShopSort) {
  switch (sort) {
    case 'featured':
      return query.orderBy('id')
    case 'newest':
      return query.orderBy('id', 'desc')
    case 'price':
      return query.orderBy('offerPriceCents').orderBy('id')
    case '-price':
      return query.orderBy('offerPriceCents', 'desc').orderBy('id', 'desc')
    case 'name':
      return query.orderBy(lowerName).orderBy('id')
    case 'name-th':
      return query.orderBy(lowerThaiName).orderBy('id')
    case 'unit-price':
      return query.orderBy(unitPrice).orderBy('id')
  }
}
