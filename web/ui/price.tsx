import { centsOf, formatMoney } from '../../contract/money.ts'
import { shop } from '../../shop.config.ts'
import { m } from '../messages/messages.ts'

/** A sum of the wire (in the shop's currency) as people read it. */
export function money(wire: number): string {
  return formatMoney(centsOf(wire), shop.currency.symbol)
}

type PriceProps = { price: number; offerPrice: number; size?: 'small' | 'medium' | 'large'; className?: string }

const sizes = { small: 'text-base', medium: 'text-xl', large: 'text-3xl' }

/** The offer price, and beside it the price before, struck through. Both are named for screen readers. */
export function Price({ price, offerPrice, size = 'medium', className = '' }: PriceProps) {
  return (
    <span className={`figures flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className={`font-bold leading-[1.25] ${sizes[size]}`}>
        <span className="sr-only">{`${m.ui_price()} `}</span>
        {money(offerPrice)}
      </span>
      {price > offerPrice && (
        <span className={size === 'large' ? 'text-lg text-muted' : 'text-muted text-sm'}>
          <span className="sr-only">{`${m.ui_price_before()} `}</span>
          <s>{money(price)}</s>
        </span>
      )}
    </span>
  )
}

/** By how much the offer is below the price, in whole percent, rounded down; 0 when it isn't. */
export function percentOff(price: number, offerPrice: number): number {
  if (price <= offerPrice) return 0
  // In cents: of 100 and 71 a fraction would come to 28.999…
  const [before, now] = [centsOf(price), centsOf(offerPrice)]
  return Math.floor(((before - now) * 100) / before)
}
