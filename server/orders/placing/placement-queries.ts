import { type Insertable, sql } from 'kysely'
import { orderAddressFields } from '../../../contract/delivery/address-fields.ts'
import type { OrderAddress } from '../../../contract/entities/address.ts'
import type { Product } from '../../../contract/entities/product.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { orderAddressOf } from '../../addresses/address-to-wire.ts'
import { type ProductRow, productColumns } from '../../catalog/product-to-wire.ts'
import { type Db, StaleRead, type Tx } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import type { ShopOrder } from '../../database/tables.ts'
import { freeNumber, type WantedWindow, wantedWindow } from '../../delivery/windows/window-queries.ts'
import { hasTimes, hasZones } from '../../delivery/zones/queries.ts'
import { hasReceived } from '../../domain/order-conditions.ts'
import { hasNotices } from '../../notices/queries.ts'
import { hasAutomaticPromotions } from '../../promotions/queries.ts'
import { insertCost } from '../ledger-queries.ts'

export type Line = { product: ProductRow; quantity: number }

/** The inputs of an order, read in one statement. `first` is the order that has the idempotency key already. */
export type OrderInputs = {
  address: OrderAddress
  addressVersion: number
  first: EarlierOrder | undefined
  products: ProductRow[]
  /** When they were read, by the database's clock. */
  readAt: Date
  /** Whether the shopper has orders that await payment. */
  hasUnpaid: boolean
  /** Whether a device or the LINE group gets notices. */
  hasNotices: boolean
  /** Whether there are automatic promotions. */
  hasAutomaticPromotions: boolean
  /** Whether the shop has delivery zones. */
  hasZones: boolean
  /** Whether the shop offers delivery times. */
  hasTimes: boolean
  /** The delivery window that was asked for; null if there is none. */
  window: WantedWindow | null
  /** The free number of an unconfirmed ASAP order, if that was asked for. */
  asapNumber: number | null
}
/** An order that the request may repeat. */
export type EarlierOrder = { id: string; number: number; status: OrderStatus; fingerprint: string }

const inputColumns = sql.join([
  ...orderAddressFields.map((column) => sql.ref(`address.${column}`)),
  ...productColumns.map((column) => sql.ref(`product.${column}`)),
])

/** Returns the inputs of an order; undefined if the address isn't one of this shopper's. */
export async function readOrderInputs(
  db: Db,
  request: {
    shopperId: string
    addressId: string
    idempotencyKey: string | undefined
    productIds: readonly string[]
    windowId: string | undefined
    isAsap: boolean
  },
): Promise<OrderInputs | undefined> {
  const { rows } = await sql<ReadRow>`
    select ${prepared} ${inputColumns}, address.version as address_version,
      placed.id as first_id, placed.number as first_number, placed.status as first_status,
      placed.fingerprint as first_fingerprint,
      exists (select from shop_order as unpaid
              where unpaid.shopper_id = ${request.shopperId} and unpaid.status = 'Awaiting payment') as has_unpaid,
      clock_timestamp() as read_at, ${hasNotices} as has_notices, ${hasAutomaticPromotions} as has_automatic_promotions,
      ${hasZones} as has_zones, ${hasTimes} as has_times,
      ${wantedWindow(request.windowId, request.shopperId)} as window,
      ${request.isAsap ? freeNumber(request.shopperId, 'asap') : sql`null::int`} as asap_number
    from address
    left join shop_order as placed on placed.shopper_id = address.shopper_id and placed.idempotency_key = ${request.idempotencyKey ?? null}
    left join product on product.id = any(${request.productIds}::uuid[]) and product.archived_at is null
    where address.id = ${request.addressId} and address.shopper_id = ${request.shopperId}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  return {
    address: orderAddressOf(row),
    addressVersion: row.addressVersion,
    first:
      row.firstId === null
        ? undefined
        : { id: row.firstId, number: row.firstNumber, status: row.firstStatus, fingerprint: row.firstFingerprint },
    // If no product was found, there is one row without a product.
    products: rows.filter(({ id }) => id !== null),
    readAt: row.readAt,
    hasUnpaid: row.hasUnpaid,
    hasNotices: row.hasNotices,
    hasAutomaticPromotions: row.hasAutomaticPromotions,
    hasZones: row.hasZones,
    hasTimes: row.hasTimes,
    window: row.window,
    asapNumber: row.asapNumber,
  }
}

type ReadRow = Parameters<typeof orderAddressOf>[0] &
  ProductRow &
  Omit<OrderInputs, 'address' | 'first' | 'products'> & {
    firstId: string | null
    firstNumber: number
    firstStatus: OrderStatus
    firstFingerprint: string
  }

/** Returns whether an order of a shopper was ever delivered. */
export async function hasReceivedOrder(db: Db, shopperId: string): Promise<boolean> {
  const { rows } = await sql<{ hasReceived: boolean }>`select ${hasReceived(shopperId)} as has_received`.execute(db)
  return rows[0]?.hasReceived ?? false
}

/** Returns the order that a shopper placed with an Idempotency-Key. */
export function findOrderByKey(db: Db, shopperId: string, idempotencyKey: string) {
  return db
    .selectFrom('shopOrder')
    .select(['id', 'number', 'paymentType', 'status', 'fingerprint'])
    .where('shopperId', '=', shopperId)
    .where('idempotencyKey', '=', idempotencyKey)
    .$narrowType<{ status: OrderStatus; paymentType: PaymentType }>()
    .executeTakeFirst()
}

/** Who ordered, and the hash of what was ordered. */
type OrderFingerprint = { shopperId: string; fingerprint: string }

/** Returns the shopper's order with this content within the last ten seconds that was placed without a key, too. */
export function findDoubleClick(db: Db, content: OrderFingerprint): Promise<EarlierOrder | undefined> {
  return newestDuplicate(db, content).where('idempotencyKey', 'is', null).executeTakeFirst()
}

/** Returns the shopper's order with this content within the last ten seconds. */
export function findRecentDuplicate(db: Db, content: OrderFingerprint): Promise<EarlierOrder | undefined> {
  return newestDuplicate(db, content).executeTakeFirst()
}

/** One that was cancelled meanwhile, as by a declined payment, isn't a duplicate: the shopper orders again. */
function newestDuplicate(db: Db, { shopperId, fingerprint }: OrderFingerprint) {
  return db
    .selectFrom('shopOrder')
    .select(['id', 'number', 'status', 'fingerprint'])
    .where('shopperId', '=', shopperId)
    .where('fingerprint', '=', fingerprint)
    .where('status', '<>', 'Cancelled')
    .where('createdAt', '>', sql<Date>`now() - interval '10 seconds'`)
    .orderBy('id', 'desc')
    .limit(1)
    .$narrowType<{ status: OrderStatus }>()
}

/** The columns that a new order has by their defaults. */
type DefaultColumn =
  | 'addressVersion'
  | 'number'
  | 'isPaid'
  | 'listed'
  | 'reductionCents'
  | 'paidOutCents'
  | 'roundedCents'
  | 'stockToReturn'
  | 'remindedAt'
  | 'searchText'
  | 'createdAt'
  | 'updatedAt'

/** All columns of an order but the e-mail address, which is the account's, and those with defaults. */
export type NewOrder = Required<Omit<Insertable<ShopOrder>, 'email' | DefaultColumn>>

/** A line of a new order; `countNo`: of the count that its pieces were taken from, null if stock isn't counted. */
export type NewLine = {
  productId: string
  quantity: number
  offerPriceCents: number
  discountCents: number
  taxBasisPoints: number
  product: Product
  countNo: number | null
}

/**
 * Inserts an order with its lines, the first step of its timeline and what it costs; returns its number. Throws
 * `StaleRead` if a product isn't for sale at its price any more.
 */
export async function insertOrder(tx: Tx, order: NewOrder, lines: readonly NewLine[]): Promise<number> {
  const { id, status, shopperId, amountCents } = order
  const values = { ...order, email: sql<string>`(select email from shopper where id = ${shopperId})` }
  const { rows } = await sql<{ number: number; lines: number }>`
    with ${prepared} made as (${tx.insertInto('shopOrder').values(values).returning('number')}),
      lines as (${insertLines(id, lines)}),
      step as (${tx.insertInto('orderEvent').values({ orderId: id, status })})
    select number, (select count(*)::int from lines) as lines from made`.execute(tx)
  if (rows[0]?.lines !== lines.length) throw new StaleRead()
  if (amountCents > 0) await insertCost(tx, id, amountCents)
  return rows[0].number
}

const insertLines = (id: string, lines: readonly NewLine[]) => sql`
  insert into order_line (order_id, position, product_id, quantity, offer_price_cents, discount_cents,
                          tax_basis_points, product, count_no)
  select ${id}::uuid, line.position, line.product_id, line.quantity, product.offer_price_cents,
         line.discount_cents, line.tax_basis_points, line.product, line.count_no
  from unnest(
    ${lines.map((line) => line.productId)}::uuid[],
    ${lines.map((line) => line.quantity)}::smallint[],
    ${lines.map((line) => line.offerPriceCents)}::int[],
    ${lines.map((line) => line.discountCents)}::bigint[],
    ${lines.map((line) => line.taxBasisPoints)}::int[],
    ${lines.map((line) => JSON.stringify(line.product))}::jsonb[],
    ${lines.map((line) => line.countNo)}::int[]
  ) with ordinality
    as line (product_id, quantity, offer_price_cents, discount_cents, tax_basis_points, product, count_no, position)
  join product on product.id = line.product_id and product.offer_price_cents = line.offer_price_cents
    and product.archived_at is null
    -- The last pieces of counted stock are taken by now, so the product is sold out.
    and case when line.count_no is null then product.sellable else product.in_stock end
  returning position`
