import { serverLimits } from '../../contract/limits.ts'
import { cents as asCents, centsFromWire, formatMoney } from '../../contract/money.ts'
import { mayFollow } from '../../contract/order-status.ts'
import { costOfPieces } from '../../contract/refund-pricing.ts'
import type { Language } from '../../contract/shop.ts'
import { nameIn } from '../catalog/product-record.ts'
import { isId, newId } from '../common/ids.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { queueJob } from '../database/jobs.ts'
import { queueRefundMail } from '../mail/queue-mail.ts'
import { recordReduction } from './ledger-queries.ts'
import { findPayment } from './payment-queries.ts'
import { refundPartJob } from './payment-steps.ts'
import { lockCountedProducts } from './placement-queries.ts'
import { lockOrder } from './queries.ts'
import {
  addPiecesBack,
  findRefundOfAttempt,
  insertRefund,
  type Pieces,
  type RefundRow,
  refundsOfOrder,
  soldLines,
} from './refund-queries.ts'

export type RefundRequest = {
  id: string
  /** The pieces whose price is given back, or … */
  lines?: readonly Pieces[] | undefined
  /** … an amount, in the shop's currency. */
  amount?: number | undefined
  reason: string
  /** Whether the pieces go back into counted stock. */
  restock?: boolean | undefined
  /** By how much earlier refunds had lowered the order's price when the seller looked, in the shop's currency. */
  seen: { refunded: number }
  /** The Idempotency-Key of the request, if any. */
  attempt?: string | undefined
  /** The seller's e-mail. */
  by: string
  /** The language of refusals. */
  language: Language
  /** The symbol of the shop's currency. */
  symbol: string
}

/**
 * Gives back a part of an order's price: pieces of its lines, or an amount. The order costs less from then on. What was
 * paid by card is refunded by a job at the gateway; what was paid otherwise stays on the list of what is to be given back.
 * A repeated attempt changes nothing.
 *
 * Refuses `order_unknown` (also for an order that awaits payment), `malformed`, `attempt_reused`, `order_not_refundable`,
 * `refund_changed` if `seen` is outdated, `product_unknown`, `pieces_refunded`, `refund_too_much`, `refund_is_cancel` and
 * `too_many_refunds`.
 */
export async function refundOrder(db: Db, request: RefundRequest): Promise<void> {
  const { id, by, attempt, reason, restock = false, symbol } = request
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order && (order.paymentType === 'COD' || order.isPaid), 'order_unknown')
    const wanted = wantedOf(request)
    const first = attempt === undefined ? undefined : await findRefundOfAttempt(tx, by, attempt)
    if (first) return refuseUnless(isSame(first, order.id, wanted, request), 'attempt_reused')

    const money = (amount: number) => formatMoney(asCents(amount), symbol)
    const due = order.amountCents - order.reductionCents
    refuseUnless(due > 0, 'order_not_refundable')
    refuseUnless(centsFromWire(request.seen.refunded) === order.reductionCents, 'refund_changed', {
      values: { refunded: money(order.reductionCents), due: money(due) },
    })
    const refunds = await refundsOfOrder(tx, order.id)
    refuseUnless(refunds.length < serverLimits.refunds, 'too_many_refunds', { values: { max: serverLimits.refunds } })
    const cents = wanted.lines ? await costOf(tx, order.id, wanted.lines, refunds, request.language) : wanted.cents
    refuseUnless(cents > 0, 'order_not_refundable')
    refuseUnless(cents <= due, 'refund_too_much', { values: { left: money(due) } })
    // The whole of an order on its way is cancelled: its stock returns, and nothing is delivered.
    refuseUnless(cents < due || !mayFollow(order.status, 'Cancelled'), 'refund_is_cancel')

    const payment = await findPayment(tx, order.id)
    const gatewayDue = payment?.state === 'paid' && payment.gatewayPayment !== null
    const refund = {
      id: newId(),
      orderId: order.id,
      cents,
      reason,
      by,
      attempt,
      lines: wanted.lines,
      restocked: restock,
      gatewayDue,
    }
    refuseUnless(await insertRefund(tx, refund), 'attempt_reused')
    await recordReduction(tx, order.id, { cents, reason, by })
    if (restock && wanted.lines) {
      await lockCountedProducts(
        tx,
        wanted.lines.map((line) => line.product),
      )
      await addPiecesBack(tx, order.id, wanted.lines)
    }
    if (gatewayDue) await queueJob(tx, ...refundPartJob(refund.id))
    await queueRefundMail(tx, refund.id)
  })
}

type Wanted = { lines: Pieces[]; cents?: never } | { lines?: never; cents: number }

/** Returns the pieces, equal products added up and sorted by id, or the amount in cents. */
function wantedOf({ lines, amount, restock }: RefundRequest): Wanted {
  if (lines === undefined) {
    refuseUnless(amount !== undefined && !restock, 'malformed')
    const cents = centsFromWire(amount)
    refuseUnless(cents, 'invalid_form', { fields: { amount: 'price' } })
    return { cents }
  }
  refuseUnless(amount === undefined && lines.length > 0, 'malformed')
  const pieces = new Map<string, number>()
  for (const { product, quantity } of lines) {
    const id = product.toLowerCase()
    pieces.set(id, (pieces.get(id) ?? 0) + quantity)
  }
  const sorted = [...pieces].sort(([one], [other]) => (one < other ? -1 : 1))
  return { lines: sorted.map(([product, quantity]) => ({ product, quantity })) }
}

/** Returns what was paid for pieces of an order of which none was refunded before. */
async function costOf(
  tx: Tx,
  orderId: string,
  wanted: readonly Pieces[],
  refunds: readonly RefundRow[],
  language: Language,
): Promise<number> {
  const sold = new Map((await soldLines(tx, orderId)).map((line) => [line.product, line]))
  let sum = 0
  for (const { product, quantity } of wanted) {
    const line = sold.get(product)
    if (!line) refuse('product_unknown')
    const before = refundedPieces(refunds, product)
    const left = line.quantity - before
    refuseUnless(quantity <= left, 'pieces_refunded', {
      values: { name: nameIn(language, line.record), left },
    })
    sum += costOfPieces(line, before, quantity)
  }
  return sum
}

/** Returns how many pieces of a product refunds have taken off an order. */
const refundedPieces = (refunds: readonly RefundRow[], product: string): number =>
  refunds
    .flatMap(({ lines }) => lines ?? [])
    .filter((line) => line.product === product)
    .reduce((sum, line) => sum + line.quantity, 0)

/** Returns whether a refund is the one that a repeated request asks for. */
function isSame(
  first: RefundRow,
  orderId: string,
  wanted: Wanted,
  { reason, restock = false }: RefundRequest,
): boolean {
  const isSameSum = wanted.lines
    ? JSON.stringify(first.lines?.map(({ product, quantity }) => [product, quantity])) ===
      JSON.stringify(wanted.lines.map(({ product, quantity }) => [product, quantity]))
    : first.lines === null && first.cents === wanted.cents
  return isSameSum && first.orderId === orderId && first.reason === reason && first.restocked === restock
}
