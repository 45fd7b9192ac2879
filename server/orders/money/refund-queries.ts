import { sql } from 'kysely'
import type { Product } from '../../../contract/entities/product.ts'
import type { TaxTotals } from '../../../contract/pricing/pricing.ts'
import { addedTaxOf } from '../../../contract/pricing/pricing.ts'
import { costsOfLines, leavesGoods, packOf, unitText } from '../../../contract/pricing/refund-pricing.ts'
import type { RefundedLine } from '../../../contract/pricing/tax-parts.ts'
import { type Db, type Tx, wasInserted } from '../../database/database.ts'
import { productNameIn } from '../../domain/name-in.ts'
import { getLocalizedOrder } from '../localized-order-queries.ts'

export type NewRefund = {
  id: string
  orderId: string
  cents: number
  /** Undefined for a refund of an amount. */
  lines: readonly RefundedLine[] | undefined
  reason: string
  /** The seller's e-mail. */
  by: string
  idempotencyKey: string | undefined
  restocked: boolean
  /** Whether the payment gateway refunds it. */
  gatewayDue: boolean
}

export type RefundRow = {
  id: string
  orderId: string
  cents: number
  lines: RefundedLine[] | null
  reason: string
  restocked: boolean
  gatewayDue: boolean
  gatewayCents: number | null
}

const columns = ['id', 'orderId', 'cents', 'reason', 'restocked', 'gatewayDue', 'gatewayCents'] as const

const refunds = (db: Db) =>
  db.selectFrom('refund').select((row) => [...columns, row.ref('lines').$castTo<RefundedLine[] | null>().as('lines')])

/** Inserts a refund. Returns false if the seller has used the idempotency key before. */
export async function insertRefund(tx: Tx, refund: NewRefund): Promise<boolean> {
  const { by, lines, idempotencyKey, ...row } = refund
  const inserted = await tx
    .insertInto('refund')
    .values({ ...row, madeBy: by, idempotencyKey: idempotencyKey ?? null, lines: lines ? JSON.stringify(lines) : null })
    .onConflict((conflict) =>
      conflict.columns(['madeBy', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .executeTakeFirst()
  return wasInserted(inserted)
}

/** Returns the refund that a seller made with an Idempotency-Key. */
export function findRefundByKey(tx: Tx, by: string, idempotencyKey: string): Promise<RefundRow | undefined> {
  return refunds(tx).where('madeBy', '=', by).where('idempotencyKey', '=', idempotencyKey).executeTakeFirst()
}

/** Returns a refund, of any order; undefined if there is none with this id. */
export function findRefund(db: Db, id: string): Promise<RefundRow | undefined> {
  return refunds(db).where('id', '=', id).executeTakeFirst()
}

/** Returns the refunds of an order, oldest first. */
export function refundsOfOrder(tx: Tx, orderId: string): Promise<RefundRow[]> {
  return refunds(tx).where('orderId', '=', orderId).orderBy('id').execute()
}

export type SoldLine = {
  product: string
  quantity: number
  /** What it cost the shopper, with its shares of discounts and added tax, in cents. */
  cost: number
  /** The grams or millilitres of a piece; undefined if its written size can't be read. */
  size: number | undefined
  record: Product
}

/** Returns the lines of an order with what each cost. */
export async function soldLines(tx: Tx, orderId: string): Promise<SoldLine[]> {
  const order = await tx
    .selectFrom('shopOrder')
    .select((row) => [
      'subtotalCents',
      'discountCents',
      'shippingCents',
      'amountCents',
      row.ref('taxes').$castTo<TaxTotals[]>().as('taxes'),
    ])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const lines = await tx
    .selectFrom('orderLine')
    .select((row) => [
      'productId',
      'quantity',
      'offerPriceCents',
      'discountCents',
      'taxBasisPoints',
      row.ref('product').$castTo<Product>().as('record'),
    ])
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()
  const nets = lines.map((line) => ({
    net: line.offerPriceCents * line.quantity - line.discountCents,
    basisPoints: line.taxBasisPoints,
  }))
  const costs = costsOfLines(nets, order.taxes, addedTaxOf(order) > 0)
  return lines.map(({ productId, quantity, record }, index) => ({
    product: productId,
    quantity,
    cost: costs[index] ?? 0,
    size: packOf(record.Weight)?.amount,
    record,
  }))
}

/** Returns whether something of an order is left after its refunds. */
export async function hasGoods(tx: Tx, orderId: string): Promise<boolean> {
  const refunded = await refundsOfOrder(tx, orderId)
  return leavesGoods(
    await soldLines(tx, orderId),
    refunded.flatMap(({ lines }) => lines ?? []),
  )
}

/** Returns whether the gateway was asked to refund a part of an order, without a known result. */
export async function isRefundRequested(db: Db, orderId: string): Promise<boolean> {
  const request = await db
    .selectFrom('refund')
    .select('id')
    .where('orderId', '=', orderId)
    .where('gatewayDue', '=', true)
    .where('gatewayCents', '>', 0)
    .limit(1)
    .executeTakeFirst()
  return request !== undefined
}

/** Records what the gateway is asked to refund. Every later request asks for the same. */
export async function setGatewayCents(tx: Tx, id: string, cents: number): Promise<void> {
  await tx.updateTable('refund').set({ gatewayCents: cents }).where('id', '=', id).execute()
}

/** Records that the gateway has nothing more to do for a refund. */
export async function endGatewayRefund(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('refund').set({ gatewayDue: false }).where('id', '=', id).execute()
}

/** Returns a refund for its mail, with its order; undefined if there is none with this id. */
export async function findLocalizedRefund(db: Db, id: string) {
  const refund = await findRefund(db, id)
  if (!refund) return undefined
  const [order, { rows }] = await Promise.all([
    getLocalizedOrder(db, refund.orderId),
    sql<{ product: Product; quantity: number; measure: number | null; unit: 'g' | 'ml' | null }>`
      select order_line.product, piece.quantity, measure, unit from refund,
        jsonb_to_recordset(coalesce(lines, '[]')) as piece (product uuid, quantity int, measure int, unit text)
      join order_line on order_line.product_id = piece.product
      where refund.id = ${id} and order_line.order_id = refund.order_id order by position`.execute(db),
  ])
  const pieces = rows.map(({ product, quantity, measure, unit }) => ({
    name: productNameIn(order.language, product, product.Weight),
    quantity,
    ...(measure && unit ? { measure: `${measure} ${unitText(unit, order.language)}` } : {}),
  }))
  return { orderId: refund.orderId, order, cents: refund.cents, reason: refund.reason, pieces }
}
