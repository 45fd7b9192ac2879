import type { Selectable } from 'kysely'
import type { Product, SellerProduct } from '../../contract/entities.ts'
import { cents, toWire } from '../../contract/money.ts'
import type { Language } from '../../contract/shop.ts'
import type { Product as ProductTable } from '../database/tables.ts'

/** The columns that make a product as the wire carries it. */
export const productColumns = [
  'id',
  'name',
  'nameTh',
  'description',
  'descriptionTh',
  'category',
  'priceCents',
  'offerPriceCents',
  'pictures',
  'sellable',
  'stock',
  'weight',
  'createdAt',
  'updatedAt',
] as const

/** The columns that make a product as its seller sees it. */
export const sellerProductColumns = [...productColumns, 'inStock', 'archivedAt'] as const

export type ProductRow = Pick<Selectable<ProductTable>, (typeof productColumns)[number]>
export type SellerProductRow = Pick<Selectable<ProductTable>, (typeof sellerProductColumns)[number]>

/** A row as the wire carries it: money in the shop's currency, `inStock` false at counted stock zero as well. */
export function productRecord(row: ProductRow): Product {
  return {
    _id: row.id,
    name: row.name,
    nameTh: row.nameTh,
    description: row.description,
    descriptionTh: row.descriptionTh,
    category: row.category,
    price: toWire(cents(row.priceCents)),
    offerPrice: toWire(cents(row.offerPriceCents)),
    image: row.pictures,
    inStock: row.sellable,
    stock: row.stock,
    ...(row.weight === null ? {} : { Weight: row.weight }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** A row as its seller sees it: with the switch itself, and whether it is archived. */
export function sellerProductRecord(row: SellerProductRow): SellerProduct {
  return {
    ...productRecord(row),
    switchedOn: row.inStock,
    archivedAt: row.archivedAt?.toISOString() ?? null,
  }
}

/** A product's name in a language; the English one where the seller gave no Thai one. */
export function nameIn(language: Language, { name, nameTh }: Pick<Product, 'name' | 'nameTh'>): string {
  return language === 'th' ? (nameTh ?? name) : name
}
