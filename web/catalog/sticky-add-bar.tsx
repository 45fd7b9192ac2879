import { type RefObject, useEffect, useState } from 'react'
import { nameWithLanguage } from '../messages/local-name.ts'
import { m } from '../messages/messages.ts'
import type { CardProduct } from '../product/card-product.ts'
import { Price } from '../ui/price.tsx'
import { AddToCart } from './add-to-cart.tsx'

/** Its height, for elements that must not be covered by it. */
const height = '4.75rem'

/** Returns whether the window is high enough for sticky bars: `--unstick` in tokens.css. */
const isHighEnough = () =>
  window.innerHeight >= 30 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)

type StickyAddBarProps = { product: CardProduct; quantity: number; instead: RefObject<HTMLElement | null> }

/** On a phone: price and button above the bottom bar while those of the page aren't fully visible. */
export function StickyAddBar({ product, quantity, instead }: StickyAddBarProps) {
  const [shown, setShown] = useState(false)

  useEffect(() => {
    const phone = window.matchMedia('(width < 48rem)')
    const watched = instead.current
    if (!watched) return
    const observer = new IntersectionObserver(
      ([entry]) => setShown(phone.matches && isHighEnough() && !!entry && entry.intersectionRatio < 0.99),
      // The areas under the header's search and the bottom bar aren't visible.
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
  const { name, lang } = nameWithLanguage(product)
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
        <AddToCart product={product} quantity={quantity} layout="screen" className="w-44 shrink-0" />
      </div>
    </section>
  )
}
