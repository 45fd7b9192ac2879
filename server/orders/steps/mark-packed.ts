import { statusNames } from '../../../contract/orders/order-status.ts'
import { isId } from '../../common/ids.ts'
import { refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { lockOrder } from '../queries.ts'
import { deletePacked, insertPacked } from './step-queries.ts'

export type PackedMark = {
  id: string
  packed: boolean
  /** The seller's e-mail. */
  by: string
}

/**
 * Records that an order that is being packed is packed, or that it isn't after all. Repeating it changes nothing.
 * Throws `order_unknown`, and `status_changed` unless its status is Packing.
 */
export async function markPacked(db: Db, { id, packed, by }: PackedMark): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order?.listed, 'order_unknown')
    refuseUnless(order.status === 'Packing', 'status_changed', { values: { status: statusNames[order.status] } })
    if (packed) await insertPacked(tx, id, by)
    else await deletePacked(tx, id)
  })
}
