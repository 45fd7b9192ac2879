import { sql } from 'kysely'
import type { DelayReason } from '../../../contract/delivery/delay-reasons.ts'
import type { OrderAddress } from '../../../contract/entities/address.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import { countCaps } from '../../../contract/values/limits.ts'
import type { Db } from '../../database/database.ts'
import { statusIsOpen } from '../../domain/order-conditions.ts'
import { type LatestAssignment, latestAssignmentColumn } from '../latest-assignment-queries.ts'

/** The most orders that the board of a day has, and the most of those without a window. It says how many there are. */
const boardOrders = 1000
const otherOrders = 100

export type BoardWindow = {
  id: string
  startsAt: Date
  endsAt: Date
  capacity: number
  held: number
  /** How many orders it has, see {@link ordersOfWindows}. */
  count: number
  zones: { name: string; nameTh: string | null }[] | null
}
export type BoardOrderRow = {
  id: string
  number: number
  windowId: string | null
  status: OrderStatus
  address: OrderAddress
  zone: { name: string; nameTh?: string | null } | null
  promisedAt: Date | null
  delay: { expectedAt: string; reason: DelayReason | null } | null
  latestAssignment: LatestAssignment | null
  amountCents: number
  balanceCents: number
  coinCents: number
}

const startOf = (day: string, timeZone: string, later = 0) =>
  sql`((${day}::date + ${later}::int)::timestamp at time zone ${timeZone})`

/** The condition that an order of a window isn't cancelled. Unpaid ones take capacity too. */
const countsInWindow = sql`status <> 'Cancelled'`

/** Returns the windows of a day of the shop's time zone, earliest first: those that take orders, or have some. */
export async function boardWindows(
  db: Db,
  { day, timeZone }: { day: string; timeZone: string },
): Promise<BoardWindow[]> {
  const { rows } = await sql<BoardWindow>`
    select id, starts_at, ends_at, capacity,
      (select count(*)::int from window_hold where window_id = delivery_window.id) as held,
      (select count(*)::int from shop_order where window_id = delivery_window.id and ${countsInWindow}) as count,
      (select json_agg(json_build_object('name', name, 'nameTh', name_th) order by position, id)
       from delivery_zone where delivery_zone.id = any(delivery_window.zone_ids)) as zones
    from delivery_window
    where starts_at >= ${startOf(day, timeZone)} and starts_at < ${startOf(day, timeZone, 1)}
      and (taken > 0 or coalesce((select active from window_template where id = template_id), false))
    order by starts_at, ends_at, id limit 200`.execute(db)
  return rows
}

const orderColumns = sql`
  id, number, window_id, status, address, delivery_zone as zone, promised_at, amount_cents, balance_cents, coin_cents,
  case when window_id is null then
    (select json_build_object('expectedAt', expected_at, 'reason', reason)
     from order_delay where order_id = shop_order.id and expected_at is not null) end as delay,
  ${latestAssignmentColumn}`

/** Returns the orders of windows that aren't cancelled, the oldest first, at most 1,000. */
export async function ordersOfWindows(db: Db, windowIds: readonly string[]): Promise<BoardOrderRow[]> {
  const { rows } = await sql<BoardOrderRow>`
    select ${orderColumns} from shop_order
    where window_id = any(${windowIds}::uuid[]) and ${countsInWindow}
    order by id limit ${boardOrders}`.execute(db)
  return rows
}

/** The condition that an order is an open one without a window. */
const isOpenWithoutWindow = sql`listed and ${statusIsOpen} and window_id is null`

/**
 * Returns the open orders without a window, oldest first, at most 100: ASAP orders, also those that come after
 * midnight, and those without a time.
 */
export async function ordersWithoutWindow(db: Db): Promise<BoardOrderRow[]> {
  const { rows } = await sql<BoardOrderRow>`
    select ${orderColumns} from shop_order
    where ${isOpenWithoutWindow}
    order by id limit ${otherOrders}`.execute(db)
  return rows
}

/** Returns the number of open orders without a window, counted up to `countCaps.all`. */
export async function countOrdersWithoutWindow(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from (
      select from shop_order where ${isOpenWithoutWindow} limit ${countCaps.all}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}
