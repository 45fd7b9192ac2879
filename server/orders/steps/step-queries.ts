import { sql } from 'kysely'
import { byOtherOrder, byShopper, type OrderStatus } from '../../../contract/orders/order-status.ts'
import type { Tx } from '../../database/database.ts'
import { isCancelledUntilDelivered } from '../order-columns-queries.ts'

/**
 * Moves an order from one status to another and records when and by whom (undefined for the shop itself). `happenedAt`
 * is when it happened, as ISO 8601, if the shop learns of it later. Returns false if it isn't in the first status.
 */
export async function enterStatus(
  tx: Tx,
  orderId: string,
  { from, to, by, happenedAt }: { from: OrderStatus; to: OrderStatus; by?: string; happenedAt?: string },
): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update shop_order set status = ${to}, updated_at = now()
      where id = ${orderId} and status = ${from}
      returning id
    )
    insert into order_event (order_id, status, done_by, happened_at)
    select id, ${to}, ${by ?? null}, ${happenedAt ?? null}::timestamptz from moved
    returning order_id`.execute(tx)
  return rows.length > 0
}

/** Marks an order as packed. `by` is the seller, undefined if it left the shop unmarked. Keeps an existing mark. */
export async function insertPacked(tx: Tx, orderId: string, by: string | undefined): Promise<void> {
  await tx
    .insertInto('orderPacked')
    .values({ orderId, packedBy: by ?? null })
    .onConflict((conflict) => conflict.column('orderId').doNothing())
    .execute()
}

/** Deletes the packed mark that an order got only by leaving the shop; one that a seller set stays. */
export async function deletePackedByLeaving(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('orderPacked').where('orderId', '=', orderId).where('packedBy', 'is', null).execute()
}

/** Deletes the packed mark of an order. */
export async function deletePacked(tx: Tx, orderId: string): Promise<void> {
  await tx.deleteFrom('orderPacked').where('orderId', '=', orderId).execute()
}

/**
 * Undoes an order's step to a status and records by whom: it has the status before again. Returns false, with nothing
 * changed, unless the step was recorded on the current day of the time zone; without one the day doesn't matter.
 * `happenedAt` is as for {@link enterStatus}. The caller has locked the order.
 */
export async function revertStatus(
  tx: Tx,
  orderId: string,
  {
    from,
    to,
    by,
    timeZone,
    happenedAt,
  }: { from: OrderStatus; to: OrderStatus; by: string; timeZone?: string; happenedAt?: string },
): Promise<boolean> {
  const { rows } = await sql`
    with undone as (
      update order_event set undone_at = now(), undone_by = ${by}, undone_happened_at = ${happenedAt ?? null}::timestamptz
      where order_id = ${orderId} and status = ${from} and undone_at is null
        and ${timeZone === undefined ? sql`true` : isToday(timeZone)}
      returning order_id
    )
    update shop_order set status = ${to}, updated_at = now(),
      -- A later order may have its number by now. One that was confirmed before isn't counted.
      unconfirmed_number = case when ${to} <> 'Order Placed' then unconfirmed_number end
    from undone where shop_order.id = undone.order_id
    returning shop_order.id`.execute(tx)
  return rows.length > 0
}

/** By the time of recording, as the money of the step was booked then. */
const isToday = (timeZone: string) =>
  sql`date_trunc('day', at at time zone ${timeZone}) = date_trunc('day', now() at time zone ${timeZone})`

/** Returns whether an order was cancelled until it was delivered. */
export async function wasCancelledUntilDelivered(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shop_order where id = ${orderId} and ${isCancelledUntilDelivered}`.execute(tx)
  return rows.length > 0
}

/** Returns whether an order was cancelled by `by`: a seller's e-mail, or a name of contract/orders/order-status.ts. */
export async function wasCancelledBy(tx: Tx, orderId: string, by: string): Promise<boolean> {
  const event = await tx
    .selectFrom('orderEvent')
    .select('doneBy')
    .where('orderId', '=', orderId)
    .where('status', '=', 'Cancelled')
    .where('undoneAt', 'is', null)
    .executeTakeFirst()
  return event?.doneBy === by
}

/** Records that an order of a shopper that another one replaced was cancelled by the shopper: the other one is gone. */
export async function setReplacedCancelled(tx: Tx, shopperId: string, orderId: string): Promise<void> {
  await tx
    .updateTable('orderEvent')
    .set({ doneBy: byShopper })
    .from('shopOrder')
    .whereRef('shopOrder.id', '=', 'orderEvent.orderId')
    .where('shopOrder.shopperId', '=', shopperId)
    .where('orderEvent.orderId', '=', orderId)
    .where('orderEvent.status', '=', 'Cancelled')
    .where('orderEvent.doneBy', '=', byOtherOrder)
    .execute()
}
