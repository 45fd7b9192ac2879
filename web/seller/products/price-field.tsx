import type { SellerProduct } from '../../../contract/entities.ts'
import { toWire } from '../../../contract/money.ts'
import { fieldErrorMessageAt } from '../../../contract/refusals.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'
import { InPlaceField } from './in-place-field.tsx'
import { offerPriceChange, regularPriceChange } from './price-change.ts'
import { isFarFrom, readPrice } from './typed-price.ts'

type PriceFieldProps = {
  product: SellerProduct
  name: string
  /** Called with the saved product. */
  onChange: (product: SellerProduct) => void
}

/** The selling price, edited in the list. If the product has one price only, the regular one follows. */
export function OfferPriceField({ product, name, onChange }: PriceFieldProps) {
  return (
    <InPlaceField
      product={product}
      name={name}
      change={offerPriceChange}
      cell="offer-price"
      label={m.seller_offer_price_of({ name })}
      inputMode="decimal"
      // Space for the currency's symbol.
      className="ps-6"
      read={readPriceOrError}
      format={({ offerPrice }) => formatAmount(offerPrice)}
      question={(value, { offerPrice }) => questionOf(offerPrice, value)}
      onChange={onChange}
    />
  )
}

/** The regular price, edited in the list; empty if it equals the selling price. */
export function RegularPriceField({ product, name, onChange }: PriceFieldProps) {
  return (
    <InPlaceField
      product={product}
      name={name}
      change={regularPriceChange}
      cell="price"
      label={m.seller_price_of({ name })}
      inputMode="decimal"
      placeholder="–"
      title={m.seller_price_same()}
      className="text-muted"
      read={(typed) => (typed.trim() === '' ? { value: undefined } : readPriceOrError(typed))}
      format={({ price }) => formatAmount(price)}
      question={(value, { price }) => (value === undefined ? undefined : questionOf(price, value))}
      onChange={onChange}
    />
  )
}

function readPriceOrError(typed: string): { value: number } | { error: string } {
  const price = readPrice(typed)
  if (price.cents !== undefined) return { value: toWire(price.cents) }
  return { error: fieldErrorMessageAt('offerPrice', price.error, getLocale(), price.values) }
}

/** Returns the question before saving a price that differs much from the previous one; else undefined. */
function questionOf(before: number, now: number): string | undefined {
  return isFarFrom(before, now)
    ? m.seller_price_far({ before: formatAmount(before), now: formatAmount(now) })
    : undefined
}
