import type { Order } from '../../contract/entities/order.ts'
import { cents, centsOf, toWire } from '../../contract/values/money.ts'

type Sums = Pick<Order, 'amount' | 'cost' | 'cash' | 'rounded'>

/**
 * Returns what of an order is to be paid in cash, or was, in the shop's currency, if that was rounded down; otherwise
 * undefined.
 */
export function roundedCash({ amount, cost = amount, cash, rounded }: Sums): number | undefined {
  if (cash !== undefined || rounded === undefined) return cash
  return toWire(cents(centsOf(cost) - centsOf(rounded)))
}
