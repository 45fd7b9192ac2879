import type { SellerOrder } from '../../../contract/entities/order.ts'
import { smallestCoin } from '../../../contract/pricing/cash-coins.ts'
import { balanceCentsOf } from '../../../contract/values/balance.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { unrefundedCents } from '../../orders/facts/paid-sums.ts'
import { shop } from '../../shop.ts'

/**
 * Returns since when an order's money is open: since the first refund, receipt or cancellation that isn't fully paid
 * out yet; since the order was made if money is to be collected.
 */
export function openSince(order: SellerOrder): string {
  const { createdAt, status, timeline, refunds = [], movements = [], money } = order
  let open = -balanceCentsOf(money.balance)
  if (open <= 0) return createdAt
  const changes = [
    ...refunds.map((refund) => ({ at: refund.at, cents: centsOf(refund.amount) })),
    ...movements.flatMap(({ kind, at, amount }) =>
      kind === 'received' ? [{ at, cents: balanceCentsOf(amount) }] : [],
    ),
  ]
  const cancelled = timeline.findLast((step) => step.status === 'Cancelled')?.at
  if (status === 'Cancelled' && cancelled) changes.push({ at: cancelled, cents: unrefundedCents(order) })
  // Payouts settled the oldest debts first, so the newest are open.
  let since = createdAt
  for (const { at, cents } of changes.sort((a, b) => Date.parse(b.at) - Date.parse(a.at))) {
    since = at
    open -= cents
    // Less than a coin is what a refund in cash was rounded by.
    if (open < smallestCoin(shop.currency.code)) break
  }
  return since
}

/** Returns the reasons of the refunds that aren't fully paid out yet, each once. */
export function openReasons(order: SellerOrder): string[] {
  const since = Date.parse(openSince(order))
  const open = (order.refunds ?? []).filter(({ at }) => Date.parse(at) >= since)
  return [...new Set(open.map(({ reason }) => reason))]
}
