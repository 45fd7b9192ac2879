import { type RawBuilder, sql } from 'kysely'
import type { DelayReason } from '../../contract/delivery/delay-reasons.ts'
import type { OpeningHours } from '../../contract/delivery/opening-hours.ts'
import type { PaymentType } from '../../contract/entities/payment.ts'
import type { Product } from '../../contract/entities/product.ts'
import { byOtherOrder, byShopper, type OrderStatus } from '../../contract/orders/order-status.ts'
import type { Language } from '../../contract/values/languages.ts'
import { nameIn } from '../common/name-in.ts'
import type { Db, Tx } from '../database/database.ts'
import { statusIsOpen } from '../database/order-conditions.ts'
import { prepared } from '../database/statement-names.ts'
import { cancelledCents } from './ledger-queries.ts'
import {
  type OrderRow,
  type StaffOrderRow,
  type StoredOrder,
  shopperColumns,
  staffColumns,
  storedColumns,
} from './order-columns-queries.ts'
import { orders } from './order-list-queries.ts'

/**
 * Locks an order until the end of the transaction. Every change of an order takes this lock first. `listed`: whether
 * sellers see it, as an order in cash or one that was paid.
 */
export function lockOrder(tx: Tx, orderId: string) {
  return tx
    .selectFrom('shopOrder')
    .select(['id', 'number', 'shopperId', 'status', 'isPaid', 'paymentType', 'amountCents', 'language', 'windowId'])
    .select(['reductionCents', 'refundedCents', 'balanceCents', 'coinCents', 'listed'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .$narrowType<{ status: OrderStatus; paymentType: PaymentType; language: Language }>()
    .executeTakeFirst()
}

/**
 * Moves an order from one status to another and records when and by whom (undefined for the shop itself). Returns false
 * if it isn't in the first status.
 */
export async function enterStatus(
  tx: Tx,
  orderId: string,
  { from, to, by }: { from: OrderStatus; to: OrderStatus; by?: string },
): Promise<boolean> {
  const { rows } = await sql`
    with moved as (
      update shop_order set status = ${to}, updated_at = now()
      where id = ${orderId} and status = ${from}
      returning id
    )
    insert into order_event (order_id, status, done_by) select id, ${to}, ${by ?? null} from moved
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
 * changed, unless the step was made on the current day of the time zone; without one the day doesn't matter. The caller
 * has locked the order.
 */
export async function undoEvent(
  tx: Tx,
  orderId: string,
  { from, to, by, timeZone }: { from: OrderStatus; to: OrderStatus; by: string; timeZone?: string },
): Promise<boolean> {
  const { rows } = await sql`
    with undone as (
      update order_event set undone_at = now(), undone_by = ${by}
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

const isToday = (timeZone: string) =>
  sql`date_trunc('day', at at time zone ${timeZone}) = date_trunc('day', now() at time zone ${timeZone})`

/** Marks a cash order as unpaid if something of it is to be collected, or it costs nothing and isn't delivered. */
export async function setUnpaidIfOwed(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('shopOrder')
    .set({ isPaid: false })
    .where('id', '=', orderId)
    .where('paymentType', '=', 'COD')
    .where(sql<boolean>`(balance_cents > 0 or (amount_cents = 0 and status <> 'Delivered'))`)
    .execute()
}

type OrderWindow = {
  shopperId: string
  windowId: string | null
  /** Null in a shop without zones, and if its zone was removed: then any window may serve it. */
  zoneId: string | null
  /** Whether it has left the shop once. */
  wasOut: boolean
}

/** Returns the delivery window of an order and the zone that it goes to. */
export async function findOrderWindow(db: Db, orderId: string): Promise<OrderWindow | undefined> {
  const { rows } = await sql<OrderWindow>`
    select shopper_id, window_id,
      (select zone.id from delivery_zone as zone where zone.id = (shop_order.delivery_zone ->> 'id')::uuid) as zone_id,
      exists (select from order_event where order_id = shop_order.id and status = 'Out for delivery') as was_out
    from shop_order where id = ${orderId}`.execute(db)
  return rows[0]
}

/**
 * Moves an order to a window in which the caller has taken capacity, and records from when, and by whom: `byShopper`,
 * or the seller's e-mail. The caller has locked the order.
 */
export async function setOrderWindow(
  tx: Tx,
  orderId: string,
  {
    id,
    startsAt,
    endsAt,
    unconfirmedNumber,
    by,
  }: { id: string; startsAt: Date; endsAt: Date; unconfirmedNumber?: number; by: string },
): Promise<void> {
  await sql`
    insert into order_move (order_id, moved_by, from_start, from_end, to_start, to_end)
    select id, ${by}, deliver_from, promised_at, ${startsAt}, ${endsAt} from shop_order
    where id = ${orderId}`.execute(tx)
  await tx
    .updateTable('shopOrder')
    .set({
      windowId: id,
      ...(unconfirmedNumber !== undefined && { unconfirmedNumber }),
      deliverFrom: startsAt,
      promisedAt: endsAt,
      updatedAt: sql<Date>`now()`,
    })
    .where('id', '=', orderId)
    .execute()
}

/** Notes that an order is in no window any more; what its shopper was promised stays. */
export async function clearWindow(tx: Tx, orderId: string): Promise<void> {
  await tx.updateTable('shopOrder').set({ windowId: null }).where('id', '=', orderId).execute()
}

/**
 * Records when an open ASAP order comes instead of its promised time. Returns false if that was recorded before, or the
 * order is no longer an open ASAP order. The caller has locked the order.
 */
export async function insertDelay(
  tx: Tx,
  orderId: string,
  { expectedAt, reason }: { expectedAt: Date; reason: DelayReason },
): Promise<boolean> {
  const { rows } = await sql`
    insert into order_delay (order_id, expected_at, reason)
    select id, ${expectedAt}, ${reason} from shop_order
    where id = ${orderId} and promised_at is not null and window_id is null and listed
      and ${statusIsOpen}
    on conflict (order_id) do nothing
    returning order_id`.execute(tx)
  return rows.length > 0
}

/**
 * Moves the promised time of an ASAP order by the whole minutes from its placing to a moment, now unless
 * one is given. The caller has locked the order.
 */
export async function movePromise(tx: Tx, orderId: string, to: Date | undefined): Promise<void> {
  await sql`
    update shop_order set promised_at = promised_at + date_trunc('minute', coalesce(${to ?? null}, now()) - created_at)
    where id = ${orderId} and window_id is null and promised_at is not null`.execute(tx)
}

/** Marks an order as paid. */
export async function setPaid(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('shopOrder')
    .set({ isPaid: true, updatedAt: sql<Date>`now()` })
    .where('id', '=', orderId)
    .execute()
}

/** Returns an order as its shopper sees it. Throws if there is none with this id. */
export const getOrder = (db: Db, orderId: string): Promise<OrderRow> => getWith(db, orderId, shopperColumns)

/** Returns an order as the shop's staff see it. Throws if there is none with this id. */
export const getStaffOrder = (db: Db, orderId: string): Promise<StaffOrderRow> => getWith(db, orderId, staffColumns)

async function getWith<Row>(db: Db, orderId: string, columns: RawBuilder<Row>): Promise<Row> {
  const [order] = await orders(db, sql`id = ${orderId}`, { limit: 1 }, columns)
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}

/** Returns the products and quantities of an order. */
export function orderedQuantities(tx: Tx, orderId: string) {
  return tx.selectFrom('orderLine').select(['productId', 'quantity']).where('orderId', '=', orderId).execute()
}

/** Returns an order as its shopper sees it; undefined if it isn't one of this shopper. */
export async function findOrderOfShopper(db: Db, shopperId: string, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await orders(db, sql`id = ${orderId} and shopper_id = ${shopperId}`, { limit: 1 }, shopperColumns)
  return order
}

/** Returns an order for mails and the payment page, with names in the order's language. */
export async function getLocalizedOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('shopOrder')
    .innerJoin('shopper', 'shopper.id', 'shopOrder.shopperId')
    .modifyFront(prepared)
    .select(storedColumns)
    .select([
      'shopOrder.language',
      sql<number>`(shipping_cents + coalesce((
        select sum(shipping_cents) from order_promotion where order_id = shop_order.id), 0))::bigint`.as(
        'deliveryFeeCents',
      ),
      sql<{ expectedAt: string; reason: DelayReason } | null>`(
        select json_build_object('expectedAt', expected_at, 'reason', reason)
        from order_delay where order_id = shop_order.id)`.as('delay'),
      sql<OpeningHours | null>`(select value from setting where topic = 'hours')`.as('hours'),
      // A cancelled order has what it cost before.
      sql<number>`amount_cents - reduction_cents + case when status = 'Cancelled' then ${cancelledCents} else 0 end`.as(
        'dueCents',
      ),
      sql<{ name: string; nameTh: string | null; code: string | null; cents: number }[]>`(
        select coalesce(json_agg(json_build_object('name', name, 'nameTh', name_th, 'code', code,
                                                   'cents', cents + shipping_cents) order by position), '[]')
        from order_promotion where order_id = shop_order.id)`.as('discounts'),
      'shopper.name',
      'shopper.email',
      sql<{ product: Product; quantity: number; unitCents: number; discountCents: number }[]>`(
        select json_agg(json_build_object('product', product, 'quantity', quantity, 'unitCents', offer_price_cents,
                                          'discountCents', discount_cents)
                        order by position)
        from order_line where order_id = shop_order.id)`.as('lines'),
    ])
    .where('shopOrder.id', '=', orderId)
    .$narrowType<StoredOrder & { language: Language }>()
    .executeTakeFirstOrThrow()
  return {
    ...order,
    lines: order.lines.map(({ product, ...line }) => ({
      ...line,
      name: nameIn(order.language, product),
      names: { en: product.name, th: product.nameTh },
      weight: product.Weight,
    })),
  }
}

/** The orders that aren't confirmed, each with the event of its placing. */
const fromUnconfirmed = sql`
  from shop_order as waiting
  join order_event as placed
    on placed.order_id = waiting.id and placed.status = 'Order Placed' and placed.undone_at is null
  where waiting.listed and waiting.status = 'Order Placed'`

/**
 * Returns orders that were placed before a moment and aren't confirmed, the oldest first. If a confirmation was undone,
 * its moment counts instead.
 */
export async function unconfirmedSince(db: Db, moment: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select waiting.id ${fromUnconfirmed} and placed.at <= ${moment}
      and not exists (select from order_event where order_id = waiting.id and undone_at > ${moment})
    order by waiting.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Minutes after which an order that isn't confirmed is mailed to the sellers again. */
const reminderMinutes = 5

/** Days after which an order isn't worth a reminder: more than a shop is closed for a holiday. */
const reminderDays = 30

/** Marks orders that have waited for their confirmation for some minutes as reminded of, and returns their ids. */
export async function claimReminders(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update shop_order set reminded_at = now()
    where id in (
      select waiting.id ${fromUnconfirmed} and waiting.reminded_at is null
        and placed.at between now() - make_interval(days => ${reminderDays}) and now() - make_interval(mins => ${reminderMinutes})
      order by waiting.id limit 100
      for update of waiting skip locked)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
