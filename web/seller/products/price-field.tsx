import type { SellerProduct } from '../../../contract/entities.ts'
import { faultWordsAt, notices } from '../../../contract/refusals.ts'
import { api } from '../../client/api.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { money } from '../../ui/price.tsx'
import { sendChange } from '../area/send-change.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { InPlaceField } from './in-place-field.tsx'
import { isFarFrom, priceText, readPrice } from './typed-price.ts'

type PriceFieldProps = {
  product: SellerProduct
  name: string
  /** The product as the shop has it now. */
  onChange: (product: SellerProduct) => void
}

/** What the product sells for, changed in place. Where it has one price only, that one follows. */
export function OfferPriceField({ product, name, onChange }: PriceFieldProps) {
  return (
    <InPlaceField<number>
      product={product}
      cell="offer-price"
      label={m.seller_offer_price_of({ name })}
      inputMode="decimal"
      textOf={({ offerPrice }) => priceText(offerPrice)}
      read={(typed) => readOrFault(typed)}
      question={(value, { offerPrice }) => questionOf(offerPrice, value)}
      save={(offerPrice, seen) =>
        save(seen, { offerPrice, price: seen.price === seen.offerPrice ? offerPrice : seen.price })
      }
      reread={() => findProduct(product._id)}
      onChange={onChange}
    />
  )
}

/** What the product usually costs, changed in place; empty where that is what it sells for. */
export function RegularPriceField({ product, name, onChange }: PriceFieldProps) {
  return (
    <InPlaceField<number | undefined>
      product={product}
      cell="price"
      label={m.seller_price_of({ name })}
      inputMode="decimal"
      placeholder="–"
      title={m.seller_price_same()}
      className="text-muted"
      textOf={({ price, offerPrice }) => (price === offerPrice ? '' : priceText(price))}
      read={(typed) => (typed.trim() === '' ? { value: undefined } : readOrFault(typed))}
      question={(value, { price }) => (value === undefined ? undefined : questionOf(price, value))}
      save={(price, seen) => save(seen, { offerPrice: seen.offerPrice, price: price ?? seen.offerPrice })}
      reread={() => findProduct(product._id)}
      onChange={onChange}
    />
  )
}

async function save(seen: SellerProduct, prices: { price: number; offerPrice: number }) {
  const { _id: id, price, offerPrice } = seen
  const reply = withSessionEnd(
    await sendChange(
      () => api.product.price({ id, ...prices, seen: { price, offerPrice } }),
      async () => {
        const now = await findProduct(id)
        if (now?.price !== prices.price || now.offerPrice !== prices.offerPrice) return undefined
        return { success: true as const, message: notices.price_saved[getLocale()], product: now }
      },
    ),
  )
  if (reply.success) return reply
  const changed = reply.code === 'product_changed'
  return { ...reply, changed, message: changed ? m.seller_price_changed() : reply.message }
}

function readOrFault(typed: string): { value: number } | { fault: string } {
  const price = readPrice(typed)
  if (price.cents !== undefined) return { value: price.cents / 100 }
  return { fault: faultWordsAt('offerPrice', price.fault, getLocale(), price.places) }
}

/** What to ask before a price is saved that is far from the one before; undefined where it isn't. */
export function questionOf(before: number, now: number): string | undefined {
  return isFarFrom(before, now) ? m.seller_price_far({ before: money(before), now: money(now) }) : undefined
}

/** A product as the shop has it now. */
export async function findProduct(id: string): Promise<SellerProduct | undefined> {
  const reply = await api.product.seller({ id })
  return reply.success ? reply.products[0] : undefined
}
