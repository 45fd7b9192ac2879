import { documentName } from '../../contract/orders/documents.ts'
import { sumOf } from '../../contract/pricing/pricing.ts'
import { linesOfRefund } from '../../contract/pricing/tax-parts.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { dayIn } from '../../contract/values/day.ts'
import { cents } from '../../contract/values/money.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { type Buyer, creditContent, issuerOf, saleContent } from './content.ts'
import {
  documentsOfOrder,
  hasDocument,
  insertDocument,
  lockOrderToDocument,
  moneyToDocument,
  refundsOf,
  refundsSince,
} from './queries.ts'

export type DocumentDeps = { db: Db; shop: ShopConfig }

/**
 * Adds the missing documents of an order: one for its payment, and credit notes for later refunds. Idempotent: does
 * nothing if they agree with its money. While documents are switched off only credit notes are made, as an invoice is
 * valid until it is credited; a payment from before they were switched on gets no document later.
 */
export async function issueDocuments(
  tx: Tx,
  shop: ShopConfig,
  orderId: string,
  /** The time of issue, now by default. There must be no document of a later day. */
  at?: Date,
): Promise<void> {
  const issuer = issuerOf(shop)
  if (!issuer && !(await hasDocument(tx, orderId))) return
  const order = await lockOrderToDocument(tx, orderId)
  if (!order) return
  const { cost, rounded, paidAt, method, reason } = await moneyToDocument(tx, orderId)
  const owed = order.isSale ? cost : 0
  const { sale, credits, left, firstId } = await currentSale(tx, orderId)
  const issued = { orderId, at, day: dayIn(shop.timeZone, at ?? order.now) }
  if (sale && left > owed) {
    const credited = [...credits]
    let open = left - owed
    const credit = async (amount: number, about: Parameters<typeof creditContent>[3], refundId?: string) => {
      const content = creditContent(sale, credited, cents(amount), about)
      await insertDocument(tx, { ...issued, kind: 'credit note', refersTo: sale.id, refundId, content })
      credited.push(content)
      open -= amount
    }
    for (const refund of await refundsSince(tx, orderId, firstId)) {
      const lines = linesOfRefund(order.lines, refund)
      if (refund.cents <= open) await credit(refund.cents, { lines, reason: refund.reason }, refund.id)
    }
    if (open > 0) await credit(open, { reason: reason ?? 'undone' })
  } else if (issuer && left === 0 && owed > 0 && !isEarlier(shop, paidAt)) {
    const about = {
      issuer,
      currency: shop.currency,
      ...(method && { method }),
      ...(rounded > 0 && { roundedCents: rounded }),
    }
    const content = saleContent(order, cents(owed), await refundsOf(tx, orderId), about)
    const kind = issuer.vatRegistered ? 'abbreviated tax invoice' : 'receipt'
    await insertDocument(tx, { ...issued, kind, content })
  }
}

/** Returns whether a payment was made before the owner switched documents on. */
const isEarlier = ({ documentsSince }: ShopConfig, paidAt: Date | null) =>
  documentsSince !== undefined && paidAt !== null && paidAt < new Date(documentsSince)

/** Runs `replaceByTaxInvoice` in a transaction. */
export async function issueTaxInvoice(db: Db, shop: ShopConfig, request: InvoiceRequest): Promise<void> {
  await inTransaction(db, (tx) => replaceByTaxInvoice(tx, shop, request))
}

type InvoiceRequest = { orderId: string; shopperId?: string; buyer: Buyer }

/**
 * Replaces the abbreviated tax invoice of an order by a full one over the same sum, which names its buyer and the
 * credit notes that were made of the abbreviated one. `shopperId` is undefined for sellers, who may do so for any
 * order.
 *
 * Throws `order_unknown`; `no_tax_invoice` if the order has no abbreviated one, all of it was credited, or the shop
 * isn't registered for VAT any more; `tax_invoice_too_late` in a later month than the abbreviated one's.
 */
export async function replaceByTaxInvoice(
  tx: Tx,
  shop: ShopConfig,
  { orderId, shopperId, buyer }: InvoiceRequest,
): Promise<void> {
  refuseUnless(isId(orderId), 'order_unknown')
  const order = await lockOrderToDocument(tx, orderId)
  refuseUnless(order && (shopperId === undefined || order.shopperId === shopperId), 'order_unknown')
  const { sale, notes, left } = await currentSale(tx, orderId)
  // Revenue Code, section 86/13.
  const isForbidden = shop.issuer?.vatRegistered === false
  refuseUnless(sale?.kind === 'abbreviated tax invoice' && left > 0 && !isForbidden, 'no_tax_invoice')
  const refersTo = { name: documentName(sale), day: sale.day }
  const credited = notes.map((note) => ({
    name: documentName(note),
    day: note.day,
    totalCents: note.content.totalCents,
  }))
  const content = { ...sale.content, buyer, refersTo, ...(credited.length > 0 && { credited }) }
  const day = await insertDocument(tx, {
    kind: 'tax invoice',
    orderId,
    day: dayIn(shop.timeZone, order.now),
    refersTo: sale.id,
    content,
  })
  // Compared once it has its number: it may have waited for that over midnight.
  refuseUnless(sale.day.slice(0, 7) === day.slice(0, 7), 'tax_invoice_too_late')
}

/**
 * Returns the valid document of an order, its credit notes, and how many cents of it aren't credited. If a full tax
 * invoice has replaced an abbreviated one, the credit notes of both are included; `firstId` is the id of the replaced
 * one.
 */
async function currentSale(tx: Tx, orderId: string) {
  const documents = await documentsOfOrder(tx, orderId)
  const replaced = new Set(
    documents.flatMap(({ kind, refersTo }) => (kind === 'tax invoice' && refersTo ? [refersTo] : [])),
  )
  const sale = documents.findLast(({ id, kind }) => kind !== 'credit note' && !replaced.has(id))
  if (!sale) return { sale, notes: [], credits: [], left: 0 }
  const firstId = sale.refersTo ?? sale.id
  const notes = documents.filter(
    ({ kind, refersTo }) => kind === 'credit note' && (refersTo === sale.id || refersTo === firstId),
  )
  const credits = notes.map(({ content }) => content)
  const left = sale.content.totalCents - sumOf(credits.map(({ totalCents }) => totalCents))
  return { sale, notes, credits, left, firstId }
}
