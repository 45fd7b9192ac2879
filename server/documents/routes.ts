import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod'
import { calls } from '../../contract/calls.ts'
import type { buyer } from '../../contract/entities/order.ts'
import {
  documentName,
  documentOfOrderPath,
  documentPath,
  documentReportPath,
  headOffice,
  shownKind,
} from '../../contract/orders/documents.ts'
import { digitsOfTaxNumber } from '../../contract/pricing/tax-id.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { dayIn } from '../../contract/values/day.ts'
import { isId } from '../common/ids.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { plainText } from '../common/plain-text.ts'
import { refuse } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { findSeller, findShopper, requireRight, requireSeller, requireShopper } from '../http/calls/sessions.ts'
import { fileLanguageOf } from '../http/request/language.ts'
import type { Buyer } from './content.ts'
import { documentPage } from './document-page.ts'
import { issueTaxInvoice } from './issue-documents.ts'
import { documentPolicy, papers } from './page-frame.ts'
import { documentsOfOrder, findDocument, findNewestDocument } from './queries.ts'
import { taxReportCsv, taxReportOf, undocumentedOf } from './tax-report.ts'
import { taxReportPage } from './tax-report-page.ts'

export type DocumentRouteDeps = { db: Db; shop: ShopConfig }

/** The rate limit of documents per account. */
const documentRateLimit = { limit: 120, perSeconds: 60 }

/** The calls and the pages of documents, which browsers print. */
export function documentRoutes(app: App, { db, shop }: DocumentRouteDeps): void {
  const limitRate = (id: string) => consumeRateLimit(db, `documents:${id}`, documentRateLimit)

  /** Returns who asks for documents of an order: a seller, if both are signed in. */
  async function callerOf(request: FastifyRequest) {
    const seller = await findSeller(request)
    if (seller) requireRight(seller, 'document.ofOrder')
    const shopper = seller ? undefined : await findShopper(request)
    const caller = seller ?? shopper
    if (caller) await limitRate(caller.id)
    return { seller, shopper, isSignedIn: caller !== undefined }
  }

  /** Returns whether a seller asks for the report of taxes. Throws for one who may not read it. */
  async function mayReadReport(request: FastifyRequest): Promise<boolean> {
    const seller = await findSeller(request)
    if (!seller) return false
    requireRight(seller, 'document.report')
    await limitRate(seller.id)
    return true
  }

  addCall(app, calls.order.invoice, async (request) => {
    const { orderId, buyer } = request.body
    const shopper = requireShopper(request)
    await limitRate(shopper.id)
    await issueTaxInvoice(db, shop, { orderId, shopperId: shopper.id, buyer: buyerOf(buyer) })
    return { message: successMessage(request, 'tax_invoice_issued'), documents: await listOf(db, orderId) }
  })

  addCall(app, calls.order.counterInvoice, async (request) => {
    const { orderId, buyer } = request.body
    const seller = requireSeller(request)
    await limitRate(seller.id)
    await issueTaxInvoice(db, shop, { orderId, buyer: buyerOf(buyer) })
    request.log.info({ seller: seller.id, order: orderId }, 'issued a tax invoice')
    return { message: successMessage(request, 'tax_invoice_issued'), documents: await listOf(db, orderId) }
  })

  app.get<{ Params: { id: string } }>(documentOfOrderPath(':id'), async (request, reply) => {
    const { id } = request.params
    const { seller, shopper, isSignedIn } = await callerOf(request)
    const orders = ordersOf(seller)
    if (!isSignedIn) return reply.header('cache-control', 'no-store').redirect(orders)
    // Made some milliseconds after the payment: until then, the screen of the orders shows that there is none yet.
    const newest = isId(id) ? await findNewestDocument(db, { orderId: id, shopperId: shopper?.id }) : undefined
    return reply.header('cache-control', 'no-store').redirect(newest ? documentPath(newest) : orders)
  })

  app.get<{ Querystring: { month?: unknown } }>(documentReportPath, async (request, reply) => {
    if (!(await mayReadReport(request))) return reply.header('cache-control', 'no-store').redirect('/seller')
    const thisMonth = dayIn(shop.timeZone).slice(0, 7)
    const month = monthOf(request.query.month) ?? thisMonth
    const report = await taxReportOf(db, month)
    const undocumented = await undocumentedOf(db, shop, month, report)
    return page(reply, taxReportPage(shop, { month, thisMonth }, { ...report, undocumented }))
  })

  app.get<{ Querystring: { month?: unknown } }>(`${documentReportPath}.csv`, async (request, reply) => {
    if (!(await mayReadReport(request))) return reply.header('cache-control', 'no-store').redirect('/seller')
    const month = monthOf(request.query.month) ?? refuse('malformed', { fields: { month: 'invalid' } })
    reply.header('cache-control', 'no-store').header('content-disposition', `attachment; filename="tax-${month}.csv"`)
    return reply
      .type('text/csv; charset=utf-8')
      .send(await taxReportCsv(db, month, { language: fileLanguageOf(request) }))
  })

  app.get<{ Params: { id: string }; Querystring: { paper?: unknown } }>(documentPath(':id'), async (request, reply) => {
    const { id } = request.params
    const { seller, shopper, isSignedIn } = await callerOf(request)
    // Without a session the screen of the orders asks for the login.
    if (!isSignedIn) return reply.header('cache-control', 'no-store').redirect('/my-orders')
    const document = isId(id) ? await findDocument(db, id) : undefined
    if (!document || (shopper && document.shopperId !== shopper.id)) return refuse('not_found')
    const paper = papers.find((each) => each === request.query.paper) ?? 'a4'
    return page(reply, documentPage(document, { paper, back: ordersOf(seller) }))
  })
}

/** Returns the screen with the caller's orders. */
const ordersOf = (seller: object | undefined) => (seller ? '/seller/orders' : '/my-orders')

/**
 * Returns a buyer as documents print it: the name on one line, no hidden characters, and the digits of the tax ID
 * alone.
 */
function buyerOf({ name, address, taxId, branch }: z.infer<typeof buyer>): Buyer {
  const digits = digitsOfTaxNumber(taxId)
  // Tax IDs of companies begin with 0; those of people don't, and only a registered person has a head office.
  const usual = digits.startsWith('0') ? headOffice : undefined
  return {
    name: normaliseText(name),
    address: plainText(address),
    taxId: digits,
    branch: branch === undefined ? usual : digitsOfTaxNumber(branch),
  }
}

/** Returns a month given as YYYY-MM, of the years 2000 to 2999; undefined for anything else. */
function monthOf(month: unknown): string | undefined {
  return typeof month === 'string' && /^2[0-9]{3}-(?:0[1-9]|1[0-2])$/.test(month) ? month : undefined
}

async function listOf(db: Db, orderId: string) {
  const documents = await documentsOfOrder(db, orderId)
  return documents.map((document) => ({
    id: document.id,
    kind: shownKind(document.kind, document.content.issuer.vatRegistered),
    name: documentName(document),
  }))
}

function page(reply: FastifyReply, html: string) {
  reply.header('content-security-policy', documentPolicy).header('cache-control', 'no-store')
  return reply.type('text/html; charset=utf-8').send(html)
}
