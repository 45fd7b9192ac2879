import { type Cents, cents } from '../../contract/money.ts'
import type { PaymentMethod } from '../../contract/payment-methods.ts'
import { addedTaxOf, spread, sumOf } from '../../contract/pricing.ts'
import { costOfPieces, costsOfLines } from '../../contract/refund-pricing.ts'
import { amountKey, deliveryKey } from '../../contract/report.ts'
import {
  creditedRates,
  grossByRate,
  linesOfRefund,
  type RatePart,
  type RefundedLine,
  ratesAfterRefunds,
  ratesOfOrder,
  type TaxedSums,
} from '../../contract/tax-parts.ts'

/*
 * What counts as a sale, and when. Pure: the entries follow from an order and its ledger.
 *
 * - An order is a sale once it is paid: cash at the door when it is delivered, everything else when the money is there. It
 *   counts at the moment of the payment, with all that was ordered.
 * - A refund is what the order costs less afterwards, at the moment when its price was lowered, whenever the money goes
 *   back. What was taken off before the payment counts at the payment. A paid order that is cancelled is refunded whole,
 *   and one order less from that moment on.
 * - Discounts are those of sales that weren't refunded whole: the refund of what is left of an order takes its discounts
 *   back, from the sum before discounts as well, so that their difference stays what was paid.
 * - Every view counts every entry. An order belongs to each of its products, categories, rates and promotions, so the
 *   orders of these rows may add up to more; their sums of money add up to the period's, but for promotions, which share orders.
 * - A delivery that is undone takes the sale away again, on the same day, as only that day's deliveries can be undone.
 * - An order that was cancelled before it was paid is never a sale. One that was cancelled while its rider handed it over is a sale
 *   again once the rider has said so, unless all of its money was paid out meanwhile: then it costs nothing.
 */

/** Counts and sums in cents. `total` is what was paid, with its `tax`: gross - discount, and a tax on top. */
export type Figures = {
  orders: number
  /** Without refunded ones. */
  pieces: number
  /** Goods and delivery before discounts. */
  gross: number
  discount: number
  total: number
  tax: number
  refund: number
  refundTax: number
}

/** The figures of a product, or of what isn't one: `deliveryKey`, and `amountKey` for refunds of an amount. */
export type Part = Figures & { product: string; category: string }

/** The figures of a rate of tax. */
export type RateFigures = { basisPoints: number; total: number; tax: number; refund: number; refundTax: number }
/** What a promotion took off an order. */
export type PromotionFigures = { promotion: string; cents: number }

/** How the order was paid; `none` if it cost nothing. */
type SaleMethod = PaymentMethod | 'none'

export type SaleEntry = {
  kind: 'sale' | 'refund' | 'cancelled' | 'undone'
  at: Date
  method: SaleMethod
  /** The refunds that it is about. */
  refunds: string[]
  parts: Part[]
  rates: RateFigures[]
  promotions: PromotionFigures[]
}

export type MovementToBook = {
  kind: 'due' | 'received' | 'given back'
  method: PaymentMethod | null
  cents: number
  /** Why the order costs more or less than before; of a `due`. */
  reason: string | null
  at: Date
}
export type RefundToBook = {
  id: string
  cents: number
  lines: RefundedLine[] | null
  at: Date
}

export type OrderToBook = TaxedSums & {
  /** Paid, and not cancelled. */
  isSale: boolean
  isCancelled: boolean
  lines: {
    productId: string
    category: string
    quantity: number
    unitCents: number
    discountCents: number
    basisPoints: number | null
  }[]
  promotions: { promotion: string; cents: number; shippingCents: number }[]
  /** In the order in which they were made, as the refunds and the entries. */
  movements: MovementToBook[]
  refunds: RefundToBook[]
  entries: SaleEntry[]
}

/**
 * Returns the entries that an order lacks: what changed since the last one, in one step. With `history` each moment at
 * which money moved is a step of its own, for orders from before there were entries.
 */
export function missingEntries(order: OrderToBook, { history = false } = {}): SaleEntry[] {
  const moments = [...new Set(order.movements.map(({ at }) => at.getTime()))].sort((one, other) => one - other)
  const last = moments.at(-1)
  const entries = [...order.entries]
  for (const moment of history ? moments.slice(0, -1) : []) entries.push(...step(order, entries, moment))
  entries.push(...step(order, entries, last))
  return entries.slice(order.entries.length)
}

/** Returns the entries for what an order's money is after a moment; undefined for now. */
function step(order: OrderToBook, before: readonly SaleEntry[], moment: number | undefined): SaleEntry[] {
  const isLast = moment === undefined || order.movements.every(({ at }) => at.getTime() <= moment)
  const movements = order.movements.filter(({ at }) => moment === undefined || at.getTime() <= moment)
  const refunds = order.refunds.filter(({ at }) => isLast || at.getTime() <= (moment ?? 0))
  const sum = (kind: MovementToBook['kind']) =>
    sumOf(movements.filter((each) => each.kind === kind).map(({ cents }) => cents))
  const due = sum('due')
  const timeOf = (matches: (movement: MovementToBook) => boolean) =>
    movements.findLast(matches)?.at ?? movements.at(-1)?.at ?? new Date()

  const counted = before.slice(before.findLastIndex(({ kind }) => kind === 'undone' || kind === 'cancelled') + 1)
  const wasSale = counted.length > 0
  const isPaid = sum('received') - sum('given back') > 0
  const isSale = isLast ? order.isSale : due > 0 && (isPaid || wasSale)
  if (!wasSale) {
    if (!isSale || (due === 0 && order.amountCents > 0)) return []
    const paid = movements.findLast(({ kind, cents }) => kind === 'received' && cents > 0)
    // An order that was cancelled and delivered all the same is sold again when it costs something again.
    const at = timeOf((each) => each === paid || (each.kind === 'due' && each.cents > 0))
    const sale = saleOf(order, { at, method: paid?.method ?? 'none' })
    return due < order.amountCents ? [sale, reductionOf(order, sale, cents(due), refunds)] : [sale]
  }
  const [first] = counted as [SaleEntry, ...SaleEntry[]]
  const isUndone = isLast ? !order.isSale && !order.isCancelled : !isPaid && due > 0
  if (isUndone)
    return [
      undoing(
        counted,
        timeOf(({ kind, cents }) => kind === 'received' && cents < 0),
      ),
    ]
  let open = leftOf(counted) - (isSale ? due : 0)
  const added: SaleEntry[] = []
  const refund = (amount: number, about?: RefundToBook) => {
    const at = about?.at ?? timeOf(({ kind, cents }) => kind === 'due' && cents < 0)
    // Also of an order that was handed over after its money was paid out.
    const wasCancelled = order.isCancelled || movements.findLast(({ kind }) => kind === 'due')?.reason === 'cancelled'
    const kind = !about && due === 0 && wasCancelled ? 'cancelled' : 'refund'
    added.push(
      refundOf(order, [...counted, ...added], { kind, amount: cents(amount), at, method: first.method, about }),
    )
    open -= amount
  }
  const known = new Set(counted.flatMap((entry) => entry.refunds))
  for (const each of refunds) if (!known.has(each.id) && each.cents <= open) refund(each.cents, each)
  if (open > 0) refund(open)
  return added
}

/** Returns how much of an order's sale isn't refunded. */
const leftOf = (entries: readonly SaleEntry[]) =>
  sumOf(entries.flatMap(({ parts }) => parts).map(({ total, refund }) => total - refund))

export const noFigures: Figures = {
  orders: 0,
  pieces: 0,
  gross: 0,
  discount: 0,
  total: 0,
  tax: 0,
  refund: 0,
  refundTax: 0,
}

/** Returns the sale of all that was ordered. */
function saleOf(order: OrderToBook, { at, method }: { at: Date; method: SaleMethod }): SaleEntry {
  const { lines, promotions, shippingCents, amountCents } = order
  const costs = costsOf(order)
  const rates = ratesOfOrder(order)
  const taxes = lines.map(() => 0)
  let taxOfDelivery = 0
  for (const { basisPoints, gross, tax } of rates) {
    const its = [...lines.keys()].filter((at) => order.taxes === null || lines[at]?.basisPoints === basisPoints)
    const weights = its.map((at) => costs[at] ?? 0)
    // What is in a rate beside the lines is the delivery fee's.
    const shares = spread(tax, [...weights, Math.max(gross - sumOf(weights), 0)])
    for (const [index, at] of its.entries()) taxes[at] = (taxes[at] ?? 0) + (shares[index] ?? 0)
    taxOfDelivery += shares[its.length] ?? 0
  }
  const parts: Part[] = lines.map(({ productId, category, quantity, unitCents, discountCents }, at) => ({
    ...noFigures,
    product: productId,
    category,
    orders: 1,
    pieces: quantity,
    gross: unitCents * quantity,
    discount: discountCents,
    total: costs[at] ?? 0,
    tax: taxes[at] ?? 0,
  }))
  const freeDelivery = sumOf(promotions.map((each) => each.shippingCents))
  const total = amountCents - sumOf(costs)
  if (total > 0 || freeDelivery > 0)
    parts.push({
      ...noFigures,
      product: deliveryKey,
      category: deliveryKey,
      orders: 1,
      gross: shippingCents + freeDelivery,
      discount: freeDelivery,
      total,
      tax: taxOfDelivery,
    })
  return {
    kind: 'sale',
    at,
    method,
    refunds: [],
    parts,
    rates: rates.map(({ basisPoints, gross, tax }) => ({ basisPoints, total: gross, tax, refund: 0, refundTax: 0 })),
    promotions: promotions.map(({ promotion, cents, shippingCents }) => ({ promotion, cents: cents + shippingCents })),
  }
}

/** Returns what was taken off the price of an order before it was paid. */
function reductionOf(order: OrderToBook, sale: SaleEntry, due: Cents, refunds: readonly RefundToBook[]): SaleEntry {
  const paid = ratesAfterRefunds(order, due, refunds)
  const rates = sale.rates.map(({ basisPoints, total, tax }) => {
    const left = paid.find((each) => each.basisPoints === basisPoints)
    return { basisPoints, total: 0, tax: 0, refund: total - (left?.gross ?? 0), refundTax: tax - (left?.tax ?? 0) }
  })
  let open = order.amountCents - due
  const taken: { part: Part; isTaxed: boolean }[] = []
  const known: string[] = []
  for (const each of refunds) {
    if (each.cents > open) continue
    taken.push(...piecesOf(order, each))
    known.push(each.id)
    open -= each.cents
  }
  if (open > 0) taken.push({ part: amountPart(open), isTaxed: true })
  const parts = withTax(taken, sumOf(rates.map(({ refundTax }) => refundTax)))
  const promotions = sale.promotions.map(({ promotion }) => ({ promotion, cents: 0 }))
  return { kind: 'refund', at: sale.at, method: sale.method, refunds: known, parts, rates, promotions }
}

/** Returns a refund of pieces, of an amount, or of all that is left. */
function refundOf(
  order: OrderToBook,
  before: readonly SaleEntry[],
  {
    kind,
    amount,
    at,
    method,
    about,
  }: {
    kind: 'refund' | 'cancelled'
    amount: Cents
    at: Date
    method: SaleMethod
    about: RefundToBook | undefined
  },
): SaleEntry {
  const isWhole = amount === leftOf(before)
  const promotions = promotionSums(before).map(({ promotion, cents }) => ({
    promotion,
    cents: isWhole ? 0 - cents : 0,
  }))
  const entry = { kind, at, method, refunds: about ? [about.id] : [], promotions }
  const credited = creditedRates(
    rateParts(before, 'total'),
    [rateParts(before, 'refund')],
    amount,
    grossByRate(linesOfRefund(order.lines, { cents: amount, lines: about?.lines ?? null })),
  )
  // Those of which nothing is left have an order less, too.
  const rates = rateParts(before, 'total').flatMap(({ basisPoints }) => {
    const { gross = 0, tax = 0 } = credited.find((each) => each.basisPoints === basisPoints) ?? {}
    return gross > 0 || kind === 'cancelled' ? [{ basisPoints, total: 0, tax: 0, refund: gross, refundTax: tax }] : []
  })
  if (isWhole) return { ...entry, parts: remaining(before, kind), rates }
  const taken = about ? piecesOf(order, about) : [{ part: amountPart(amount), isTaxed: true }]
  return {
    ...entry,
    parts: withTax(taken, sumOf(rates.map(({ refundTax }) => refundTax))),
    rates,
  }
}

/** Returns the sums of entries by rate: of their sales, or of their refunds. */
function rateParts(entries: readonly SaleEntry[], key: 'total' | 'refund'): RatePart[] {
  const sums = new Map<number, RatePart>()
  for (const rate of entries.flatMap(({ rates }) => rates)) {
    const sum = sums.get(rate.basisPoints) ?? { basisPoints: rate.basisPoints, gross: 0, tax: 0 }
    sum.gross += rate[key]
    sum.tax += key === 'total' ? rate.tax : rate.refundTax
    sums.set(rate.basisPoints, sum)
  }
  return [...sums.values()]
}

/** Returns the parts of a refund, without their tax. */
function piecesOf(order: OrderToBook, refund: RefundToBook): { part: Part; isTaxed: boolean }[] {
  if (!refund.lines) return [{ part: amountPart(refund.cents), isTaxed: true }]
  const costs = costsOf(order)
  const earlier = order.refunds.slice(0, order.refunds.indexOf(refund)).flatMap(({ lines }) => lines ?? [])
  const found = refund.lines.flatMap(({ product, quantity, cents: paid }) => {
    const at = order.lines.findIndex(({ productId }) => productId === product)
    const line = order.lines[at]
    if (!line) return []
    const before = sumOf(earlier.filter((each) => each.product === product).map((each) => each.quantity))
    const cost = paid ?? costOfPieces({ cost: costs[at] ?? 0, quantity: line.quantity }, before, quantity)
    return [{ line, quantity, cost }]
  })
  const shares = spread(
    refund.cents,
    found.map(({ cost }) => cost),
  )
  return found.map(({ line, quantity }, at) => ({
    part: {
      ...noFigures,
      product: line.productId,
      category: line.category,
      pieces: -quantity,
      refund: shares[at] ?? 0,
    },
    isTaxed: order.taxes === null || (line.basisPoints ?? 0) > 0,
  }))
}

const amountPart = (amount: number): Part => ({
  ...noFigures,
  product: amountKey,
  category: amountKey,
  refund: amount,
})

/** Spreads the tax of a refund over its parts: those that are taxed, or all. */
function withTax(taken: readonly { part: Part; isTaxed: boolean }[], tax: number): Part[] {
  const taxed = taken.map(({ part, isTaxed }) => (isTaxed ? part.refund : 0))
  const shares = spread(tax, taxed.some((each) => each > 0) ? taxed : taken.map(({ part }) => part.refund))
  return taken.map(({ part }, at) => ({ ...part, refundTax: shares[at] ?? 0 }))
}

/** Returns the refund of all that entries leave of an order, and of its discounts. */
function remaining(entries: readonly SaleEntry[], kind: 'refund' | 'cancelled'): Part[] {
  return partSums(entries)
    .map(({ product, category, ...sum }) => ({
      ...noFigures,
      product,
      category,
      orders: kind === 'cancelled' ? 0 - sum.orders : 0,
      pieces: 0 - sum.pieces,
      gross: 0 - sum.discount,
      discount: 0 - sum.discount,
      refund: sum.total - sum.refund,
      refundTax: sum.tax - sum.refundTax,
    }))
    .filter(({ product: _, category: __, ...figures }) => Object.values(figures).some((figure) => figure !== 0))
}

/** Returns the entry that takes a sale and its refunds away again. */
function undoing(entries: readonly SaleEntry[], at: Date): SaleEntry {
  const [first] = entries as [SaleEntry, ...SaleEntry[]]
  const refunds = rateParts(entries, 'refund')
  return {
    kind: 'undone',
    at,
    method: first.method,
    refunds: [],
    parts: partSums(entries).map(({ product, category, ...sum }) => ({ ...minus(sum), product, category })),
    rates: rateParts(entries, 'total').map(({ basisPoints, gross, tax }, at) => ({
      basisPoints,
      ...minus({ total: gross, tax, refund: refunds[at]?.gross ?? 0, refundTax: refunds[at]?.tax ?? 0 }),
    })),
    promotions: promotionSums(entries).map(({ promotion, cents }) => ({ promotion, cents: 0 - cents })),
  }
}

/** Returns what each promotion took off, as far as entries haven't taken it back. */
function promotionSums(entries: readonly SaleEntry[]): PromotionFigures[] {
  const sums = new Map<string, number>()
  for (const { promotion, cents } of entries.flatMap(({ promotions }) => promotions))
    sums.set(promotion, (sums.get(promotion) ?? 0) + cents)
  return [...sums].map(([promotion, cents]) => ({ promotion, cents }))
}

/** Returns the sums of entries by product. */
function partSums(entries: readonly SaleEntry[]): Part[] {
  const sums = new Map<string, Part>()
  for (const part of entries.flatMap(({ parts }) => parts)) {
    const sum = sums.get(part.product)
    sums.set(part.product, sum ? { ...part, ...plus(sum, part) } : part)
  }
  return [...sums.values()]
}

/** Returns what each line cost the shopper. */
const costsOf = (order: OrderToBook) =>
  costsOfLines(
    order.lines.map(({ unitCents, quantity, discountCents, basisPoints }) => ({
      net: unitCents * quantity - discountCents,
      basisPoints,
    })),
    order.taxes,
    addedTaxOf(order),
  )

/** What a report shows. */
export const salesViews = ['day', 'hour', 'method', 'rate', 'category', 'product', 'promotion'] as const
export type SalesView = (typeof salesViews)[number]

/** Returns what an entry adds to the sums of each view, by key. `hour` is that of its moment in the shop's time zone. */
export function figuresOf(entry: SaleEntry, hour: number): { view: SalesView; key: string; figures: Figures }[] {
  const orders = { sale: 1, refund: 0, cancelled: -1, undone: -1 }[entry.kind]
  const all = { ...entry.parts.reduce(plus, noFigures), orders }
  const ofRate = ({ basisPoints: _, ...rate }: RateFigures) => ({ ...noFigures, ...rate, orders })
  const categories = new Map<string, Figures>()
  for (const part of entry.parts) categories.set(part.category, plus(categories.get(part.category) ?? noFigures, part))
  return [
    { view: 'day', key: '', figures: all },
    { view: 'hour', key: String(hour), figures: all },
    { view: 'method', key: entry.method, figures: all },
    ...entry.rates.map((rate) => ({ view: 'rate' as const, key: String(rate.basisPoints), figures: ofRate(rate) })),
    ...[...categories].map(([key, figures]) => ({
      view: 'category' as const,
      key,
      // Once, however many of its products the order has.
      figures: { ...figures, orders: Math.sign(figures.orders) },
    })),
    ...entry.parts.map(({ product, ...part }) => ({
      view: 'product' as const,
      key: product,
      figures: plus(noFigures, part),
    })),
    ...entry.promotions.map(({ promotion, cents }) => ({
      view: 'promotion' as const,
      key: promotion,
      figures: { ...all, discount: cents },
    })),
  ]
}

/** Adds figures. */
export function plus(one: Figures, other: Figures): Figures {
  const keys = Object.keys(noFigures) as (keyof Figures)[]
  return Object.fromEntries(keys.map((key) => [key, one[key] + other[key]])) as Figures
}

function minus<F extends Record<string, number>>(figures: F): F {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, value === 0 ? 0 : -value])) as F
}
