import type { SellerProduct } from '../../../contract/entities.ts'
import { toWire } from '../../../contract/money.ts'
import { faultWordsAt } from '../../../contract/refusals.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { money } from '../../ui/price.tsx'
import { InPlaceField } from './in-place-field.tsx'
import { offerPriceChange, regularPriceChange } from './price-change.ts'
import { isFarFrom, readPrice } from './typed-price.ts'

type PriceFieldProps = {
  product: SellerProduct
  name: string
  /** The product as the shop has it now. */
  onChange: (product: SellerProduct) => void
}

/** What the product sells for, changed in place. Where it has one price only, that one follows. */
export function OfferPriceField({ product, name, onChange }: PriceFieldProps) {
  return (
    <InPlaceField
      product={product}
      name={name}
      change={offerPriceChange}
      cell="offer-price"
      label={m.seller_offer_price_of({ name })}
      inputMode="decimal"
      // Beside the currency's sign.
      className="ps-6"
      read={readOrFault}
      wordsOf={({ offerPrice }) => money(offerPrice)}
      question={(value, { offerPrice }) => questionOf(offerPrice, value)}
      onChange={onChange}
    />
  )
}

/** What the product usually costs, changed in place; empty where that is what it sells for. */
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
      read={(typed) => (typed.trim() === '' ? { value: undefined } : readOrFault(typed))}
      wordsOf={({ price }) => money(price)}
      question={(value, { price }) => (value === undefined ? undefined : questionOf(price, value))}
      onChange={onChange}
    />
  )
}

function readOrFault(typed: string): { value: number } | { fault: string } {
  const price = readPrice(typed)
  if (price.cents !== undefined) return { value: toWire(price.cents) }
  return { fault: faultWordsAt('offerPrice', price.fault, getLocale(), price.places) }
}

/** What to ask before a price is saved that is far from the one before; undefined where it isn't. */
function questionOf(before: number, now: number): string | undefined {
  return isFarFrom(before, now) ? m.seller_price_far({ before: money(before), now: money(now) }) : undefined
}
