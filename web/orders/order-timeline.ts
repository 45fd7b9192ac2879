import type { Order } from '../../contract/entities.ts'
import { nextStep, type OrderStatus } from '../../contract/order-status.ts'

export type TimelineStep = {
  status: OrderStatus
  /** When it happened, ISO 8601; undefined for what is still to come. */
  at: string | undefined
}

/** What has happened to an order, in the order in which it did, and what is still to come. */
export function timelineOf({ timeline, status }: Pick<Order, 'timeline' | 'status'>): TimelineStep[] {
  const happened = timeline.map(({ status, at }) => ({ status, at }))
  return [...happened, ...stepsAfter(status).map((step) => ({ status: step, at: undefined }))]
}

function stepsAfter(status: OrderStatus): OrderStatus[] {
  const next = nextStep(status)
  return next ? [next, ...stepsAfter(next)] : []
}
