import type { Order } from '../../../contract/entities/order.ts'
import { byOtherOrder, byRule, byShopper } from '../../../contract/orders/order-status.ts'
import { limits } from '../../../contract/values/limits.ts'

/** What happened to the money of an order that ended, if that needs a message. */
export type OrderOutcome =
  | 'refund due'
  | 'refund waits'
  | 'refunded'
  | 'cancelled by you'
  | 'replaced'
  /** By PromptPay, cancelled, with a slip that the shop hasn't decided about. */
  | 'slip waits'
  /** By PromptPay, cancelled, and the shop didn't accept the last slip. */
  | 'slip rejected'
  /** By PromptPay, cancelled by the shopper or for another order. A transfer may have been made. */
  | 'transfer dropped'
  | 'transfer replaced'
  | 'unpaid in time'
  | 'payment failed'
  /** The gateway processed a payment without a result, which can still come. */
  | 'payment not completed'
  /** By PromptPay. A transfer that the shop doesn't know of may have been made. */
  | 'no transfer in time'
  /** In cash, cancelled by the shopper, by the shop, or by the rule for orders that the shop doesn't confirm. */
  | 'nothing to pay, cancelled by you'
  | 'nothing to pay, cancelled by the shop'
  | 'nothing to pay'

/** Returns the outcome of an order; undefined if it hasn't ended or needs no message about money. */
export function outcomeOf(
  order: Pick<Order, 'status' | 'paymentType' | 'isPaid' | 'refund' | 'processing' | 'slip' | 'createdAt' | 'timeline'>,
): OrderOutcome | undefined {
  if (order.refund === 'needs action') return 'refund waits'
  if (order.refund) return order.refund === 'due' ? 'refund due' : 'refunded'
  if (order.status !== 'Cancelled' || order.isPaid) return undefined
  const cancelled = order.timeline.find(({ status }) => status === 'Cancelled')
  if (order.paymentType === 'COD') {
    if (cancelled?.by === byShopper) return 'nothing to pay, cancelled by you'
    return cancelled?.by === byRule ? 'nothing to pay' : 'nothing to pay, cancelled by the shop'
  }
  if (order.paymentType === 'PromptPay') {
    if (order.slip) return order.slip === 'waiting' ? 'slip waits' : 'slip rejected'
    if (cancelled?.by === byShopper) return 'transfer dropped'
    return cancelled?.by === byOtherOrder ? 'transfer replaced' : 'no transfer in time'
  }
  if (cancelled?.by === byShopper) return 'cancelled by you'
  if (cancelled?.by === byOtherOrder) return 'replaced'
  if (order.processing) return 'payment not completed'
  const cancelledAt = cancelled?.at
  const lasted = cancelledAt === undefined ? Number.NaN : Date.parse(cancelledAt) - Date.parse(order.createdAt)
  // The gateway ends a payment page to the second; an earlier end means declined or abandoned.
  return lasted < limits.paymentMinutes * 60_000 - 5000 ? 'payment failed' : 'unpaid in time'
}

/**
 * Returns whether the shopper may still send a slip of a cancelled order, or look at one that waits, at a time in
 * milliseconds. The shop says until when.
 */
export const takesSlip = ({ status, isPaid, slip, slipUntil }: LateSlip, now: number): boolean =>
  status === 'Cancelled' && !isPaid && (slip === 'waiting' || isSlipTaken(slipUntil, now))

type LateSlip = Pick<Order, 'status' | 'isPaid' | 'slip' | 'slipUntil'>

/** Returns whether a slip of a cancelled order is taken at a time in milliseconds. `until` is absent if none is. */
export const isSlipTaken = (until: string | undefined, now: number): boolean =>
  until !== undefined && Date.parse(until) > now

/** Returns the whole minutes left until `payBy`, rounded down; undefined once it has passed. */
export function minutesLeft(payBy: string, now: number): number | undefined {
  const left = Date.parse(payBy) - now
  return left > 0 ? Math.floor(left / 60_000) : undefined
}
