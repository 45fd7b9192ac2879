import type { SellerOrder } from '../../../contract/entities/order.ts'
import { balanceCentsOf } from '../../../contract/values/balance.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { restRefunded } from '../../orders/paid-sums.ts'

/**
 * Returns since when an order's money is open: since the first refund, or the cancellation, that isn't paid out yet;
 * since the order was made if money is to be collected.
 */
export function openSince(order: SellerOrder): string {
  const { createdAt, status, timeline, refunds = [], money } = order
  let open = -balanceCentsOf(money.balance)
  if (open <= 0) return createdAt
  const cancelled = timeline.findLast((step) => step.status === status)?.at
  const debts = refunds.map(({ at, amount }) => ({ at, amount }))
  if (status === 'Cancelled' && cancelled) debts.push({ at: cancelled, amount: restRefunded(order) })
  // Payouts settled the oldest debts first, so the newest are open.
  let since = createdAt
  for (const { at, amount } of debts.reverse()) {
    if (open <= 0) break
    since = at
    open -= centsOf(amount)
  }
  return since
}
