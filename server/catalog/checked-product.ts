import type { ProductInput } from '../../contract/entities/product.ts'
import { standardTaxClass } from '../../contract/pricing/pricing.ts'
import { findCategory, type ShopConfig } from '../../contract/settings/shop.ts'
import { limits } from '../../contract/values/limits.ts'
import { type Cents, cents, centsFromWire, formatMoney } from '../../contract/values/money.ts'
import { plainText } from '../../contract/values/plain-text.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { type RefusalDetails, refuse, refuseUnless } from '../common/refusal.ts'

/** A validated product form, as the table stores it, without pictures and stock. */
export type CheckedProduct = {
  name: string
  nameTh: string | null
  description: string[]
  descriptionTh: string[] | null
  category: string
  priceCents: Cents
  offerPriceCents: Cents
  weight: string | null
  taxClass: string
}

/**
 * Checks what the schema can't: that the shop has the category and the tax class, and that the prices are valid and the
 * offer isn't above the price. Throws `invalid_form`, each error at its field.
 */
export function checkedProduct(
  shop: Pick<ShopConfig, 'categories' | 'tax'>,
  input: Omit<ProductInput, 'stock'>,
): CheckedProduct {
  const {
    name,
    nameTh,
    description,
    descriptionTh,
    category: path,
    price,
    offerPrice,
    Weight,
    taxClass,
    ...forgotten
  } = input
  // A field of the contract that isn't stored doesn't compile.
  forgotten satisfies Record<string, never>
  const category = findCategory(shop, path)
  refuseUnless(category, 'invalid_form', { fields: { category: 'category' } })
  const { classes } = shop.tax
  const chosen = taxClass ?? standardTaxClass
  refuseUnless(
    classes.some(({ id }) => id === chosen),
    'invalid_form',
    { fields: { taxClass: 'tax_class' } },
  )
  const cents = pricesOf({ price, offerPrice })
  return {
    name: normaliseText(name),
    nameTh: normaliseText(nameTh ?? '') || null,
    description: filledLines(description),
    descriptionTh: descriptionTh ? filledLines(descriptionTh) : null,
    category: category.path,
    priceCents: cents.price,
    offerPriceCents: cents.offerPrice,
    weight: plainText(Weight ?? '') || null,
    taxClass: chosen,
  }
}

/**
 * Returns the two prices of a product in cents, from the numbers or texts that a client sent. Throws `invalid_form`, each
 * error at its field: an invalid price, one above the limit, and an offer above the price.
 */
export function pricesOf(input: Pick<ProductInput, 'price' | 'offerPrice'>): { price: Cents; offerPrice: Cents } {
  const [price, offerPrice] = [priceOf(input.price), priceOf(input.offerPrice)]
  const fields: NonNullable<RefusalDetails['fields']> = {}
  if (!price || price > limits.priceCents) fields.price = price ? tooHigh : 'price'
  if (!offerPrice || offerPrice > limits.priceCents) fields.offerPrice = offerPrice ? tooHigh : 'price'
  else if (price && offerPrice > price) fields.offerPrice = 'offer_above_price'
  if (!price || !offerPrice || Object.keys(fields).length > 0) refuse('invalid_form', { fields })
  return { price, offerPrice }
}

const tooHigh = { error: 'price_too_high', values: { max: formatMoney(cents(limits.priceCents), '') } } as const

function priceOf(sent: number | string): Cents | undefined {
  // Number('') is 0 and Number('0x10') is 16, so text must look like a price first.
  if (typeof sent === 'string' && !/^\s*([0-9]+(\.[0-9]{0,2})?|\.[0-9]{1,2})\s*$/.test(sent)) return undefined
  return centsFromWire(Number(sent))
}

/** Returns the lines that aren't blank, trimmed; clients send an empty description as one empty line. */
const filledLines = (lines: readonly string[]) => lines.map(plainText).filter(Boolean)
