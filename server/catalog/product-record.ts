import type { Selectable } from 'kysely'
import type { Complete } from '../../contract/entities/fields.ts'
import type { Product, SellerProduct } from '../../contract/entities/product.ts'
import { standardTaxClass } from '../../contract/pricing/pricing.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { Product as ProductTable } from '../database/tables.ts'

/** The columns of a product as the API sends it to everyone. */
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
  'taxClass',
  'struckUntil',
  'createdAt',
  'updatedAt',
] as const

/** The columns of a product as the API sends it to sellers. */
export const sellerProductColumns = [...productColumns, 'inStock', 'archivedAt'] as const

export type ProductRow = Pick<Selectable<ProductTable>, (typeof productColumns)[number]>
export type SellerProductRow = Pick<Selectable<ProductTable>, (typeof sellerProductColumns)[number]>

/** Returns a product as the API sends it: money in the shop's currency, `inStock` false if the counted stock is zero. */
export function productRecord(row: ProductRow, labelOf: LabelOfProduct = noLabel): Complete<Product> {
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
    Weight: row.weight ?? undefined,
    taxClass: row.taxClass === standardTaxClass ? undefined : row.taxClass,
    struckUntil: row.struckUntil?.toISOString(),
    promotion: labelOf(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Returns the label of a product's promotion, in both languages. */
export type LabelOfProduct = (row: Pick<ProductRow, 'id' | 'category'>) => Product['promotion']
const noLabel: LabelOfProduct = () => undefined

/** Returns a product as the API sends it to sellers, with the stock switch itself and when it was archived. */
export function sellerProductRecord(row: SellerProductRow): Complete<SellerProduct> {
  return {
    ...productRecord(row),
    switchedOn: row.inStock,
    archivedAt: row.archivedAt?.toISOString() ?? null,
  }
}
