import type { Order } from '../../../contract/entities/order.ts'
import { formatOpening } from '../../messages/format-opening.ts'
import { m } from '../../messages/messages.ts'
import { shopNow } from '../../shop-clock.ts'

/** Milliseconds by which a phone's clock may be behind the shop's, which says from when it is closed. */
const clockTolerance = 120_000

/**
 * Returns that the shop is closed now, and until when an order waits for its opening: to be packed, or, if it has a
 * delivery time, to be confirmed or to have its slip checked. The minutes of an unpaid ASAP order begin after
 * it. Undefined while the shop is open, and of an order that doesn't wait for it, such as one that was booked before
 * its day was closed for new orders.
 */
export function closedText(
  { closed, status, slip, delivery }: Pick<Order, 'closed' | 'status' | 'slip' | 'delivery'>,
  now = shopNow(),
): string | undefined {
  if (status === 'Awaiting payment' && slip === 'waiting') return closedSlipText(closed, now)
  if (status === 'Awaiting payment' && delivery?.asap) return closedUnpaidText(closed, now)
  const hasTime = delivery?.promisedAt !== undefined
  const isWaiting = status === 'Order Placed' || (!hasTime && (status === 'Awaiting payment' || status === 'Confirmed'))
  const comesBefore = hasTime && closed?.opensAt && Date.parse(delivery.promisedAt ?? '') <= Date.parse(closed.opensAt)
  if (!isWaiting || comesBefore) return undefined
  return hasTime
    ? textOf(closed, now, [m.windows_closed_waits, m.windows_closed_waits_unknown])
    : textOf(closed, now, [m.windows_closed_order, m.windows_closed_order_unknown])
}

/** Returns that the shop is closed now, and when it checks a slip; undefined while it is open. */
export const closedSlipText = (closed: Order['closed'], now: number): string | undefined =>
  textOf(closed, now, [m.windows_closed_slip, m.windows_closed_slip_unknown])

/**
 * Returns that the shop is closed now, so that an order comes after its opening even if it is paid now; undefined while
 * it is open.
 */
export const closedUnpaidText = (closed: Order['closed'], now: number): string | undefined =>
  textOf(closed, now, [m.windows_closed_unpaid, m.windows_closed_unpaid_unknown])

function textOf(
  closed: Order['closed'],
  now: number,
  [opens, unknown]: [(values: { when: string }) => string, () => string],
): string | undefined {
  if (!closed || now < Date.parse(closed.from) - clockTolerance) return undefined
  if (closed.opensAt === null) return unknown()
  return now < Date.parse(closed.opensAt) ? opens({ when: formatOpening(closed.opensAt, now) }) : undefined
}
