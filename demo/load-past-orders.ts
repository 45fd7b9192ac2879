import { promptPayPayload } from '../contract/payments/promptpay.ts'
import { taxOn, totalsOf } from '../contract/pricing/pricing.ts'
import { costOfPieces } from '../contract/pricing/refund-pricing.ts'
import type { ShopConfig } from '../contract/settings/shop.ts'
import { dayIn } from '../contract/values/day.ts'
import { cents } from '../contract/values/money.ts'
import { productToWire } from '../server/catalog/product-to-wire.ts'
import { idAt, newId } from '../server/common/ids.ts'
import type { Tx } from '../server/database/database.ts'
import { issueDocuments } from '../server/documents/issue-documents.ts'
import { cancellation } from '../server/orders/ledger-queries.ts'
import type { SandboxPage } from '../server/payments/sandbox/queries.ts'
import { bookSale } from '../server/reports/book-sales.ts'
import { type PastOrder, pastOrders, pastSeller, pastShoppers } from './bangkok/past-orders.ts'
import { bangkokPromptPay } from './bangkok/shop.ts'
import {
  insertPastOrders,
  insertPastRefund,
  insertPastShoppers,
  type PastMovement,
  type PastOrderRows,
  productsById,
} from './queries.ts'

/**
 * Fills the shop with the orders of two weeks before `now`. Their ledger is written as if the shop had been open then;
 * their sales and documents are made from it by the shop's own operations. No mail is sent and no job queued.
 */
export async function loadPastOrders(
  tx: Tx,
  shop: ShopConfig,
  { ids, now }: { /** Products by slug. */ ids: ReadonlyMap<string, string>; now: Date },
): Promise<void> {
  const orders = pastOrders(now)
  const opened = (orders[0]?.steps[0]?.at ?? now).getTime()
  const shoppers = pastShoppers.map(({ name, email, language }) => ({ id: newId(), name, email, language }))
  await insertPastShoppers(tx, shoppers, new Date(opened - 3_600_000))
  const products = await productsById(tx)
  const rowOf = (slug: string) => products.get(ids.get(slug) ?? '')

  const rows = orders.map((order) => {
    const lines = order.items.flatMap(({ slug, quantity }) => {
      const product = rowOf(slug)
      return product ? [{ product, quantity }] : []
    })
    const placedAt = order.steps[0]?.at ?? now
    const tax = taxOn(shop.tax, dayIn(shop.timeZone, placedAt))
    const totals = totalsOf(
      lines.map(({ product, quantity }) => ({ ...product, quantity })),
      tax,
    )
    return { order, id: idAt(placedAt), placedAt, lines, totals }
  })

  const numbers = await insertPastOrders(
    tx,
    rows.map(({ order, id, placedAt, lines, totals }): PastOrderRows => {
      const shopper = shoppers[order.shopper]
      const person = pastShoppers[order.shopper]
      if (!shopper || !person) throw new Error(`there is no shopper ${order.shopper}`)
      const { subtotal, tax, taxes, total } = totals
      return {
        id,
        shopperId: shopper.id,
        email: person.email,
        language: person.language,
        address: person.address,
        paymentType: order.paymentType,
        placedAt,
        steps: order.steps,
        isPaid: order.paidAt !== undefined,
        subtotal,
        tax,
        taxes,
        total,
        lines: lines.map(({ product, quantity }, index) => ({
          productId: product.id,
          quantity,
          offerPriceCents: product.offerPriceCents,
          taxBasisPoints: totals.lines[index]?.basisPoints ?? 0,
          product: productToWire(product),
        })),
        movements: movementsOf(order, id, total),
        payment: paymentOf(order, id, total),
      }
    }),
  )

  // Documents have numbers in the order of their days, so sales and refunds are played in the order in which they
  // happened.
  const moments = rows.flatMap(({ order, id, lines, totals }) => {
    const { paidAt, refund, steps } = order
    if (!paidAt) return []
    const sale = { at: paidAt, id, write: async () => {} }
    const [first] = lines
    const last = steps.at(-1)
    if (last?.status === 'Cancelled') {
      const write = () =>
        insertPastRefund(tx, { ...moneyBack(order), orderId: id, at: last.at, cents: totals.total, by: last.by })
      return [sale, { at: last.at, id, write }]
    }
    if (!refund || !first) return [sale]
    const line = { cost: totals.lines[0]?.net ?? 0, quantity: first.quantity }
    const amount = costOfPieces(line, 0, 1)
    const write = () =>
      insertPastRefund(tx, {
        ...moneyBack(order),
        orderId: id,
        at: refund.at,
        cents: amount,
        by: pastSeller,
        refund: { id: idAt(refund.at), reason: refund.reason, product: first.product.id },
      })
    return [sale, { at: refund.at, id, write }]
  })
  for (const { at, id, write } of moments.sort((a, b) => a.at.getTime() - b.at.getTime())) {
    await write()
    await bookSale(tx, id, { timeZone: shop.timeZone })
    await issueDocuments(tx, shop, id, at)
  }
  if (numbers.length !== rows.length) throw new Error(`${rows.length} orders got ${numbers.length} numbers`)
}

/** Returns the movements until an order was paid or, unpaid, cancelled. */
function movementsOf({ paymentType, paidAt, steps }: PastOrder, orderId: string, total: number): PastMovement[] {
  const placed = steps[0]
  const last = steps.at(-1)
  const price: PastMovement = {
    orderId,
    kind: 'cost',
    method: null,
    cents: total,
    at: placed?.at ?? new Date(),
    by: null,
  }
  if (paidAt) {
    const method = methods[paymentType]
    const by = paymentType === 'Online' ? null : pastSeller
    return [price, { ...price, kind: 'received', method, at: paidAt, by, reference: referenceOf(paymentType, orderId) }]
  }
  if (last?.status !== 'Cancelled') return [price]
  return [price, { ...price, ...cancellation, cents: -total, at: last.at, by: last.by }]
}

const methods = { COD: 'cash', Online: 'card', PromptPay: 'promptpay' } as const

const referenceOf = (paymentType: PastOrder['paymentType'], orderId: string) =>
  paymentType === 'Online' ? `pi_sandbox_${orderId}` : null

/** Returns the method of a payout: by card through the gateway, otherwise by hand. */
function moneyBack({ paymentType }: PastOrder) {
  const method: NonNullable<PastMovement['method']> =
    paymentType === 'Online' ? 'card' : paymentType === 'COD' ? 'cash' : 'transfer'
  return { method }
}

/** Returns the payment of an order that wasn't paid at the door. */
function paymentOf(
  { paymentType, steps, paidAt }: PastOrder,
  orderId: string,
  total: number,
): PastOrderRows['payment'] {
  if (paymentType === 'COD') return undefined
  const at = steps[0]?.at ?? new Date()
  const common = { paidAt: paidAt ?? at, expiresAt: new Date(at.getTime() + 30 * 60_000) }
  if (paymentType === 'PromptPay') {
    const { proxy, receiver } = bangkokPromptPay
    const payload = promptPayPayload({ kind: 'taxId', number: proxy.number }, cents(total))
    return { ...common, promptPay: { payload, receiver, proxyNumber: proxy.number } }
  }
  const session = `cs_sandbox_${orderId}`
  // As much of the page as a later refund needs.
  const page: Pick<SandboxPage, 'orderId' | 'amountCents' | 'currency'> = {
    orderId,
    amountCents: total,
    currency: 'thb',
  }
  return { ...common, online: { session, gatewayPayment: `pi_sandbox_${orderId}`, page } }
}
