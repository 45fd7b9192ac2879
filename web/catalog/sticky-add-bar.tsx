import { type RefObject, useEffect, useState } from 'react'
import { m } from '../messages/messages.ts'
import type { CardProduct } from '../product/card-product.ts'
import { nameOf } from '../product/product-words.ts'
import { Price } from '../ui/price.tsx'
import { AddToCart } from './add-to-cart.tsx'

/** What its height is, for everything that has to stay clear of it. */
const height = '4.75rem'

/** Whether bars stick in this window: `--unstick` in tokens.css. */
const hasRoom = () => window.innerHeight >= 30 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

type StickyAddBarProps = { product: CardProduct; quantity: number; instead: RefObject<HTMLElement | null> }

/** On a phone: price and button at hand while the real ones aren't wholly in sight. Sits above the bottom bar. */
export function StickyAddBar({ product, quantity, instead }: StickyAddBarProps) {
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const phone = window.matchMedia('(width < 48rem)')
    const watched = instead.current
    if (!watched) return
    const observer = new IntersectionObserver(
      ([entry]) => setShown(phone.matches && hasRoom() && !!entry && entry.intersectionRatio < 0.99),
      // What the search above and the bottom bar cover isn't in sight.
      { rootMargin: '-60px 0px -64px', threshold: [0, 0.99] },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [instead])

  useEffect(() => {
    if (!shown) return
    const { style } = document.documentElement
    style.setProperty('--stuck-bottom', height)
    return () => void style.removeProperty('--stuck-bottom')
  }, [shown])

  if (!shown) return null
  const { name, lang } = nameOf(product)
  return (
    <section
      aria-label={m.product_quick_buy()}
      className="fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] z-30 animate-[toast-in_160ms_var(--ease-out)] border-line border-t bg-surface shadow-float md:hidden"
    >
      <div className="page flex h-19 items-center justify-between gap-4">
        <div className="min-w-0">
          <p lang={lang} className="truncate font-medium text-sm">
            {name}
          </p>
          <Price price={product.price} offerPrice={product.offerPrice} />
        </div>
        <AddToCart product={product} quantity={quantity} place="screen" className="w-44 shrink-0" />
      </div>
    </section>
  )
}
