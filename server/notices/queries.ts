import { sql } from 'kysely'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import { type NoticeKind, type NoticeKinds, noticeKinds } from '../../contract/staff/notices.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import type { Language } from '../../contract/values/languages.ts'
import { display } from '../../contract/values/limits.ts'
import { newId } from '../common/ids.ts'
import { type Db, type Tx, wasDeleted } from '../database/database.ts'

/* Queries of the devices that get notices, and of what the notices say. */

/** Devices of one of the staff; the one that wasn't used for longest goes. */
const devicesOfSeller = 10
/** Devices that one event is pushed to. */
const devicesOfShop = 200
/** Days after which a device that didn't open the seller's area gets no more notices. */
const deviceDays = 30

/** Whether a device or the LINE group gets notices: an expression for statements that only need to know that. */
export const hasNotices = sql<boolean>`(
  exists (select from push_device) or exists (select from line_channel where recipient is not null))`

export type Device = {
  id: string
  endpoint: string
  p256dh: string
  auth: string
  client: string
  language: Language
} & NoticeKinds

const columns = ['id', 'endpoint', 'p256dh', 'auth', 'client', 'language', ...noticeKinds] as const

/** Returns a seller's devices, the newest first. */
export function devicesOf(db: Db, sellerId: string): Promise<(Device & { createdAt: Date })[]> {
  return db
    .selectFrom('pushDevice')
    .select([...columns, 'createdAt'])
    .$narrowType<{ language: Language }>()
    .where('sellerId', '=', sellerId)
    .orderBy('seenAt', 'desc')
    .orderBy('id')
    .limit(devicesOfSeller)
    .execute()
}

/** Returns the id of the open session of a token's hash, which can't end until the transaction does. */
export async function lockSession(tx: Tx, tokenHash: string): Promise<string | undefined> {
  const session = await tx
    .selectFrom('sellerSession')
    .select('id')
    .where('token', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .forKeyShare()
    .executeTakeFirst()
  return session?.id
}

/**
 * Stores a device, or updates the stored one with its endpoint. An endpoint of another account moves to this one: only
 * the browser that it belongs to knows it. If the seller has too many devices, deletes the least recently used.
 */
export async function storeDevice(
  tx: Tx,
  device: Omit<Device, 'id'> & { sellerId: string; sessionId: string },
): Promise<void> {
  // One after the other, so that devices added at the same moment are counted.
  await tx.selectFrom('seller').select('id').where('id', '=', device.sellerId).forNoKeyUpdate().execute()
  await sql`
    insert into push_device
      (id, seller_id, session_id, endpoint, p256dh, auth, client, language, orders, alarms, stock)
    values (${newId()}, ${device.sellerId}, ${device.sessionId}, ${device.endpoint}, ${device.p256dh}, ${device.auth},
            ${device.client}, ${device.language}, ${device.orders}, ${device.alarms}, ${device.stock})
    on conflict (endpoint) do update set seller_id = excluded.seller_id, session_id = excluded.session_id,
      p256dh = excluded.p256dh, auth = excluded.auth, client = excluded.client, language = excluded.language,
      orders = excluded.orders, alarms = excluded.alarms, stock = excluded.stock, seen_at = now(),
      created_at = case when push_device.seller_id = excluded.seller_id then push_device.created_at else now() end`.execute(
    tx,
  )
  await sql`
    delete from push_device where id in (
      select id from push_device where seller_id = ${device.sellerId}
      order by seen_at desc, id desc offset ${devicesOfSeller})`.execute(tx)
}

/**
 * Records that a browser opened the seller's area with a session: its notices belong to that session now. If they were
 * another account's, they end.
 */
export async function recordDevice(
  tx: Tx,
  { endpoint, sellerId, sessionId }: { endpoint: string; sellerId: string; sessionId: string },
): Promise<void> {
  await tx.deleteFrom('pushDevice').where('endpoint', '=', endpoint).where('sellerId', '<>', sellerId).execute()
  await tx
    .updateTable('pushDevice')
    .set({ sessionId, seenAt: sql<Date>`now()` })
    .where('endpoint', '=', endpoint)
    .execute()
}

/** Deletes one of a seller's devices; returns whether there was one. */
export async function deleteDevice(db: Db, id: string, sellerId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom('pushDevice')
    .where('id', '=', id)
    .where('sellerId', '=', sellerId)
    .executeTakeFirst()
  return wasDeleted(deleted)
}

/** Deletes a device whose subscription has ended, unless it has subscribed again meanwhile. */
export async function deleteEnded(db: Db, { id, endpoint, auth }: Device): Promise<void> {
  await db
    .deleteFrom('pushDevice')
    .where('id', '=', id)
    .where('endpoint', '=', endpoint)
    .where('auth', '=', auth)
    .execute()
}

/** Deletes the devices that didn't open the seller's area for long. */
export async function deleteOldPushDevices(db: Db): Promise<void> {
  await db
    .deleteFrom('pushDevice')
    .where('seenAt', '<', sql<Date>`now() - make_interval(days => ${deviceDays})`)
    .execute()
}

/** The roles that may see orders and stock. */
const notifiedRoles: readonly Role[] = ['owner', 'manager', 'picker']

/** Returns the ids of the devices that get notices of a kind. */
export async function devicesFor(tx: Tx, kind: NoticeKind): Promise<string[]> {
  const rows = await tx
    .selectFrom('pushDevice')
    .innerJoin('seller', 'seller.id', 'pushDevice.sellerId')
    .select('pushDevice.id')
    .where(`pushDevice.${kind}`, '=', true)
    .where('seller.role', 'in', notifiedRoles)
    .orderBy('pushDevice.seenAt', 'desc')
    .limit(devicesOfShop)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns a device with the role of its account now. */
export async function findDevice(db: Db, id: string): Promise<(Device & { role: Role }) | undefined> {
  const device = await db
    .selectFrom('pushDevice')
    .innerJoin('seller', 'seller.id', 'pushDevice.sellerId')
    .select(columns.map((column) => `pushDevice.${column}` as const))
    .select('seller.role')
    .$narrowType<{ language: Language; role: Role }>()
    .where('pushDevice.id', '=', id)
    .executeTakeFirst()
  return device && notifiedRoles.includes(device.role) ? device : undefined
}

/** The part of an order that notices show: no name and no address. */
export type NoticeOrder = {
  number: number
  /** What it costs now. */
  amountCents: number
  paymentType: PaymentType
  /** The smallest coin of its currency, in cents. */
  coinCents: number
  status: OrderStatus
  placedAt: Date
  /** The start of its delivery window; null for an order without one. */
  deliverFrom: Date | null
  /** The end of its window, or until when it was promised. */
  promisedAt: Date | null
  /** When it comes instead of the time promised. */
  expectedAt: Date | null
}

/** Returns what a notice says of an order, and since when it waits to be confirmed; undefined if there is none. */
export async function findNoticeOrder(db: Db, id: string): Promise<NoticeOrder | undefined> {
  const { rows } = await sql<NoticeOrder>`
    select number, amount_cents - reduction_cents as amount_cents, payment_type, coin_cents, status, deliver_from, promised_at,
           (select expected_at from order_delay where order_id = shop_order.id and window_id is null) as expected_at,
           coalesce((select max(at) from order_event
                     where order_id = shop_order.id and status = 'Order Placed' and undone_at is null),
                    created_at) as placed_at
    from shop_order where id = ${id}`.execute(db)
  return rows[0]
}

/** The part of a product that a notice shows. */
export type LowProduct = { name: string; nameTh: string | null; weight: string | null; left: number }

/** Clears the list of products that orders made scarce. Returns those still scarce and for sale, the scarcest first. */
export async function consumeLowStock(tx: Tx): Promise<LowProduct[]> {
  const { rows } = await sql<LowProduct>`
    with taken as (delete from low_stock returning product_id)
    select name, name_th, weight, stock as left from taken join product on product.id = taken.product_id
    where stock <= ${display.lowStock} and in_stock and archived_at is null order by stock, name limit 100`.execute(tx)
  return rows
}
