import { isSuspiciousPrice } from '../../../../contract/catalog/read-price.ts'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { successMessages } from '../../../../contract/messages/success-messages.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { formatAmount } from '../../../ui/price.tsx'
import { sellerApi } from '../../client/seller-api.ts'
import { priceText } from '../../ui/price-text.ts'
import type { InPlaceChange } from './save-in-place.ts'

/*
 * The two prices of a product, each edited in its own field of the list and saved together.
 */

type Prices = Pick<SellerProduct, 'price' | 'offerPrice'>

const prices = {
  kind: 'prices',
  storedOf: ({ price, offerPrice }: SellerProduct): Prices => ({ price, offerPrice }),
  changedCode: 'product_changed',
  savedMessage: () => successMessages.price_saved[getLocale()],
}

/** The selling price. If the product has one price only, the regular one follows. */
export const offerPriceChange: InPlaceChange<number, Prices> = {
  ...prices,
  textOf: ({ offerPrice }) => priceText(offerPrice),
  put: (value, { price, offerPrice }) => ({ price: price === offerPrice ? value : price, offerPrice: value }),
  send: (id, wanted, seen) =>
    send(id, wanted, seen, m.sellerProducts_above_regular({ price: formatAmount(wanted.price) })),
}

/** The regular price; undefined, and an empty field, if it equals the selling price. */
export const regularPriceChange: InPlaceChange<number | undefined, Prices> = {
  ...prices,
  textOf: ({ price, offerPrice }) => (price === offerPrice ? '' : priceText(price)),
  put: (value, { offerPrice }) => ({ price: value ?? offerPrice, offerPrice }),
  send: (id, wanted, seen) =>
    send(id, wanted, seen, m.sellerProducts_below_offer({ price: formatAmount(wanted.offerPrice) })),
}

/** `apart` is the error if the prices don't fit each other: the other field isn't visible on every screen. */
async function send(id: string, wanted: Prices, seen: Prices, apart: string) {
  if (wanted.offerPrice > wanted.price)
    return { success: false as const, code: 'invalid_form', message: apart, fields: { offerPrice: apart } }
  return sellerApi.product.price({ id, ...wanted, seen })
}

/** Returns the question before saving a price that differs much from the previous one; else undefined. */
export function priceQuestion(name: string, before: number, now: number): string | undefined {
  if (!isSuspiciousPrice(before, now)) return undefined
  return m.sellerProducts_price_far_of({ name, before: formatAmount(before), now: formatAmount(now) })
}
