import type { ProductInput } from '../../contract/entities/product.ts'
import { limits } from '../../contract/values/limits.ts'
import { type Cents, cents, centsFromWire, formatMoney } from '../../contract/values/money.ts'
import { type RefusalDetails, refuse } from '../common/refusal.ts'

/**
 * Returns the two prices of a product in cents, from the numbers or texts that a client sent. Throws `invalid_form`,
 * each error at its field: an invalid price, one above the limit, and an offer above the price.
 */
export function pricesOf(input: Pick<ProductInput, 'price' | 'offerPrice'>): { price: Cents; offerPrice: Cents } {
  const price = priceOf(input.price)
  const offerPrice = priceOf(input.offerPrice)
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
