import { openAttempt } from '../../../contract/delivery/failed-attempt.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { LatestAssignment } from '../latest-assignment-queries.ts'

/** Returns the failed attempt after which an order waits, as the API sends it. */
export function failedAttemptToWire({
  status,
  latestAssignment,
}: {
  status: OrderStatus
  latestAssignment: LatestAssignment | null
}): Order['failedAttempt'] {
  const failed = openAttempt(status, latestAssignment ?? undefined, latestAssignment ?? undefined)
  return failed && { ...failed, at: failed.at.toISOString() }
}
