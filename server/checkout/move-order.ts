import { mayFollow, type OrderStatus, statusNames } from '../../contract/order-status.ts'
import type { Language } from '../../contract/shop.ts'
import { queueCancelledMail } from '../mail/queue-mail.ts'
import { type Db, inTransaction } from '../platform/database.ts'
import { isId } from '../platform/ids.ts'
import { refuseUnless } from '../platform/refusal.ts'
import { cancelOrder } from './cancel-order.ts'
import { enterStatus, lockOrder, setPaid } from './queries.ts'

export type OrderMove = {
  id: string
  /** The status that the seller saw. */
  from: OrderStatus
  to: OrderStatus
  /** Of the seller, for what is refused. */
  language: Language
}

/**
 * Moves an order along, as its seller does. Cancelling returns counted stock, owes back what was paid online, and
 * tells the shopper by mail; a cash order that is delivered is paid.
 *
 * Refuses `order_unknown` (also for an order that nobody has paid yet), `order_moved` when it isn't where the seller
 * saw it, and `status_not_next`.
 */
export async function moveOrder(db: Db, { id, from, to, language }: OrderMove): Promise<void> {
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order && (order.paymentType === 'COD' || order.isPaid), 'order_unknown')
    const names = (status: OrderStatus) => statusNames[status][language]
    refuseUnless(order.status === from, 'order_moved', { places: { status: names(order.status) } })
    refuseUnless(mayFollow(from, to), 'status_not_next', { places: { from: names(from), to: names(to) } })
    if (to === 'Cancelled') {
      await cancelOrder(tx, id, from)
      await queueCancelledMail(tx, id)
      return
    }
    await enterStatus(tx, id, { from, to })
    if (to === 'Delivered' && order.paymentType === 'COD') await setPaid(tx, id)
  })
}
