import type { Order } from '../../contract/entities.ts'
import type { OrderStatus } from '../../contract/order-status.ts'

export type TimelineStep = {
  status: OrderStatus
  /** When it happened, ISO 8601; undefined for what is still to come. */
  at: string | undefined
}

/** The way of an order that nothing stops. */
const way: readonly OrderStatus[] = ['Order Placed', 'Confirmed', 'Packing', 'Out for delivery', 'Delivered']

/** What has happened to an order, in the order in which it did, and what is still to come. */
export function timelineOf({ timeline, status }: Pick<Order, 'timeline' | 'status'>): TimelineStep[] {
  const happened = timeline.map(({ status, at }) => ({ status, at }))
  if (status === 'Cancelled' || status === 'Delivered') return happened
  const toCome = way.slice(way.indexOf(status) + 1)
  return [...happened, ...toCome.map((step) => ({ status: step, at: undefined }))]
}
