import type { Order } from '../../../contract/entities/order.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'

type Sums = Pick<Order, 'subtotal' | 'tax' | 'amount' | 'discounts' | 'delivery'>

/** Returns whether the tax of an order is within its prices, rather than added to their sum. */
function isTaxIncluded({ subtotal, tax, amount, discounts = [], delivery }: Sums): boolean {
  const discount = discounts.reduce((sum, each) => sum + centsOf(each.amount), 0)
  const untaxed = centsOf(subtotal) - discount + centsOf(delivery?.fee ?? 0)
  return tax > 0 && centsOf(amount) < untaxed + centsOf(tax)
}

/** Returns what an order's tax is called. If the order costs less by now, it names the sum that includes the tax. */
export function taxLabel(order: Sums & Pick<Order, 'cost' | 'status'>): string {
  if (!isTaxIncluded(order)) return m.orders_tax()
  return order.cost === undefined && order.status !== 'Cancelled'
    ? m.orders_tax_included()
    : m.orders_tax_included_in({ amount: formatAmount(order.amount) })
}
