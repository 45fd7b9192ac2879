import type { Order } from '../../../contract/entities/order.ts'
import { nextStatus, type OrderStatus } from '../../../contract/orders/order-status.ts'

export type TimelineStep = {
  status: OrderStatus
  /** When it happened, ISO 8601; undefined for a future step. */
  at: string | undefined
}

/** Returns the past steps of an order in their order, and the future ones. */
export function timelineOf({ timeline, status }: Pick<Order, 'timeline' | 'status'>): TimelineStep[] {
  const happened = timeline.map(({ status, at }) => ({ status, at }))
  return [...happened, ...stepsAfter(status).map((step) => ({ status: step, at: undefined }))]
}

function stepsAfter(status: OrderStatus): OrderStatus[] {
  const next = nextStatus(status)
  return next ? [next, ...stepsAfter(next)] : []
}
