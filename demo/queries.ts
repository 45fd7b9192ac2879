import { type Insertable, sql } from 'kysely'
import type { OrderAddress } from '../contract/entities/address.ts'
import type { PaymentMethod } from '../contract/payments/payment-methods.ts'
import type { TaxTotals } from '../contract/pricing/pricing.ts'
import { type ProductRow, productColumns } from '../server/catalog/product-to-wire.ts'
import { demoLock } from '../server/database/advisory-locks.ts'
import type { Db, Tx } from '../server/database/database.ts'
import type { Product } from '../server/database/tables.ts'
import { cancellation } from '../server/orders/ledger-queries.ts'

export async function hasProducts(db: Db): Promise<boolean> {
  return (await db.selectFrom('product').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Serialises loading: waits for another transaction that is loading the catalogue. */
export async function lockLoading(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${demoLock}::bigint)`.execute(tx)
}

/** Inserts products in one statement, so that the catalogue changes once. */
export async function insertProducts(tx: Db, products: Insertable<Product>[]): Promise<void> {
  await tx.insertInto('product').values(products).execute()
}

/** Records that the products were sold at their regular prices until now, so that these may be shown struck through. */
export async function setPricesAsked(tx: Tx): Promise<void> {
  await sql`
    insert into price_history
    select id, price_cents, now() - interval '60 days', now() from product
    where price_cents > offer_price_cents`.execute(tx)
  await tx
    .updateTable('product')
    .set({ struckUntil: sql<Date>`now() + interval '30 days'` })
    .whereRef('priceCents', '>', 'offerPriceCents')
    .execute()
}

/** Records which demo filled the shop, for `refuseOtherDemo`. */
export async function setDemoShop(tx: Tx, name: string): Promise<void> {
  await tx.insertInto('demoShop').values({ name }).execute()
}

/** Returns all products by their id. */
export async function productsById(tx: Tx): Promise<Map<string, ProductRow>> {
  const rows = await tx.selectFrom('product').select(productColumns).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Inserts invented shoppers, who can't sign in: they have no password. */
export async function insertPastShoppers(
  tx: Tx,
  shoppers: readonly { id: string; name: string; email: string; language: string }[],
  createdAt: Date,
): Promise<void> {
  const rows = shoppers.map((shopper) => ({
    ...shopper,
    emailVerified: true,
    demo: true,
    createdAt,
    updatedAt: createdAt,
  }))
  await tx.insertInto('shopper').values(rows).execute()
}

export type PastMovement = {
  orderId: string
  kind: 'cost' | 'received' | 'paid out'
  method: PaymentMethod | null
  cents: number
  at: Date
  /** The seller's e-mail, or `shopper`; null for the shop itself. */
  by: string | null
  isCancellation?: boolean
  reason?: string
  reference?: string | null
}

/** An order of the past with everything that belongs to it, up to when it was paid or, unpaid, cancelled. */
export type PastOrderRows = {
  id: string
  shopperId: string
  email: string
  language: string
  address: OrderAddress
  paymentType: string
  placedAt: Date
  steps: readonly { status: string; at: Date; by: string | null }[]
  isPaid: boolean
  subtotal: number
  tax: number
  taxes: readonly TaxTotals[]
  total: number
  lines: readonly {
    productId: string
    quantity: number
    offerPriceCents: number
    taxBasisPoints: number
    product: object
  }[]
  movements: readonly PastMovement[]
  payment:
    | ({ paidAt: Date; expiresAt: Date } & (
        | { promptPay: { payload: string; receiver: string; proxyNumber: string }; online?: undefined }
        | { online: { session: string; gatewayPayment: string; page: object }; promptPay?: undefined }
      ))
    | undefined
}

/**
 * Inserts orders of the past, the oldest first, as they are once their money has moved: a few statements for all. Takes
 * no stock: the count began later. Returns their numbers.
 */
export async function insertPastOrders(tx: Tx, orders: readonly PastOrderRows[]): Promise<number[]> {
  if (orders.length === 0) return []
  const sumOf = (order: PastOrderRows) => ({
    balanceCents: order.movements.reduce((sum, { kind, cents }) => sum + (kind === 'received' ? -cents : cents), 0),
    reductionCents: order.movements.reduce((sum, { kind, cents }) => sum - (kind === 'cost' ? cents : 0), order.total),
  })
  const made = await tx
    .insertInto('shopOrder')
    .values(
      orders.map((order) => ({
        id: order.id,
        shopperId: order.shopperId,
        email: order.email,
        language: order.language,
        address: JSON.stringify(order.address),
        paymentType: order.paymentType,
        status: order.steps.at(-1)?.status ?? '',
        isPaid: order.isPaid,
        subtotalCents: order.subtotal,
        taxCents: order.tax,
        taxes: JSON.stringify(order.taxes),
        amountCents: order.total,
        ...sumOf(order),
        fingerprint: 'demo',
        createdAt: order.placedAt,
        updatedAt: order.steps.at(-1)?.at ?? order.placedAt,
      })),
    )
    .returning('number')
    .execute()
  await tx
    .insertInto('orderLine')
    .values(
      orders.flatMap(({ id, lines }) =>
        lines.map(({ product, ...line }, index) => ({
          ...line,
          orderId: id,
          position: index + 1,
          product: JSON.stringify(product),
        })),
      ),
    )
    .execute()
  await tx
    .insertInto('orderEvent')
    .values(
      orders.flatMap(({ id, steps }) => steps.map(({ status, at, by }) => ({ orderId: id, status, at, doneBy: by }))),
    )
    .execute()
  await insertMovements(
    tx,
    orders.flatMap(({ movements }) => movements),
  )
  const payments = orders.flatMap(({ id, total, placedAt, payment }) =>
    payment ? [{ id, total, placedAt, payment }] : [],
  )
  await tx
    .insertInto('payment')
    .values(
      payments.map(({ id, total, placedAt, payment }) => ({
        orderId: id,
        state: 'paid',
        amountCents: total,
        currency: 'thb',
        pageRequestedAt: placedAt,
        createdAt: placedAt,
        updatedAt: payment.paidAt,
        expiresAt: payment.expiresAt,
        session: payment.online?.session ?? null,
        gatewayPayment: payment.online?.gatewayPayment ?? null,
        payload: payment.promptPay?.payload ?? null,
        receiver: payment.promptPay?.receiver ?? null,
        proxyNumber: payment.promptPay?.proxyNumber ?? null,
      })),
    )
    .execute()
  const pages = payments.flatMap(({ payment }) => (payment.online ? [{ ...payment.online, ...payment }] : []))
  await tx
    .insertInto('sandboxSession')
    .values(
      pages.map(({ session, page, expiresAt }) => ({
        id: session,
        idempotencyKey: session,
        state: 'paid',
        request: JSON.stringify(page),
        expiresAt,
      })),
    )
    .execute()
  // Each movement becomes a report entry of its own moment, as for orders from before there were reports.
  await tx
    .insertInto('saleToBook')
    .values(orders.flatMap(({ id, isPaid }) => (isPaid ? [{ orderId: id }] : [])))
    .execute()
  return made.map(({ number }) => number)
}

async function insertMovements(tx: Tx, movements: readonly PastMovement[]): Promise<void> {
  const inTime = [...movements].sort((a, b) => a.at.getTime() - b.at.getTime())
  const rows = inTime.map(({ by, ...movement }) => ({ ...movement, madeBy: by }))
  await tx.insertInto('moneyMovement').values(rows).execute()
}

/** Records that an order of the past was refunded and paid out at a moment. */
export async function insertPastRefund(
  tx: Tx,
  back: {
    orderId: string
    method: NonNullable<PastMovement['method']>
    cents: number
    at: Date
    by: string | null
    /** A piece of a line that was refunded; undefined if the whole order was cancelled. */
    refund?: { id: string; reason: string; product: string }
  },
): Promise<void> {
  const { orderId, method, cents, at, by, refund } = back
  if (refund)
    await tx
      .insertInto('refund')
      .values({
        id: refund.id,
        orderId,
        cents,
        lines: JSON.stringify([{ product: refund.product, quantity: 1, cents }]),
        reason: refund.reason,
        madeBy: by ?? '',
        at,
      })
      .execute()
  const about = refund ? { kind: 'cost' as const, reason: refund.reason } : cancellation
  await insertMovements(tx, [
    { ...about, orderId, method: null, cents: -cents, at, by },
    { orderId, kind: 'paid out', method, cents, at, by },
  ])
  await tx
    .updateTable('shopOrder')
    .set({
      reductionCents: sql<number>`reduction_cents + ${cents}`,
      paidOutCents: sql<number>`paid_out_cents + ${cents}`,
    })
    .where('id', '=', orderId)
    .execute()
  if (method === 'card')
    await sql`
      with paid as (
        update payment set updated_at = ${at},
          state = case when amount_cents = ${cents} then 'refunded' else state end,
          refunded_at = case when amount_cents = ${cents} then ${at}::timestamptz end
        where order_id = ${orderId} returning session
      )
      update sandbox_session set refunded_cents = ${cents} from paid where id = paid.session`.execute(tx)
}
