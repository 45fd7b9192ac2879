import type { Order } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import { byOtherOrder, byShopper } from '../../contract/order-status.ts'

/** What happened to the money of an order that ended, if that needs a message. */
export type OrderOutcome =
  | 'refund due'
  | 'refund waits'
  | 'refunded'
  | 'cancelled by you'
  | 'replaced'
  | 'unpaid in time'
  | 'payment failed'
  /** The gateway processed a payment without a result, which can still come. */
  | 'payment not completed'
  /** By PromptPay. A transfer that the shop doesn't know of may have been made. */
  | 'no transfer in time'
  | 'cancelled, nothing to pay'

export function outcomeOf(
  order: Pick<Order, 'status' | 'paymentType' | 'isPaid' | 'refund' | 'processing' | 'createdAt' | 'timeline'>,
): OrderOutcome | undefined {
  if (order.refund === 'waits') return 'refund waits'
  if (order.refund) return order.refund === 'due' ? 'refund due' : 'refunded'
  if (order.status !== 'Cancelled' || order.isPaid) return undefined
  if (order.paymentType === 'COD') return 'cancelled, nothing to pay'
  const cancelled = order.timeline.find(({ status }) => status === 'Cancelled')
  if (cancelled?.by === byShopper) return 'cancelled by you'
  if (cancelled?.by === byOtherOrder) return 'replaced'
  if (order.paymentType === 'PromptPay') return 'no transfer in time'
  if (order.processing) return 'payment not completed'
  const cancelledAt = cancelled?.at
  const lasted = cancelledAt === undefined ? Number.NaN : Date.parse(cancelledAt) - Date.parse(order.createdAt)
  // The gateway ends a payment page to the second; an earlier end means declined or abandoned.
  return lasted < limits.paymentMinutes * 60_000 - 5000 ? 'payment failed' : 'unpaid in time'
}

/** Returns the whole minutes left until `payBy`, rounded down; undefined once it has passed. */
export function minutesLeft(payBy: string, now: number): number | undefined {
  const left = Date.parse(payBy) - now
  return left > 0 ? Math.floor(left / 60_000) : undefined
}
