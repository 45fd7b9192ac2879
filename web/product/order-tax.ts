import type { Order } from '../../contract/entities/order.ts'
import { centsOf } from '../../contract/values/money.ts'

type Sums = Pick<Order, 'subtotal' | 'tax' | 'amount' | 'discounts' | 'delivery'>

/** Returns whether the tax of an order is within its prices, rather than added to their sum. */
export function isTaxIncluded({ subtotal, tax, amount, discounts = [], delivery }: Sums): boolean {
  const discount = discounts.reduce((sum, each) => sum + centsOf(each.amount), 0)
  const untaxed = centsOf(subtotal) - discount + centsOf(delivery?.fee ?? 0)
  return tax > 0 && centsOf(amount) < untaxed + centsOf(tax)
}
