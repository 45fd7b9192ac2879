import { type RawBuilder, sql } from 'kysely'
import { orderAddressFields } from '../../contract/address-fields.ts'
import type { OrderAddress, PaymentType, Product } from '../../contract/entities.ts'
import { counted } from '../../contract/limits.ts'
import { type OrderStatus, openStatuses } from '../../contract/order-status.ts'
import type { TaxTotals, Totals } from '../../contract/pricing.ts'
import type { Language } from '../../contract/shop.ts'
import { orderAddressOf } from '../addresses/address-record.ts'
import { nameIn, type ProductRow, productColumns } from '../catalog/product-record.ts'
import { type Db, escapeLike, type Tx } from '../database/database.ts'
import { type Job, queueJobExpression } from '../database/jobs.ts'
import { prepared } from '../database/prepared.ts'
import { insertDue } from './ledger-queries.ts'
import type { PaymentState } from './payment-steps.ts'

export type Line = { product: ProductRow; quantity: number }

export type OrderRow = {
  id: string
  number: number
  shopperId: string
  paymentType: PaymentType
  status: OrderStatus
  isPaid: boolean
  subtotalCents: number
  taxCents: number
  amountCents: number
  /** The sum of refunds so far. */
  refundedCents: number
  address: OrderAddress
  createdAt: Date
  updatedAt: Date
  lines: { product: Product; quantity: number }[]
  /** The steps of the timeline, without those that were undone. */
  events: { status: OrderStatus; at: string; by: string | null }[]
  /** Steps that were taken back, the last few of them; null when none was. */
  undone: { status: OrderStatus; at: string; by: string | null; undoneAt: string; undoneBy: string }[] | null
  /** Of an order that is paid online. */
  paymentState: PaymentState | null
  paymentExpiresAt: Date | null
  /** Whether a refund failed that the shop won't repeat by itself. */
  isRefundFailed: boolean
}

/** The inputs of an order, read in one statement. `first` is the order that the attempt has placed already. */
export type OrderInputs = {
  address: OrderAddress
  first: EarlierOrder | undefined
  products: ProductRow[]
  /** Whether the shopper has orders that await payment. */
  hasUnpaid: boolean
}
/** An order that the request may repeat. */
export type EarlierOrder = { id: string; number: number; fingerprint: string }

const inputColumns = sql.join([
  ...orderAddressFields.map((column) => sql.ref(`address.${column}`)),
  ...productColumns.map((column) => sql.ref(`product.${column}`)),
])

/** Returns the inputs of an order; undefined if the address isn't one of this shopper's. */
export async function readOrderInputs(
  db: Db | Tx,
  request: { shopperId: string; addressId: string; attempt: string | undefined; productIds: readonly string[] },
): Promise<OrderInputs | undefined> {
  const { rows } = await sql<ReadRow>`
    select ${prepared} ${inputColumns},
      placed.id as first_id, placed.number as first_number, placed.fingerprint as first_fingerprint,
      exists (select from shop_order as unpaid
              where unpaid.shopper_id = address.shopper_id and unpaid.status = 'Awaiting payment') as has_unpaid
    from address
    left join shop_order as placed on placed.shopper_id = address.shopper_id and placed.attempt = ${request.attempt ?? null}
    left join product on product.id = any(${request.productIds}::uuid[]) and product.archived_at is null
    where address.id = ${request.addressId} and address.shopper_id = ${request.shopperId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    address: orderAddressOf(row),
    first:
      row.firstId === null
        ? undefined
        : { id: row.firstId, number: row.firstNumber, fingerprint: row.firstFingerprint },
    // If no product was found, there is one row without a product.
    products: rows.filter(({ id }) => id !== null),
    hasUnpaid: row.hasUnpaid,
  }
}

type ReadRow = Parameters<typeof orderAddressOf>[0] &
  ProductRow & { firstId: string | null; firstNumber: number; firstFingerprint: string; hasUnpaid: boolean }

/** Locks the shopper until the end of the transaction. */
export async function lockShopper(tx: Tx, shopperId: string): Promise<void> {
  await tx.selectFrom('shopper').select('id').where('id', '=', shopperId).forNoKeyUpdate().execute()
}

/**
 * Returns the shopper's newest order with this content within the last ten seconds that was placed without an
 * Idempotency-Key. One that was cancelled meanwhile, as by a declined payment, isn't a duplicate: the shopper orders again.
 */
export function findRecentDuplicate(
  db: Db | Tx,
  shopperId: string,
  fingerprint: string,
): Promise<EarlierOrder | undefined> {
  return db
    .selectFrom('shopOrder')
    .select(['id', 'number', 'fingerprint'])
    .where('shopperId', '=', shopperId)
    .where('fingerprint', '=', fingerprint)
    .where('attempt', 'is', null)
    .where('status', '<>', 'Cancelled')
    .where('createdAt', '>', sql<Date>`now() - interval '10 seconds'`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Locks the rows with counted stock, in id order to prevent deadlocks. */
export async function lockCountedProducts(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx
    .selectFrom('product')
    .modifyFront(prepared)
    .select('id')
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('stock', 'is not', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Returns the statement that takes counted stock, with the number of the count of each product. It locks the products in
 * id order to prevent deadlocks. A check constraint rejects negative stock.
 */
export function takeStock(lines: readonly { productId: string; quantity: number }[]): RawBuilder<unknown> {
  const ids = lines.map((line) => line.productId)
  return sql`
    update product set stock = stock - taken.quantity
    from (select id from product where id = any(${ids}::uuid[]) and stock is not null order by id for no key update)
           as held,
         unnest(${ids}::uuid[], ${lines.map((line) => line.quantity)}::int[]) as taken (product_id, quantity)
    where product.id = held.id and held.id = taken.product_id
    returning product.id, product.count_no`
}

/**
 * Adds to counted stock what an order took from it. A product that wasn't counted when it was ordered, isn't counted now,
 * or was counted anew since stays unchanged.
 */
export async function addStockBack(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update product set stock = stock + line.quantity
    from order_line line
    where line.order_id = ${orderId} and product.id = line.product_id and product.stock is not null
      and product.count_no = line.count_no`.execute(tx)
}

export type NewOrder = {
  id: string
  shopperId: string
  paymentType: PaymentType
  status: OrderStatus
  totals: Totals
  address: OrderAddress
  language: Language
  attempt: string | undefined
  fingerprint: string
  lines: readonly {
    productId: string
    quantity: number
    offerPriceCents: number
    discountCents: number
    taxBasisPoints: number
    product: Product
  }[]
  /** Further statements to run with it. */
  alsoWrite: readonly RawBuilder<unknown>[]
  jobs: readonly Job[]
}

/**
 * Inserts an order with its lines and the first step of its timeline, takes counted stock, runs `alsoWrite` and queues its
 * jobs, in one statement; returns its number.
 *
 * If an input has changed since it was read, a constraint rejects all of it with an error of class 23: the attempt has an
 * order, there is too little stock, or a line finds no product that is for sale at its price.
 */
export async function insertOrder(db: Db | Tx, order: NewOrder): Promise<number> {
  const counted = order.lines.filter(({ product }) => product.stock !== null)
  const { rows } = await sql<{ number: number }>`
    with ${prepared} made as (
      insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, discount_cents, shipping_cents,
                              tax_cents, taxes, amount_cents, balance_cents, address, email, language, attempt, fingerprint)
      values (${order.id}, ${order.shopperId}, ${order.paymentType}, ${order.status}, ${order.totals.subtotal},
              ${order.totals.discount}, ${order.totals.shipping}, ${order.totals.tax},
              ${JSON.stringify(order.totals.taxes)}::jsonb, ${order.totals.total}, ${order.totals.total}, ${JSON.stringify(order.address)}::jsonb,
              (select email from shopper where id = ${order.shopperId}), ${order.language},
              ${order.attempt ?? null}, ${order.fingerprint})
      returning number
    ), ${counted.length > 0 ? sql`taken as (${takeStock(counted)}), ` : sql``}lines as (
      insert into order_line (order_id, position, product_id, quantity, offer_price_cents, discount_cents,
                              tax_basis_points, product, count_no)
      select ${order.id}::uuid, line.position, line.product_id, line.quantity, product.offer_price_cents,
             line.discount_cents, line.tax_basis_points, line.product,
             ${counted.length > 0 ? sql`(select count_no from taken where taken.id = line.product_id)` : sql`null`}
      from unnest(
        ${order.lines.map((line) => line.productId)}::uuid[],
        ${order.lines.map((line) => line.quantity)}::smallint[],
        ${order.lines.map((line) => line.offerPriceCents)}::int[],
        ${order.lines.map((line) => line.discountCents)}::bigint[],
        ${order.lines.map((line) => line.taxBasisPoints)}::int[],
        ${order.lines.map((line) => JSON.stringify(line.product))}::jsonb[]
      ) with ordinality as line (product_id, quantity, offer_price_cents, discount_cents, tax_basis_points, product, position)
      left join product on product.id = line.product_id and product.offer_price_cents = line.offer_price_cents
        and product.sellable and product.archived_at is null
    ), due as (${insertDue(order.id, order.totals.total)}
    ), step as (
      insert into order_event (order_id, status) values (${order.id}::uuid, ${order.status})
    ) ${sql.join(
      order.alsoWrite.map((write, at) => sql`, ${sql.raw(`also_${at}`)} as (${write})`),
      sql``,
    )}
    select number, ${sql.join(order.jobs.map((job) => queueJobExpression(...job)))} from made`.execute(db)
  const made = rows[0]
  if (!made) throw new Error('an inserted order returned no number')
  return made.number
}

/** Locks an order until the end of the transaction. Every change of an order takes this lock first. */
export function lockOrder(tx: Tx, orderId: string) {
  return tx
    .selectFrom('shopOrder')
    .select(['id', 'number', 'shopperId', 'status', 'isPaid', 'paymentType', 'amountCents', 'language'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .$narrowType<{ status: OrderStatus; paymentType: PaymentType; language: Language }>()
    .executeTakeFirst()
}

/**
 * Moves an order from one status to another and records when and by whom (undefined for the shop itself). Returns false if
 * it isn't in the first status.
 */
export async function enterStatus(
  tx: Tx,
  orderId: string,
  { from, to, by }: { from: OrderStatus; to: OrderStatus; by?: string | undefined },
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

/**
 * Undoes an order's step to Delivered and records by whom. Returns false, with nothing changed, unless the step was made on
 * the current day of the time zone. The caller has locked the order.
 */
export async function undoDelivered(
  tx: Tx,
  orderId: string,
  { by, timeZone }: { by: string; timeZone: string },
): Promise<boolean> {
  const { rows } = await sql`
    with undone as (
      update order_event set undone_at = now(), undone_by = ${by}
      where order_id = ${orderId} and status = 'Delivered' and undone_at is null
        and date_trunc('day', at at time zone ${timeZone}) = date_trunc('day', now() at time zone ${timeZone})
      returning order_id
    )
    update shop_order set
      status = 'Out for delivery',
      is_paid = case when payment_type = 'COD' then false else is_paid end,
      updated_at = now()
    from undone where shop_order.id = undone.order_id
    returning shop_order.id`.execute(tx)
  return rows.length > 0
}

/** Marks an order as paid. */
export async function setPaid(tx: Tx, orderId: string): Promise<void> {
  await tx
    .updateTable('shopOrder')
    .set({ isPaid: true, updatedAt: sql<Date>`now()` })
    .where('id', '=', orderId)
    .execute()
}

/** Returns an order. Throws if there is none with this id. */
export async function getOrder(db: Db, orderId: string): Promise<OrderRow> {
  const [order] = await orders(db, sql`id = ${orderId}`, { limit: 1 })
  if (!order) throw new Error(`there is no order ${orderId}`)
  return order
}

/** Returns the products and quantities of an order. */
export function orderedQuantities(tx: Tx, orderId: string) {
  return tx.selectFrom('orderLine').select(['productId', 'quantity']).where('orderId', '=', orderId).execute()
}

/** Returns an order of this shopper. */
export async function findOrderOf(db: Db, shopperId: string, orderId: string): Promise<OrderRow | undefined> {
  const [order] = await orders(db, sql`id = ${orderId} and shopper_id = ${shopperId}`, { limit: 1 })
  return order
}

/** Returns the order that a shopper placed with an Idempotency-Key. */
export function findOrderOfAttempt(db: Db | Tx, shopperId: string, attempt: string) {
  return db
    .selectFrom('shopOrder')
    .select(['id', 'number', 'paymentType', 'status', 'fingerprint'])
    .where('shopperId', '=', shopperId)
    .where('attempt', '=', attempt)
    .$narrowType<{ status: OrderStatus; paymentType: PaymentType }>()
    .executeTakeFirst()
}

/** A page of orders: those after the cursor, in the page's order. */
export type OrdersPage = {
  limit?: number | undefined
  /** The id of the order that the page begins after. */
  after?: string | undefined
  sort?: 'newest' | 'oldest' | undefined
}

/** Returns the shopper's orders, newest first; those that await payment or weren't paid in time only with `awaiting`. */
export function ordersOfShopper(
  db: Db,
  shopperId: string,
  page: OrdersPage & { awaiting?: boolean } = {},
): Promise<OrderRows> {
  const which = page.awaiting ? sql`` : sql`and listed`
  return orders(db, sql`shopper_id = ${shopperId} ${which}`, page)
}

export type OrderFilter = {
  status?: OrderStatus | undefined
  payment?: PaymentType | undefined
  paid?: boolean | undefined
  /** Only orders that are neither delivered nor cancelled. */
  open?: boolean | undefined
  /** An order's number, or part of a name, phone number, e-mail or street; characters such as % have no special meaning. */
  search?: string | undefined
  /** Also the order with the searched number, first, if it awaits payment and there is no other filter. */
  awaiting?: boolean | undefined
}

/** Returns the cash and paid orders of all shoppers that match a filter, newest first unless the page is sorted otherwise. */
export async function ordersOfShop(db: Db, page: OrdersPage = {}, filter: OrderFilter = {}): Promise<OrderRows> {
  const conditions = [sql`listed`]
  if (filter.status !== undefined) conditions.push(sql`status = ${filter.status}`)
  if (filter.payment !== undefined) conditions.push(sql`payment_type = ${filter.payment}`)
  if (filter.paid !== undefined) conditions.push(sql`is_paid = ${filter.paid}`)
  // Written out, as the condition of the partial index is: with parameters the index couldn't be used.
  if (filter.open === true) conditions.push(sql`status in (${sql.join(openStatuses.map((each) => sql.lit(each)))})`)
  if (filter.search !== undefined) conditions.push(searchCondition(filter.search))
  const found = await orders(db, sql.join(conditions, sql` and `), page)
  const isOnlySearch = conditions.length === (filter.search === undefined ? 1 : 2)
  if (!filter.awaiting || !isOnlySearch || page.after) return found
  const number = orderNumberIn(filter.search ?? '')
  if (number === undefined) return found
  return [...(await orders(db, sql`number = ${number} and status = 'Awaiting payment'`, {})), ...found]
}

function searchCondition(typed: string) {
  // As in search_text: O’Neill is found by O'Neill, too.
  const search = typed.replace(/[‘’ʼ]/g, "'")
  // With the country's code or a zero in its place, the last eight digits are the same.
  const phone = /^[\d\s()+.-]+$/.test(search) ? search.replace(/\D/g, '').slice(-8) : ''
  // One or two characters are in every other name, so they only match the beginnings of words, which the index can look up.
  const inNames =
    search.length < 3 ? [`${escapeLike(search)}%`, `% ${escapeLike(search)}%`] : [`%${escapeLike(search)}%`]
  // For digits alone both patterns are the same.
  const patterns = new Set(phone === '' ? inNames : [...inNames, `%${phone}%`])
  const conditions = [...patterns].map((pattern) => sql`search_text like lower(${pattern})`)
  const number = orderNumberIn(search)
  if (number !== undefined) conditions.push(sql`number = ${number}`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Returns the number in `1098`, `#1098` and, as screens and mails write it, `Order 1098`; otherwise undefined. */
function orderNumberIn(search: string): number | undefined {
  const digits = search.replace(/^(order|ออเดอร์|คำสั่งซื้อ) ?(หมายเลข )?/i, '').replace(/^#/, '')
  // Longer numbers aren't exact in JavaScript, and no order has one.
  return /^\d{1,15}$/.test(digits) ? Number(digits) : undefined
}

/** Most bytes of a page of orders. Parsing, validating and serialising as much takes about a tenth of a second. */
export const pageBytes = 2 * 1024 * 1024
/** Most bytes of an order besides its lines: address and timeline. */
const orderBytes = 2048
/** Undone steps that are returned with an order, the latest ones. */
const undoneSteps = 5

/** Rows of a page; `more` on each of them is whether further orders follow. */
export type OrderRows = (OrderRow & { more: boolean })[]

/**
 * Returns a page of orders, which ends early if it would exceed `pageBytes`. An order that exceeds them by itself is
 * returned without its products' descriptions.
 */
async function orders(db: Db, which: ReturnType<typeof sql>, page: OrdersPage): Promise<OrderRows> {
  const oldestFirst = page.sort === 'oldest'
  const direction = oldestFirst ? sql`asc` : sql`desc`
  const after = page.after ? sql`and id ${oldestFirst ? sql`>` : sql`<`} ${page.after}::uuid` : sql``
  const limit = page.limit ?? null
  const { rows } = await sql<OrderRow & { more: boolean }>`
    with found as (
      select id, number, shopper_id, payment_type, status, is_paid, subtotal_cents, tax_cents, amount_cents,
             refunded_cents, address, created_at, updated_at
      from shop_order where ${which} ${after}
      order by id ${direction} limit ${limit}::int + 1
    ), weighed as (
      select found.*, bytes, row_number() over in_order as place, sum(bytes) over in_order as bytes_so_far
      from found
      cross join lateral (
        select ${orderBytes} + coalesce(sum(product_bytes), 0) as bytes from order_line where order_id = found.id
      ) as weight
      window in_order as (order by id ${direction})
    )
    select shop_order.*, payment.state as payment_state, payment.expires_at as payment_expires_at,
      payment.refund_failed_at is not null and payment.state <> 'refund due' as is_refund_failed,
      shop_order.place < (select count(*) from found) as more,
      (select json_agg(json_build_object(
                'product', case when bytes > ${pageBytes}
                           then product || '{"description": [], "descriptionTh": null}' else product end,
                'quantity', quantity) order by position)
       from order_line where order_id = shop_order.id) as lines,
      (select json_agg(json_build_object('status', status, 'at', at, 'by', done_by) order by at)
       from order_event where order_id = shop_order.id and undone_at is null) as events,
      (select json_agg(json_build_object('status', status, 'at', at, 'by', done_by, 'undoneAt', undone_at,
                'undoneBy', undone_by) order by at)
       from (select * from order_event where order_id = shop_order.id and undone_at is not null
             order by at desc limit ${undoneSteps}) as latest) as undone
    from weighed as shop_order
    left join payment on payment.order_id = shop_order.id
    where place = 1 or (bytes_so_far <= ${pageBytes} and (${limit}::int is null or place <= ${limit}::int))
    order by place`.execute(db)
  return rows
}

/** Returns how many orders aren't confirmed yet, counted up to `counted.all`, and when the oldest was placed. */
export async function unconfirmedOrders(db: Db): Promise<{ count: number; oldestAt: Date | null }> {
  const { rows } = await sql<{ count: number; oldestAt: Date | null }>`
    select count(*)::int as count, min(created_at) as oldest_at
    from (
      select created_at from shop_order where listed and status = 'Order Placed'
      order by status, id limit ${counted.all}
    ) as waiting`.execute(db)
  return rows[0] ?? { count: 0, oldestAt: null }
}

/** Returns an order for mails and the payment page, with names in the order's language. */
export async function getLocalizedOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('shopOrder')
    .innerJoin('shopper', 'shopper.id', 'shopOrder.shopperId')
    .modifyFront(prepared)
    .select([
      'shopOrder.number',
      'shopOrder.language',
      'shopOrder.paymentType',
      'shopOrder.isPaid',
      'shopOrder.status',
      'shopOrder.createdAt',
      'shopOrder.subtotalCents',
      'shopOrder.discountCents',
      'shopOrder.shippingCents',
      'shopOrder.taxCents',
      (row) => row.ref('shopOrder.taxes').$castTo<TaxTotals[] | null>().as('taxes'),
      'shopOrder.amountCents',
      (row) => row.ref('shopOrder.address').$castTo<OrderAddress>().as('address'),
      'shopper.name',
      'shopper.email',
      sql<{ product: Product; quantity: number; unitCents: number }[]>`(
        select json_agg(json_build_object('product', product, 'quantity', quantity, 'unitCents', offer_price_cents)
                        order by position)
        from order_line where order_id = shop_order.id)`.as('lines'),
    ])
    .where('shopOrder.id', '=', orderId)
    .executeTakeFirstOrThrow()
  const language = order.language as Language
  return {
    ...order,
    paymentType: order.paymentType as PaymentType,
    language,
    status: order.status as OrderStatus,
    lines: order.lines.map(({ product, ...line }) => ({
      ...line,
      name: nameIn(language, product),
      names: { en: product.name, th: product.nameTh },
      weight: product.Weight,
    })),
  }
}
