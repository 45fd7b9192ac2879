import { riderLimits } from '../../../contract/delivery/rider-limits.ts'
import type { Tx } from '../../database/database.ts'
import { momentBefore } from '../trip/trip-queries.ts'

const hour = 3_600_000

/**
 * Returns for how many milliseconds a tap counts as having waited on the phone, by what the phone said: at most twelve
 * hours, and not at all if that is absent, negative or longer than a day.
 */
function millisecondsWaited(said: number | undefined): number {
  const isAccepted = said !== undefined && said > 0 && said <= riderLimits.acceptedHours * hour
  return isAccepted ? Math.min(said, riderLimits.waitedHours * hour) : 0
}

/**
 * Returns when a rider tapped, as ISO 8601: not before the order's step before it, which bounds what a phone can say.
 * Undefined if the tap was sent at once. `assignmentId` is undefined for taking an order.
 */
export async function momentOfTap(
  tx: Tx,
  { order: orderId, waited }: { order: string; waited?: number },
  assignmentId?: string,
): Promise<string | undefined> {
  const milliseconds = millisecondsWaited(waited)
  return milliseconds === 0 ? undefined : momentBefore(tx, milliseconds, { orderId, assignmentId })
}
