import { cents } from '../../../contract/money.ts'
import { formatCents } from '../../ui/price.tsx'

/** Formats an amount of the shop's currency that may be below zero. */
export function formatBalance(amount: number): string {
  const text = formatCents(cents(Math.abs(Math.round(amount * 100))))
  return amount < 0 ? `−${text}` : text
}
