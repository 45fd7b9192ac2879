import { balanceCentsOf } from '../../../contract/values/balance.ts'
import { cents } from '../../../contract/values/money.ts'
import { formatCents } from '../../ui/price.tsx'

/** Formats an amount of the shop's currency that may be below zero. */
export function formatBalance(amount: number): string {
  const text = formatCents(cents(Math.abs(balanceCentsOf(amount))))
  return amount < 0 ? `−${text}` : text
}
