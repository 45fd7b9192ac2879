import type { Order } from '../../../contract/entities/order.ts'
import { cents, centsOf, toWire } from '../../../contract/values/money.ts'

type Sums = Pick<Order, 'amount' | 'cost' | 'cash' | 'rounded'>

/**
 * Returns the cash amount of an order, due or paid, in the shop's currency, if it was rounded down; otherwise
 * undefined.
 */
export function roundedCash({ amount, cost = amount, cash, rounded }: Sums): number | undefined {
  if (cash !== undefined || rounded === undefined) return cash
  return toWire(cents(centsOf(cost) - centsOf(rounded)))
}
