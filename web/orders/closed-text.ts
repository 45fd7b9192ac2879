import type { Order } from '../../contract/entities/order.ts'
import { formatOpening } from '../messages/format-opening.ts'
import { m } from '../messages/messages.ts'

/**
 * Returns that the shop is closed now, and when an order is packed that waits for its opening; undefined while it is open, and
 * of an order that is being packed.
 */
export function closedText({ closed, status }: Pick<Order, 'closed' | 'status'>, now = Date.now()): string | undefined {
  const isWaiting = status === 'Awaiting payment' || status === 'Order Placed' || status === 'Confirmed'
  if (!closed || !isWaiting || now < Date.parse(closed.from)) return undefined
  if (closed.opensAt === null) return m.windows_closed_order_unknown()
  if (now >= Date.parse(closed.opensAt)) return undefined
  return m.windows_closed_order({ when: formatOpening(closed.opensAt, now) })
}
