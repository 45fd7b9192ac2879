import { type Cents, centsOf, formatMoney } from '../../contract/values/money.ts'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'

/** Formats cents in the shop's currency. */
export function formatCents(amount: Cents): string {
  return formatMoney(amount, shop.currency.symbol)
}

/** Formats an amount as the API sends it, such as a price, in the shop's currency. */
export function formatAmount(amount: number): string {
  return formatCents(centsOf(amount))
}

type PriceProps = { price: number; offerPrice: number; size?: 'small' | 'medium' | 'large'; className?: string }

const sizes = { small: 'text-base', medium: 'text-xl', large: 'text-3xl' }

/** The offer price, and beside it the regular price, struck through. Both are labelled for screen readers. */
export function Price({ price, offerPrice, size = 'medium', className = '' }: PriceProps) {
  return (
    <span className={`figures flex flex-wrap items-baseline gap-x-2 ${className}`}>
      <span className={`font-bold leading-[1.25] ${sizes[size]}`}>
        <span className="sr-only">{`${m.ui_price()} `}</span>
        {formatAmount(offerPrice)}
      </span>
      {price > offerPrice && (
        <span className={size === 'large' ? 'text-lg text-muted' : 'text-muted text-sm'}>
          <span className="sr-only">{`${struckPriceLabel()} `}</span>
          <s>{formatAmount(price)}</s>
        </span>
      )}
    </span>
  )
}

/** Returns the label of a struck price, for screen readers. */
export function struckPriceLabel(): string {
  return shop.struckPrices === 'asked' ? m.ui_price_before() : m.ui_price_regular()
}

/** Returns the discount of the offer price in whole percent, rounded down; 0 if there is none. */
export function percentOff(price: number, offerPrice: number): number {
  if (price <= offerPrice) return 0
  // In cents, because floating point results in 28.999… for 100 and 71.
  const before = centsOf(price)
  const now = centsOf(offerPrice)
  return Math.floor(((before - now) * 100) / before)
}
