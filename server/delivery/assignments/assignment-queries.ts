import { sql } from 'kysely'
import type { FailedAttemptReason } from '../../../contract/delivery/failed-attempt-rule.ts'
import { newId } from '../../common/ids.ts'
import type { Tx } from '../../database/database.ts'

/* The assignments of orders to riders: who has which order, and how that ended. */

/** The condition that an assignment's order was cancelled on the way, and that its rider has yet to bring it back. */
export const isToBringBack = sql`outcome = 'cancelled' and brought_back_at is null`

export type OpenAssignment = { id: string; rider: string; attempts: number }

/** Returns the assignment of an order that a rider has. The caller has locked the order. */
export function findOpenAssignment(tx: Tx, orderId: string): Promise<OpenAssignment | undefined> {
  return tx
    .selectFrom('deliveryAssignment')
    .select(['id', 'rider', 'attempts'])
    .where('orderId', '=', orderId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
}

export type RiderAssignment = Pick<OpenAssignment, 'id' | 'attempts'> & { isCancelled: boolean }

/**
 * Returns the assignment of an order of a rider's trip, also of one that is to be brought back. The caller has locked
 * the order.
 */
export async function findAssignmentOfRider(
  tx: Tx,
  orderId: string,
  rider: string,
): Promise<RiderAssignment | undefined> {
  const { rows } = await sql<RiderAssignment>`
    select id, attempts, outcome is not null as is_cancelled from delivery_assignment
    where order_id = ${orderId} and rider = ${rider} and (ended_at is null or ${isToBringBack})`.execute(tx)
  return rows[0]
}

/**
 * Returns the assignment of an order that was cancelled on the way, and whether it is back. The caller has locked the
 * order.
 */
export async function findCancelledAssignment(
  tx: Tx,
  orderId: string,
): Promise<{ id: string; isBack: boolean } | undefined> {
  return tx
    .selectFrom('deliveryAssignment')
    .select(['id', sql<boolean>`brought_back_at is not null`.as('isBack')])
    .where('orderId', '=', orderId)
    .where('outcome', '=', 'cancelled')
    .executeTakeFirst()
}

/** Records that a cancelled order was brought back to the shop. */
export async function recordBroughtBack(tx: Tx, assignmentId: string): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({ broughtBackAt: sql<Date>`now()` })
    .where('id', '=', assignmentId)
    .execute()
}

/** Returns how many orders a rider has. */
export async function countOpenAssignments(tx: Tx, rider: string): Promise<number> {
  const { count } = await tx
    .selectFrom('deliveryAssignment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rider', '=', rider)
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Ends the assignments of a rider who brings no more orders: those stay out for delivery, and another rider can take
 * them. The caller has locked the account.
 */
export async function endAssignmentsOf(tx: Tx, rider: string): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({ endedAt: sql<Date>`now()`, outcome: 'ended by the shop' })
    .where('rider', '=', rider)
    .where('endedAt', 'is', null)
    .execute()
}

/** The moment in a statement; without one it is now. */
const momentOr = (happenedAt: string | undefined) => sql<Date>`coalesce(${happenedAt ?? null}::timestamptz, now())`

/**
 * Gives an order to a rider, who took it at `happenedAt`, by default now. The caller has locked the order and seen that
 * no rider has it.
 */
export async function insertAssignment(
  tx: Tx,
  orderId: string,
  rider: string,
  happenedAt: string | undefined,
): Promise<void> {
  await tx
    .insertInto('deliveryAssignment')
    .values({ id: newId(), orderId, rider, takenAt: momentOr(happenedAt) })
    .execute()
}

type AssignmentEnd = {
  /** `returned`: the rider returned it without an attempt, `came back`: after a failed one. */
  outcome: 'delivered' | 'returned' | 'came back'
  receivedBy?: string | null
  photo?: string | null
  /** When it ended, as ISO 8601; by default now. */
  happenedAt: string | undefined
}

/** Ends an assignment that the caller has found open. */
export async function endAssignment(
  tx: Tx,
  assignmentId: string,
  { outcome, receivedBy = null, photo = null, happenedAt }: AssignmentEnd,
): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({ endedAt: momentOr(happenedAt), outcome, receivedBy, photo })
    .where('id', '=', assignmentId)
    .execute()
}

/**
 * Records that an order couldn't be handed over, at `happenedAt` as ISO 8601, by default now. Returns when that was.
 */
export async function recordFailedAttempt(
  tx: Tx,
  assignmentId: string,
  { reason, happenedAt }: { reason: FailedAttemptReason; happenedAt: string | undefined },
): Promise<Date> {
  const { attemptedAt } = await tx
    .updateTable('deliveryAssignment')
    .set({
      attempts: sql<number>`attempts + 1`,
      firstAttemptedAt: sql<Date>`coalesce(first_attempted_at, ${momentOr(happenedAt)})`,
      attemptedAt: momentOr(happenedAt),
      attemptSentAt: happenedAt === undefined ? null : sql<Date>`now()`,
      reason,
    })
    .where('id', '=', assignmentId)
    .returning('attemptedAt')
    .$narrowType<{ attemptedAt: Date }>()
    .executeTakeFirstOrThrow()
  return attemptedAt
}

/**
 * Records that the delivery of an order, if a rider reported it, was undone. If the order is cancelled again, its rider
 * is to bring it back; otherwise the assignment keeps who took it and the photo for the staff. The caller has locked
 * the order.
 */
export async function setDeliveryUndone(tx: Tx, orderId: string, outcome: 'undone' | 'cancelled'): Promise<void> {
  await tx
    .updateTable('deliveryAssignment')
    .set({
      outcome,
      ...(outcome === 'cancelled' && { endedAt: sql<Date>`now()`, receivedBy: null, photo: null }),
    })
    .where('orderId', '=', orderId)
    .where('outcome', '=', 'delivered')
    .execute()
}
