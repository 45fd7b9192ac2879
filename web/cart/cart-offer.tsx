import { type RefObject, useEffect, useMemo } from 'react'
import type { CartItems } from '../../contract/entities.ts'
import { productName } from '../catalog/product-words.ts'
import { m } from '../messages/messages.ts'
import { api } from '../session/api.ts'
import { useRead } from '../session/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Picture } from '../ui/picture.tsx'
import { money } from '../ui/price.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf } from './cart-items.ts'
import { linesOfCart } from './cart-lines.ts'
import { acceptOffer, dismissOffer, hideOfferMessage } from './cart-store.ts'

type CartOfferProps = {
  offer: CartItems
  /** The cart is empty but for this: then the offer is what the screen is about, and says what it holds. */
  alone: boolean
  heading: RefObject<HTMLElement | null>
}

/** What the visitor picked before signing in, offered until it is taken or declined. */
export function CartOffer({ offer, alone, heading }: CartOfferProps) {
  const count = countOf(offer)
  useEffect(hideOfferMessage, [])
  const answer = (taken: boolean) => {
    if (taken) acceptOffer()
    else dismissOffer()
    // The button that was pressed goes with the offer.
    heading.current?.focus()
  }
  return (
    <section
      aria-label={m.cart_offer({ count })}
      className={`mb-6 rounded-card border border-line bg-leaf-soft px-5 text-leaf-deep ${
        alone ? 'mx-auto grid max-w-2xl gap-4 py-5' : 'flex flex-wrap items-center justify-between gap-3 py-3'
      }`}
    >
      <p className={alone ? 'font-semibold text-lg' : 'font-medium'}>{m.cart_offer({ count })}</p>
      {alone && <OfferLines offer={offer} />}
      <div className={alone ? 'grid gap-2 sm:flex sm:flex-row-reverse' : 'flex gap-2'}>
        {alone && (
          <Button size="large" onClick={() => answer(true)} className="sm:grow">
            {m.cart_offer_add()}
          </Button>
        )}
        <Button look="ghost" onClick={() => answer(false)}>
          {m.cart_offer_dismiss()}
        </Button>
        {!alone && <Button onClick={() => answer(true)}>{m.cart_offer_add()}</Button>}
      </div>
    </section>
  )
}

function OfferLines({ offer }: { offer: CartItems }) {
  const ids = Object.keys(offer).sort().join(',')
  const { data, loading } = useRead(ids, (signal) => api.product.byIds({ ids }, { signal }))
  const lines = useMemo(
    () => data && linesOfCart(offer, new Map(data.products.map((product) => [product._id, product]))),
    [data, offer],
  )
  if (!lines)
    return loading ? (
      <div className="grid gap-2" aria-hidden>
        {Object.keys(offer).map((id) => (
          <Skeleton key={id} className="h-14 w-full" />
        ))}
      </div>
    ) : null
  return (
    <ul className="grid gap-1 text-ink">
      {lines.map(({ product, quantity }) => (
        <li key={product._id} className="flex items-center gap-3 py-1">
          <Picture image={product.image[0]} sizes="48px" className="size-12 shrink-0 overflow-hidden rounded-tile" />
          <span className="min-w-0 grow font-medium">{productName(product)}</span>
          <span className="figures shrink-0 text-muted">
            {quantity} × {money(product.offerPrice)}
          </span>
        </li>
      ))}
    </ul>
  )
}
