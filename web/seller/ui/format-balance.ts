import { balanceCentsOf } from '../../../contract/values/balance.ts'
import { cents } from '../../../contract/values/money.ts'
import { shop } from '../../shop.ts'
import { formatCents } from '../../ui/price.tsx'

/** Formats an amount of the shop's currency that may be below zero. */
export function formatBalance(amount: number): string {
  const text = formatCents(cents(Math.abs(balanceCentsOf(amount))))
  return amount < 0 ? `−${text}` : text
}

/** Formats an amount for an axis: `฿1.5K`. */
export function formatShortBalance(amount: number): string {
  const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(Math.abs(amount))
  return `${amount < 0 ? '−' : ''}${shop.currency.symbol}${short}`
}
