import { readPrice } from '../../../../contract/catalog/read-price.ts'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { fieldErrorMessageAt } from '../../../../contract/messages/field-names.ts'
import { toWire } from '../../../../contract/values/money.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { formatAmount } from '../../../ui/price.tsx'
import { InPlaceField } from './in-place-field.tsx'
import { offerPriceChange, priceQuestion, regularPriceChange } from './price-change.ts'

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
      label={m.sellerProducts_offer_price_of({ name })}
      inputMode="decimal"
      // Space for the currency's symbol.
      className="ps-6"
      read={readPriceOrError}
      format={({ offerPrice }) => formatAmount(offerPrice)}
      question={(value, { offerPrice }) => priceQuestion(name, offerPrice, value)}
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
      label={m.sellerProducts_price_of({ name })}
      inputMode="decimal"
      placeholder="–"
      title={m.sellerProducts_price_same()}
      className="text-muted"
      read={(text) => (text.trim() === '' ? { value: undefined } : readPriceOrError(text))}
      format={({ price }) => formatAmount(price)}
      question={(value, { price }) => (value === undefined ? undefined : priceQuestion(name, price, value))}
      onChange={onChange}
    />
  )
}

function readPriceOrError(text: string): { value: number } | { error: string } {
  const price = readPrice(text)
  if (price.cents !== undefined) return { value: toWire(price.cents) }
  return { error: fieldErrorMessageAt('offerPrice', price.error, getLocale(), price.values) }
}
