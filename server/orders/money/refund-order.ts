import { mayTakeOff } from '../../../contract/orders/order-actions.ts'
import { isFinal } from '../../../contract/orders/order-status.ts'
import { sumOf } from '../../../contract/pricing/pricing.ts'
import { costOfPart, costsWithin, leavesGoods, packOf, unitText } from '../../../contract/pricing/refund-pricing.ts'
import type { RefundedLine } from '../../../contract/pricing/tax-parts.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { centsFromWire } from '../../../contract/values/money.ts'
import { isId, newId } from '../../common/ids.ts'
import { inEachLanguage } from '../../common/in-each-language.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { productNamesOf } from '../../domain/name-in.ts'
import { queueRefundMail } from '../../mail/queue-mail.ts'
import { recordReduction } from '../ledger-queries.ts'
import { costOf } from '../order-cost.ts'
import { lockOrder } from '../queries.ts'
import { addPiecesBack, lockCountedProducts, type Pieces } from '../stock-queries.ts'
import { refundPartJob } from './payment-jobs.ts'
import { findPayment } from './payment-queries.ts'
import {
  findRefundByKey,
  insertRefund,
  type RefundRow,
  refundsOfOrder,
  type SoldLine,
  soldLines,
} from './refund-queries.ts'

export type RefundRequest = {
  id: string
  /** The pieces, or the grams or millilitres, to refund, or … */
  lines?: readonly { product: string; quantity?: number; measure?: number }[]
  /** … an amount, in the shop's currency. */
  amount?: number
  reason: string
  /** Whether the pieces go back into counted stock. */
  restock?: boolean
  /** How much less than its amount the order cost when the seller looked, in the shop's currency. */
  seen: { reduction: number }
  /** The Idempotency-Key of the request, if any. */
  idempotencyKey?: string
  /** The seller's e-mail. */
  by: string
}

/**
 * Refunds a part of an order: pieces of its lines, or an amount. The order costs less from then on. If pieces cost more
 * than the order still does, as after a refund of an amount, all that it still costs is refunded. A payment by card is
 * refunded by a job at the gateway; any other money is to be paid out by hand. A repeated request changes nothing.
 *
 * Throws `order_unknown` (also for an order that awaits payment), `malformed`, `invalid_form` for an amount that isn't
 * whole cents, `idempotency_key_reused`, `order_not_refundable`, `refund_changed` if `seen` is outdated,
 * `product_unknown`, `pieces_refunded`, `weight_refunded`, `size_unreadable`, `refund_too_much`, `refund_is_cancel`,
 * `nothing_to_deliver` and `too_many_refunds`.
 */
export async function refundOrder(db: Db, request: RefundRequest): Promise<void> {
  const { id, by, idempotencyKey, reason, restock = false } = request
  refuseUnless(isId(id), 'order_unknown')
  await inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, id)
    refuseUnless(order?.listed, 'order_unknown')
    const wanted = wantedOf(request)
    const first = idempotencyKey === undefined ? undefined : await findRefundByKey(tx, by, idempotencyKey)
    if (first) return refuseUnless(isSame(first, order.id, wanted, request), 'idempotency_key_reused')

    const cost = costOf(order)
    refuseUnless(mayTakeOff(order.status, { cost }), 'order_not_refundable')
    refuseUnless(centsFromWire(request.seen.reduction) === order.reductionCents, 'refund_changed', {
      values: { reduction: { cents: order.reductionCents }, cost: { cents: cost } },
    })
    const refunds = await refundsOfOrder(tx, order.id)
    refuseUnless(refunds.length < serverLimits.refunds, 'too_many_refunds', { values: { max: serverLimits.refunds } })
    const sold = wanted.lines ? await soldLines(tx, order.id) : []
    const before = refunds.flatMap(({ lines }) => lines ?? [])
    const priced = wanted.lines && pricedLines(sold, wanted.lines, before)
    const lines = priced && withinCost(priced, cost)
    const cents = lines ? sumOf(lines.map((line) => line.cents)) : (wanted.cents ?? 0)
    refuseUnless(cents > 0, 'order_not_refundable')
    refuseUnless(cents <= cost, 'refund_too_much', { values: { left: { cents: cost } } })
    // The whole of an order on its way is cancelled: its stock returns, and nothing is delivered.
    const isOpen = !isFinal(order.status)
    refuseUnless(cents < cost || !isOpen, 'refund_is_cancel')
    // So is one without goods, whose delivery fee would be left.
    refuseUnless(!lines || !isOpen || leavesGoods(sold, [...before, ...lines]), 'nothing_to_deliver')

    const payment = await findPayment(tx, order.id)
    const gatewayDue = payment?.state === 'paid' && payment.gatewayPayment !== null
    const refund = {
      id: newId(),
      orderId: order.id,
      cents,
      reason,
      by,
      idempotencyKey,
      lines,
      restocked: restock,
      gatewayDue,
    }
    refuseUnless(await insertRefund(tx, refund), 'idempotency_key_reused')
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

type WantedRefund = { lines: WantedLine[]; cents?: never } | { lines?: never; cents: number }
type WantedLine = Pieces & { measure?: number }

/** Returns the pieces or measures, equal products added up and sorted by id, or the amount in cents. */
function wantedOf({ lines, amount, restock }: RefundRequest): WantedRefund {
  if (lines === undefined) {
    refuseUnless(amount !== undefined && !restock, 'malformed')
    const cents = centsFromWire(amount)
    refuseUnless(cents, 'invalid_form', { fields: { amount: 'price' } })
    return { cents }
  }
  refuseUnless(amount === undefined && lines.length > 0, 'malformed')
  const byProduct = new Map<string, { quantity: number; measure: number }>()
  for (const { product, quantity = 0, measure = 0 } of lines) {
    const id = product.toLowerCase()
    const before = byProduct.get(id) ?? { quantity: 0, measure: 0 }
    const sum = { quantity: before.quantity + quantity, measure: before.measure + measure }
    const hasPieces = sum.quantity > 0
    const hasMeasure = sum.measure > 0
    // One or the other of a product, so that each refunded line says one thing.
    refuseUnless(hasPieces !== hasMeasure, 'malformed')
    byProduct.set(id, sum)
  }
  const sorted = [...byProduct].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    lines: sorted.map(([product, { quantity, measure }]) => ({
      product,
      quantity,
      ...(measure > 0 ? { measure } : {}),
    })),
  }
}

/** Returns the wanted parts of the sold lines with what was paid for each; no part was refunded before. */
function pricedLines(
  sold: readonly SoldLine[],
  wanted: readonly WantedLine[],
  refunded: readonly RefundedLine[],
): (RefundedLine & { cents: number })[] {
  const byProduct = new Map(sold.map((line) => [line.product, line]))
  return wanted.map((part) => {
    const line = byProduct.get(part.product)
    if (!line) refuse('product_unknown')
    const pack = packOf(line.record.Weight)
    const name = productNamesOf(line.record, line.record.Weight)
    if (part.measure) refuseUnless(pack, 'size_unreadable', { values: { name } })
    const before = refunded.filter(({ product }) => product === part.product)
    const { cents, left } = costOfPart(line, before, part)
    if (cents !== undefined) return { ...part, cents, ...(part.measure && pack ? { unit: pack.unit } : {}) }
    if (part.measure && pack) {
      const unit = inEachLanguage((language) => unitText(pack.unit, language))
      return refuse('weight_refunded', { values: { name, left, unit } })
    }
    return refuse('pieces_refunded', { values: { name, left: Math.floor(left / (pack?.amount ?? 1)) } })
  })
}

/** Returns lines that take off no more than what the order still costs: an amount was refunded apart from them. */
function withinCost<L extends { cents: number }>(lines: readonly L[], cost: number): L[] {
  const costs = costsWithin(
    lines.map((line) => line.cents),
    cost,
  )
  return lines.map((line, index) => ({ ...line, cents: costs[index] ?? 0 }))
}

const partOf = ({ product, quantity, measure = 0 }: WantedLine) => [product, quantity, measure]

/** Returns whether a refund is the one that a repeated request asks for. */
function isSame(
  first: RefundRow,
  orderId: string,
  wanted: WantedRefund,
  { reason, restock = false }: RefundRequest,
): boolean {
  const isSameSum = wanted.lines
    ? JSON.stringify(first.lines?.map(partOf)) === JSON.stringify(wanted.lines.map(partOf))
    : first.lines === null && first.cents === wanted.cents
  return isSameSum && first.orderId === orderId && first.reason === reason && first.restocked === restock
}
