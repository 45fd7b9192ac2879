import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { findAssignmentOfRider } from '../../delivery/assignments/assignment-queries.ts'
import { lockOrder } from '../../orders/queries.ts'
import { momentOfTap } from './tap-moment.ts'
import { findTap, recordTap } from './tap-queries.ts'

/** A call that a rider's phone may repeat: it is applied once. */
export type TapRequest = {
  /** Chosen by the phone. */
  id: string
  /** The id of the order. */
  order: string
  /** The rider's e-mail. */
  rider: string
  /** For how many milliseconds it has waited on the phone, as the phone says. */
  waited?: number
}

/**
 * Runs `work` once for a tap of a rider's phone, however often it is sent; a refused one has done nothing and can be
 * sent again. Throws `order_unknown`, and `id_reused` if its id belongs to another tap.
 */
export async function applyOnce(
  db: Db,
  { id, order, rider }: TapRequest,
  /** As it is stored with the tap. */
  kind: 'take' | 'returned' | 'delivered' | 'failed attempt',
  work: (tx: Tx) => Promise<void>,
): Promise<void> {
  refuseUnless(isId(order), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const what = `${kind} ${order}`
    if (await recordTap(tx, { id, rider, what })) return work(tx)
    const first = await findTap(tx, id)
    refuseUnless(first?.rider === rider && first.what === what, 'id_reused')
  })
}

/**
 * Locks an order of the rider's trip, which may be cancelled, and to be brought back. Returns it with its assignment
 * and, if the tap waited, when it was made. Throws `not_your_trip`.
 */
export async function lockOwnAssignment(tx: Tx, tap: TapRequest) {
  const { order: orderId, rider } = tap
  const order = await lockOrder(tx, orderId)
  const assignment = order && (await findAssignmentOfRider(tx, orderId, rider))
  refuseUnless(order && assignment, 'not_your_trip')
  return { order, assignment, happenedAt: await momentOfTap(tx, tap, assignment.id) }
}
