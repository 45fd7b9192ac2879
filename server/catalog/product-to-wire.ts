import type { Selectable } from 'kysely'
import type { Complete } from '../../contract/entities/fields.ts'
import type { Product, ProductInput, SellerProduct } from '../../contract/entities/product.ts'
import { standardTaxClass } from '../../contract/pricing/pricing.ts'
import { findCategory, type ShopConfig } from '../../contract/settings/shop.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { plainText } from '../common/plain-text.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Product as ProductTable } from '../database/tables.ts'
import { pricesOf } from './product-prices.ts'

/*
 * A product as a form sends it, as the table stores it, and as the API sends it.
 */

/** The fields of a product's form, with their columns in a CSV file and in the table. */
export const productFields = {
  name: { csv: 'name', stored: 'name' },
  nameTh: { csv: 'nameTh', stored: 'nameTh' },
  description: { csv: 'description', stored: 'description' },
  descriptionTh: { csv: 'descriptionTh', stored: 'descriptionTh' },
  category: { csv: 'category', stored: 'category' },
  price: { csv: 'price', stored: 'priceCents' },
  offerPrice: { csv: 'offerPrice', stored: 'offerPriceCents' },
  Weight: { csv: 'weight', stored: 'weight' },
  stock: { csv: 'stock', stored: 'stock' },
  taxClass: { csv: 'taxClass', stored: 'taxClass' },
} as const satisfies Record<keyof ProductInput, { csv: string; stored: keyof ProductTable }>

/** The table's columns of the form's fields. */
export const formColumns = Object.values(productFields).map(({ stored }) => stored)
type FormColumns = Pick<Selectable<ProductTable>, (typeof formColumns)[number]>

/** A validated product form, as the table stores it, without pictures and stock. */
export type CheckedProduct = ReturnType<typeof checkedProduct>

/**
 * Checks what the schema can't: that the shop has the category and the tax class, and that the prices are valid and the
 * offer isn't above the price. Throws `invalid_form`, each error at its field.
 */
export function checkedProduct(shop: Pick<ShopConfig, 'categories' | 'tax'>, input: Omit<ProductInput, 'stock'>) {
  const category = findCategory(shop, input.category)
  refuseUnless(category, 'invalid_form', { fields: { category: 'category' } })
  const taxClass = input.taxClass ?? standardTaxClass
  const isKnown = shop.tax.classes.some(({ id }) => id === taxClass)
  refuseUnless(isKnown, 'invalid_form', { fields: { taxClass: 'tax_class' } })
  const { price, offerPrice } = pricesOf(input)
  return {
    name: normaliseText(input.name),
    nameTh: normaliseText(input.nameTh ?? '') || null,
    description: filledLines(input.description),
    descriptionTh: input.descriptionTh ? filledLines(input.descriptionTh) : null,
    category: category.path,
    priceCents: price,
    offerPriceCents: offerPrice,
    weight: plainText(input.Weight ?? '') || null,
    taxClass,
  } satisfies Omit<FormColumns, 'stock'>
}

/** Returns the lines that aren't blank, trimmed; clients send an empty description as one empty line. */
const filledLines = (lines: readonly string[]) => lines.map(plainText).filter(Boolean)

/** The columns of a product as the API sends it to everyone. */
export const productColumns = [
  'id',
  ...formColumns,
  'pictures',
  'sellable',
  'inStock',
  'struckUntil',
  'createdAt',
  'updatedAt',
] as const

/** The columns of a product as the API sends it to sellers. */
export const sellerProductColumns = [...productColumns, 'archivedAt'] as const

export type ProductRow = Pick<Selectable<ProductTable>, (typeof productColumns)[number]>
export type SellerProductRow = Pick<Selectable<ProductTable>, (typeof sellerProductColumns)[number]>

/**
 * Returns a product as the API sends it: money in the shop's currency, `inStock` false if the counted stock is zero.
 */
export function productToWire(row: ProductRow, labelOf: LabelOfProduct = noLabel): Complete<Product> {
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
    switchedOff: row.inStock ? undefined : true,
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
export function sellerProductToWire(row: SellerProductRow): Complete<SellerProduct> {
  return {
    ...productToWire(row),
    switchedOn: row.inStock,
    archivedAt: row.archivedAt?.toISOString() ?? null,
  }
}
