import type { Order } from '../../contract/entities.ts'
import { centsOf } from '../../contract/money.ts'

/** Returns whether the tax of an order is within its prices, rather than added to their sum. */
export function isTaxIncluded({ subtotal, tax, amount }: Pick<Order, 'subtotal' | 'tax' | 'amount'>): boolean {
  return tax > 0 && centsOf(amount) < centsOf(subtotal) + centsOf(tax)
}
