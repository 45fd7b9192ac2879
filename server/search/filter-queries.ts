import { type RawBuilder, sql } from 'kysely'
import type { ProductFilter } from './product-filter.ts'

/** Returns the condition that a product is within a filter. */
export function conditionOf({
  category,
  sellable,
  switchedOn,
  onOffer,
  minPrice,
  maxPrice,
  archived,
}: ProductFilter): RawBuilder<boolean> {
  const conditions = [sql`archived_at is ${archived ? sql`not null` : sql`null`}`]
  if (category !== undefined) conditions.push(sql`category = ${category}`)
  if (sellable !== undefined) conditions.push(sql`sellable = ${sellable}`)
  if (switchedOn !== undefined) conditions.push(sql`in_stock = ${switchedOn}`)
  if (onOffer !== undefined) conditions.push(sql`on_offer = ${onOffer}`)
  if (minPrice !== undefined) conditions.push(sql`offer_price_cents >= ${minPrice}`)
  if (maxPrice !== undefined) conditions.push(sql`offer_price_cents <= ${maxPrice}`)
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`
}
