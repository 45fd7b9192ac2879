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

/** Returns the pictures of the products with these names. */
export function picturesByName(db: Db, names: string[]) {
  return db.selectFrom('product').select(['name', 'pictures']).where('name', 'in', names).execute()
}

/** A product that generated products are based on. */
export type Template = {
  name: string
  nameTh: string
  description: string[]
  descriptionTh: string[]
  category: string
  priceCents: number
  weight: string | null
  pictures: string[]
}

/** Parts of generated names, in English and Thai. */
export type NameParts = { en: string; th: string }[]

/**
 * Inserts products number `from` to `to` in one statement. Their content depends only on their number and the seed.
 * Their ids are UUIDv7 made of `epoch` (milliseconds since 1970) and the number, which replaces the clock, 4096 to the
 * millisecond.
 */
export async function insertGenerated(
  tx: Tx,
  range: { from: number; to: number; seed: number; epoch: number },
  material: { templates: Template[]; brands: NameParts; places: NameParts; packs: NameParts },
): Promise<void> {
  const { from, to, seed, epoch } = range
  const { templates, brands, places, packs } = material
  // A random number from 0 to n - 1 for each product, different for each purpose.
  const draw = (purpose: number, n: number) =>
    sql.raw(`(hashint8extended(g, ${seed * 16 + purpose}) & 9223372036854775807) % ${n}`)
  await sql`
    with template as materialized (
      select (number - 1) as number, entry ->> 'name' as name, entry ->> 'nameTh' as name_th,
        array(select jsonb_array_elements_text(entry -> 'description')) as description,
        array(select jsonb_array_elements_text(entry -> 'descriptionTh')) as description_th,
        entry ->> 'category' as category, (entry ->> 'priceCents')::int as price_cents, entry ->> 'weight' as weight,
        array(select jsonb_array_elements_text(entry -> 'pictures')) as pictures
      from jsonb_array_elements(${JSON.stringify(templates)}::jsonb) with ordinality as t (entry, number)
    ), drawn as (
      select g,
        ${draw(0, templates.length)} as template,
        1 + ${draw(1, brands.length)} as brand,
        1 + ${draw(2, places.length)} as place,
        1 + ${draw(3, packs.length)} as pack,
        70 + ${draw(4, 151)} as price_percent,
        ${draw(5, 100)} as offer,
        ${draw(6, 100)} as availability,
        ${draw(7, 200)} as pieces,
        hashint8extended(g, ${sql.raw(String(seed * 16 + 8))}) & 9223372036854775807 as noise
      from generate_series(${sql.raw(String(from))}::bigint, ${sql.raw(String(to))}::bigint) as g
    ), priced as (
      select drawn.*, template.*, greatest(10, (price_cents * price_percent / 500) * 5)::int as full_price
      from drawn join template on template.number = drawn.template
    )
    insert into product (id, name, name_th, description, description_th, category, price_cents, offer_price_cents,
      pictures, in_stock, stock, weight)
    select
      (lpad(to_hex(${sql.raw(String(epoch))}::bigint + g / 4096), 12, '0') || '7' || lpad(to_hex(g % 4096), 3, '0')
        || to_hex(8 + (noise & 3)) || right(lpad(to_hex(noise), 16, '0'), 15))::uuid,
      (${brands.map((word) => word.en)}::text[])[brand] || ' ' || name || ' ' || (${places.map((word) => word.en)}::text[])[place]
        || (${packs.map((word) => word.en)}::text[])[pack],
      name_th || ' ' || (${brands.map((word) => word.th)}::text[])[brand] || ' ' || (${places.map((word) => word.th)}::text[])[place]
        || (${packs.map((word) => word.th)}::text[])[pack],
      description, description_th, category, full_price,
      -- A bit more than half are on offer, at 5 to 25% off.
      case when offer < 45 then full_price else greatest(5, full_price * (100 - (5 + offer % 21)) / 500 * 5)::int end,
      pictures,
      availability >= 6,
      case when availability % 4 = 0 then pieces::int end,
      weight
    from priced
    order by g
  `.execute(tx)
}

/**
 * Returns a table's indexes, except unique ones, with the statements that create them; of a partitioned table for all
 * of its partitions.
 */
export async function indexesOf(
  tx: Tx,
  table: 'product' | 'search_entry',
): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select quote_ident(relname) as name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and not indisunique
    order by relname
  `.execute(tx)
  return rows
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
  kind: 'due' | 'received' | 'paid out'
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
    reductionCents: order.movements.reduce((sum, { kind, cents }) => sum - (kind === 'due' ? cents : 0), order.total),
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
  const about = refund ? { kind: 'due' as const, reason: refund.reason } : cancellation
  await insertMovements(tx, [
    { ...about, orderId, method: null, cents: -cents, at, by },
    { orderId, kind: 'paid out', method, cents, at, by },
  ])
  await tx
    .updateTable('shopOrder')
    .set({
      reductionCents: sql<number>`reduction_cents + ${cents}`,
      refundedCents: sql<number>`refunded_cents + ${cents}`,
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
