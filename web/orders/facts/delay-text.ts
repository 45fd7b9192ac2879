import type { Order } from '../../../contract/entities/order.ts'
import { isFinal } from '../../../contract/orders/order-status.ts'
import { formatDelay } from '../../messages/format-delay.ts'

/**
 * Returns when an order comes instead of the time promised, and why; undefined unless it is late. Of an order on its
 * way, only a delay of the ride counts: its time is that of the ride.
 */
export function delayText(order: Pick<Order, 'status' | 'delivery' | 'failedAttempt'>): string | undefined {
  const { status, delivery } = order
  if (!delivery || isTimeVoid(order) || isFinal(status)) return undefined
  if (status === 'Out for delivery' && delivery.late?.reason !== 'ride') return undefined
  return formatDelay(delivery)
}

/**
 * Returns whether the promised time is void: the order came back, no other time was chosen since, and its window, if it
 * has one, had begun.
 */
export const isTimeVoid = ({ failedAttempt, delivery }: Pick<Order, 'failedAttempt' | 'delivery'>): boolean =>
  failedAttempt?.back === true && !failedAttempt.moved && !(delivery?.from && delivery.from > failedAttempt.at)
