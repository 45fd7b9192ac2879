import { type RawBuilder, sql } from 'kysely'
import { deliverWithinHours } from '../../contract/orders/deliver-by.ts'
import type { OrderStatus } from '../../contract/orders/order-status.ts'
import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { countCaps } from '../../contract/values/limits.ts'
import { type Db, escapeLike } from '../database/database.ts'
import { statusIsOpen } from '../domain/order-conditions.ts'
import {
  type OrderRow,
  pageBytes,
  type SellerOrderRow,
  sellerColumns,
  shopperColumns,
  storedColumns,
} from './order-columns-queries.ts'
import type { OrderPosition } from './order-cursor.ts'

/** Which page of the orders to read: those after the cursor, in the given order. */
export type OrdersRequest = {
  limit?: number
  /** The order that the page begins after. */
  after?: OrderPosition
  /**
   * `deliver-by`: by the promised time or the end of the window; orders without one by an hour after they were placed.
   */
  sort?: 'newest' | 'oldest' | 'deliver-by'
}

/**
 * Returns the shopper's orders, newest first; those that await payment or weren't paid in time only with `awaiting`.
 */
export function ordersOfShopper(
  db: Db,
  shopperId: string,
  page: OrdersRequest & { awaiting?: boolean } = {},
): Promise<OrderRows<OrderRow>> {
  const which = page.awaiting ? sql`` : sql`and listed`
  return orders(db, sql`shopper_id = ${shopperId} ${which}`, page, shopperColumns)
}

export type OrderFilter = {
  status?: OrderStatus
  payment?: PaymentType
  paid?: boolean
  /** Only orders that are neither delivered nor cancelled. */
  open?: boolean
  /** Only orders with money to collect, or to pay out: also an unpaid order that was cancelled. */
  balance?: 'collect' | 'pay-out'
  /**
   * An order's number, or part of a name, phone number, e-mail or street; characters such as % have no special meaning.
   */
  search?: string
  /**
   * Includes the order with the searched number, first, if it isn't listed because it isn't paid, and there is no other
   * filter.
   */
  awaiting?: boolean
}

/** Returns the order with an id as a list, listed or not; empty if there is none. */
export const ordersOfShopById = (db: Db, id: string): Promise<OrderRows<SellerOrderRow>> =>
  orders(db, sql`id = ${id}`, { limit: 1 }, sellerColumns)

/**
 * Returns the cash and paid orders of all shoppers that match a filter, newest first unless the page is sorted
 * otherwise; the unpaid ones if the filter has their status.
 */
export async function ordersOfShop(
  db: Db,
  page: OrdersRequest = {},
  filter: OrderFilter = {},
): Promise<OrderRows<SellerOrderRow>> {
  // Written like the partial indexes' conditions, so that they are used.
  const conditions: RawBuilder<unknown>[] = []
  if (filter.balance === 'pay-out') conditions.push(sql`balance_cents < 0`)
  else if (filter.status !== 'Awaiting payment') conditions.push(sql`listed`)
  if (filter.balance === 'collect') conditions.push(sql`balance_cents > 0`)
  if (filter.status !== undefined) conditions.push(sql`status = ${filter.status}`)
  if (filter.payment !== undefined) conditions.push(sql`payment_type = ${filter.payment}`)
  if (filter.paid !== undefined) conditions.push(sql`is_paid = ${filter.paid}`)
  if (filter.open === true) conditions.push(statusIsOpen)
  if (filter.search !== undefined) conditions.push(searchCondition(filter.search))
  const found = await orders(db, sql.join(conditions, sql` and `), page, sellerColumns)
  const { balance, status, payment, paid, open } = filter
  const isFiltered = [balance, status, payment, paid].some((value) => value !== undefined) || open === true
  if (!filter.awaiting || isFiltered || page.after) return found
  const number = orderNumberIn(asciiDigits(filter.search ?? ''))
  if (number === undefined) return found
  return [...(await orders(db, sql`number = ${number} and not listed`, {}, sellerColumns)), ...found]
}

function searchCondition(typed: string) {
  // As in search_text: O’Neill is found by O'Neill, too.
  const search = typed.replace(/[‘’ʼ]/g, "'")
  const digits = asciiDigits(search)
  // With the country's code or a zero in its place, the last eight digits are the same.
  const ending = /^[\d\s()+.-]+$/.test(digits) ? digits.replace(/\D/g, '').slice(-8) : ''
  // One or two characters are in every other name, so they only match the beginnings of words, which the index can look
  // up.
  const inNames =
    search.length < 3 ? [`${escapeLike(search)}%`, `% ${escapeLike(search)}%`] : [`%${escapeLike(search)}%`]
  // For three to eight digits, both patterns are the same.
  const patterns = new Set(ending.length < 3 ? inNames : [...inNames, `%${ending}%`])
  const conditions = [...patterns].map((pattern) => sql`search_text like lower(${pattern})`)
  const number = orderNumberIn(digits)
  if (number !== undefined) conditions.push(sql`number = ${number}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Returns the number in `1098`, `#1098` and, as screens and mails write it, `Order 1098`; otherwise undefined. */
function orderNumberIn(search: string): number | undefined {
  const digits = search.replace(/^(order|ออเดอร์|คำสั่งซื้อ) ?(หมายเลข )?/i, '').replace(/^#/, '')
  // Longer numbers aren't exact in JavaScript, and no order has one.
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** Most bytes of an order besides its lines: address and timeline. */
const orderBytes = 2048
/**
 * Rows of a page; `more` on each of them is whether further orders follow. `deliverBy`: when it has to be delivered, in
 * microseconds since 1970, in a list by that time.
 */
export type OrderRows<Row> = (Row & { more: boolean; deliverBy: string | null })[]

/** As in an index, and in `deliverBy` of the orders' screen. */
const deliverBy = sql`coalesce(promised_at at time zone 'UTC',
  created_at at time zone 'UTC' + interval ${sql.lit(`${deliverWithinHours} hour`)})`

/**
 * Returns a page of the orders that meet a condition, with the given columns: `shopperColumns` or `sellerColumns`. The
 * page ends early if it would exceed `pageBytes`. An order that exceeds them by itself is returned without its
 * products' descriptions.
 */
export async function orders<Row>(
  db: Db,
  which: RawBuilder<unknown>,
  page: OrdersRequest,
  columns: RawBuilder<Row>,
): Promise<OrderRows<Row>> {
  const { sort = 'newest' } = page
  const order = { newest: sql`id desc`, oldest: sql`id`, 'deliver-by': sql`${deliverBy}, id` }[sort]
  const after = page.after ? isAfter(page.after, sort) : sql`true`
  const key = sort === 'deliver-by' ? sql`(extract(epoch from ${deliverBy}) * 1000000)::bigint::text` : sql`null::text`
  const limit = page.limit ?? null
  const { rows } = await sql<OrderRows<Row>[number]>`
    with found as (
      select ${sql.join(storedColumns.map((column) => sql.ref(column)))}, ${key} as deliver_by
      from shop_order where ${which} and ${after}
      order by ${order} limit ${limit}::int + 1
    ), weighed as (
      select found.*, bytes, row_number() over in_order as rank, sum(bytes) over in_order as bytes_so_far
      from found
      cross join lateral (
        select ${orderBytes} + coalesce(sum(product_bytes), 0) as bytes from order_line where order_id = found.id
      ) as weight
      window in_order as (order by ${order})
    )
    select ${columns}, shop_order.rank < (select count(*) from found) as more,
      shop_order.deliver_by
    from weighed as shop_order
    left join payment on payment.order_id = shop_order.id
    where rank = 1 or (bytes_so_far <= ${pageBytes} and (${limit}::int is null or rank <= ${limit}::int))
    order by rank`.execute(db)
  return rows
}

/** The condition that an order comes after another in a list. */
function isAfter({ id, deliverBy: time }: OrderPosition, sort: NonNullable<OrdersRequest['sort']>) {
  if (sort === 'newest') return sql`id < ${id}::uuid`
  if (sort === 'oldest') return sql`id > ${id}::uuid`
  const then =
    time === undefined
      ? sql`(select ${deliverBy} from shop_order where id = ${id}::uuid)`
      : sql`timestamp 'epoch' + ${time}::bigint * interval '1 microsecond'`
  return sql`(${deliverBy}, id) > (${then}, ${id}::uuid)`
}

/** Returns how many orders aren't confirmed yet, counted up to `countCaps.all`, and when the oldest was placed. */
export async function unconfirmedOrders(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest_at
    from (
      select created_at from shop_order where listed and status = 'Order Placed'
      order by status, id limit ${countCaps.all}
    ) as waiting`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}

/** Returns how many orders have money to be collected, and to be paid out, each counted up to `countCaps.all`. */
export async function countOpenMoney(db: Db): Promise<{ toCollect: number; toPayOut: number }> {
  const { rows } = await sql<{ toCollect: number; toPayOut: number }>`
    select
      (select count(*)::int from (
        select id from shop_order where listed and balance_cents > 0 order by id limit ${countCaps.all}) as open) as to_collect,
      (select count(*)::int from (
        select id from shop_order where balance_cents < 0 order by id limit ${countCaps.all}) as open) as to_pay_out
    `.execute(db)
  return rows[0] ?? { toCollect: 0, toPayOut: 0 }
}
