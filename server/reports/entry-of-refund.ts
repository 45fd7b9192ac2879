import { addedTaxOf, allocate, sumOf } from '../../contract/pricing/pricing.ts'
import { costOfPieces } from '../../contract/pricing/refund-pricing.ts'
import { creditedRates, grossByRate, linesOfRefund, ratesAfterRefunds } from '../../contract/pricing/tax-parts.ts'
import { amountKey } from '../../contract/reports/report.ts'
import type { Cents } from '../../contract/values/money.ts'
import { costsOf } from './entry-of-sale.ts'
import { minus, negated, noFigures, type Part } from './figures.ts'
import {
  type OrderToBook,
  partSums,
  promotionSums,
  type RefundToBook,
  rateParts,
  type SaleEntry,
  type SaleMethod,
  unrefundedOf,
} from './sale-entry.ts'

/*
 * The entries that reverse a sale or a part of it: a refund, a cancellation, an undone delivery.
 */

/**
 * Returns a sale without the reductions before its payment: they were never paid, so they are no refunds. Nor were the
 * discounts on pieces that were taken off ever given.
 */
export function reducedSale(
  order: OrderToBook,
  sale: SaleEntry,
  cost: Cents,
  refunds: readonly RefundToBook[],
): SaleEntry {
  const { parts, rates, refunds: known } = reductionOf(order, sale, cost, refunds)
  const isTaxAdded = addedTaxOf(order) > 0
  const off = parts.map((part) => {
    const { refund, refundTax } = part
    const discount = shareOfSale(sale, part, 'discount')
    return {
      ...part,
      gross: negated((isTaxAdded ? refund - refundTax : refund) + discount),
      discount: negated(discount),
      total: negated(refund),
      tax: negated(refundTax),
      refund: 0,
      refundTax: 0,
    }
  })
  return {
    ...sale,
    refunds: known,
    parts: partSums([sale, { ...sale, parts: off }]),
    promotions: withoutDiscounts(order, sale, off),
    rates: sale.rates.map((rate, index) => ({
      ...rate,
      total: rate.total - (rates[index]?.refund ?? 0),
      tax: rate.tax - (rates[index]?.refundTax ?? 0),
    })),
  }
}

/** Returns how much of the tax, or the discount, of a product's sale is that of the refunded part of its price. */
function shareOfSale(sale: SaleEntry, { product, refund }: Part, key: 'tax' | 'discount'): number {
  const sold = sale.parts.find((part) => part.product === product)
  return sold ? (allocate(sold[key], [refund, Math.max(sold.total - refund, 0)])[0] ?? 0) : 0
}

/** Returns the promotions of a sale without the discounts of what is taken off, each by its part of the line. */
function withoutDiscounts(order: OrderToBook, sale: SaleEntry, off: readonly Part[]): SaleEntry['promotions'] {
  const shares = order.lines.map(({ productId }, line) =>
    allocate(
      negated(off.find(({ product }) => product === productId)?.discount ?? 0),
      order.promotions.map(({ lineCents }) => lineCents[line] ?? 0),
    ),
  )
  return sale.promotions.map(({ promotion, cents }, index) => ({
    promotion,
    cents: cents - sumOf(shares.map((share) => share[index] ?? 0)),
  }))
}

/** Returns the reductions of an order's price before its payment, by part and rate, in the form of a refund. */
function reductionOf(
  order: OrderToBook,
  sale: SaleEntry,
  cost: Cents,
  refunds: readonly RefundToBook[],
): Pick<SaleEntry, 'refunds' | 'parts' | 'rates'> {
  const paid = ratesAfterRefunds(order, cost, refunds)
  const rates = sale.rates.map(({ basisPoints, total, tax }) => {
    const left = paid.find((each) => each.basisPoints === basisPoints)
    return { basisPoints, total: 0, tax: 0, refund: total - (left?.gross ?? 0), refundTax: tax - (left?.tax ?? 0) }
  })
  let open = order.amountCents - cost
  const refunded: Part[] = []
  const known: string[] = []
  for (const each of refunds) {
    if (each.cents > open) continue
    refunded.push(...piecesOf(order, each).map(({ part }) => part))
    known.push(each.id)
    open -= each.cents
  }
  if (open > 0) refunded.push(amountPart(open))
  const parts = withTaxOfSale(
    sale,
    partSums([{ ...sale, parts: refunded }]),
    sumOf(rates.map(({ refundTax }) => refundTax)),
  )
  return { refunds: known, parts, rates }
}

/**
 * Sets the tax of reductions, one for each product: a product's is of the tax that its sale has, so that goods that
 * weren't sold leave no tax. The rest is an amount's. Without an amount, it is the rounding of the tax of what is left,
 * which the documents compute once, and is that of the goods that were sold.
 */
function withTaxOfSale(sale: SaleEntry, parts: readonly Part[], tax: number): Part[] {
  const ownTaxes = parts.map((part) => shareOfSale(sale, part, 'tax'))
  const amounts = parts.map(({ product, refund }) => (product === amountKey ? refund : 0))
  const rest = tax - sumOf(ownTaxes)
  const withTaxes = (taxes: readonly number[]) =>
    parts.map((part, index) => ({ ...part, refundTax: taxes[index] ?? 0 }))
  if (rest === 0) return withTaxes(ownTaxes)
  if (rest > 0 && sumOf(amounts) > 0) {
    const ofAmounts = allocate(rest, amounts)
    return withTaxes(ownTaxes.map((each, index) => each + (ofAmounts[index] ?? 0)))
  }
  const left = sale.parts.map(
    (part) => part.tax - (ownTaxes[parts.findIndex(({ product }) => product === part.product)] ?? 0),
  )
  if (sumOf(left) === 0 || rest > sumOf(left)) return withTaxes(allocate(tax, ownTaxes))
  const shares = allocate(Math.abs(rest), left)
  const ofSold = sale.parts.map(({ product, category }, index) => ({
    ...noFigures,
    product,
    category,
    refundTax: Math.sign(rest) * (shares[index] ?? 0),
  }))
  const changed = ofSold.filter(({ refundTax }) => refundTax !== 0)
  return partSums([{ ...sale, parts: [...withTaxes(ownTaxes), ...changed] }])
}

/** Returns a refund of pieces, of an amount, or of the remainder. */
export function entryOfRefund(
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
  const isWhole = amount === unrefundedOf(before)
  const promotions = promotionSums(before).map(({ promotion, cents }) => ({
    promotion,
    cents: isWhole ? negated(cents) : 0,
  }))
  const entry = { kind, at, method, refunds: about ? [about.id] : [], promotions }
  const credited = creditedRates(
    rateParts(before, 'total'),
    [rateParts(before, 'refund')],
    amount,
    grossByRate(linesOfRefund(order.lines, { cents: amount, lines: about?.lines ?? null })),
  )
  // Fully refunded ones have an order less, too.
  const rates = rateParts(before, 'total').flatMap(({ basisPoints }) => {
    const { gross = 0, tax = 0 } = credited.find((each) => each.basisPoints === basisPoints) ?? {}
    return gross > 0 || kind === 'cancelled' ? [{ basisPoints, total: 0, tax: 0, refund: gross, refundTax: tax }] : []
  })
  if (isWhole) return { ...entry, parts: remaining(before, kind), rates }
  const refunded = about ? piecesOf(order, about) : [{ part: amountPart(amount), isTaxed: true }]
  return {
    ...entry,
    parts: withTax(refunded, sumOf(rates.map(({ refundTax }) => refundTax))),
    rates,
  }
}

/** Returns the refund of the remainder of an order and of its discounts. */
function remaining(entries: readonly SaleEntry[], kind: 'refund' | 'cancelled'): Part[] {
  return partSums(entries)
    .map(({ product, category, ...sum }) => ({
      ...noFigures,
      product,
      category,
      orders: kind === 'cancelled' ? negated(sum.orders) : 0,
      pieces: negated(sum.pieces),
      gross: negated(sum.discount),
      discount: negated(sum.discount),
      refund: sum.total - sum.refund,
      refundTax: sum.tax - sum.refundTax,
    }))
    .filter(({ product: _, category: __, ...figures }) => Object.values(figures).some((figure) => figure !== 0))
}

/** Returns the entry that reverses a sale and its refunds. */
export function undoneEntry(entries: readonly SaleEntry[], at: Date): SaleEntry {
  const [first] = entries as [SaleEntry, ...SaleEntry[]]
  const refunds = rateParts(entries, 'refund')
  return {
    kind: 'undone',
    at,
    method: first.method,
    refunds: [],
    parts: partSums(entries).map(({ product, category, ...sum }) => ({ ...minus(sum), product, category })),
    rates: rateParts(entries, 'total').map(({ basisPoints, gross, tax }, index) => ({
      basisPoints,
      ...minus({ total: gross, tax, refund: refunds[index]?.gross ?? 0, refundTax: refunds[index]?.tax ?? 0 }),
    })),
    promotions: promotionSums(entries).map(({ promotion, cents }) => ({ promotion, cents: negated(cents) })),
  }
}

/** Returns the parts of a refund, without their tax. */
function piecesOf(order: OrderToBook, refund: RefundToBook): { part: Part; isTaxed: boolean }[] {
  if (!refund.lines) return [{ part: amountPart(refund.cents), isTaxed: true }]
  const costs = costsOf(order)
  const earlier = order.refunds.slice(0, order.refunds.indexOf(refund)).flatMap(({ lines }) => lines ?? [])
  const found = refund.lines.flatMap(({ product, quantity, cents: paid }) => {
    const index = order.lines.findIndex(({ productId }) => productId === product)
    const line = order.lines[index]
    if (!line) return []
    const before = sumOf(earlier.filter((each) => each.product === product).map((each) => each.quantity))
    const cost = paid ?? costOfPieces({ cost: costs[index] ?? 0, quantity: line.quantity }, before, quantity)
    return [{ line, quantity, cost }]
  })
  const shares = allocate(
    refund.cents,
    found.map(({ cost }) => cost),
  )
  return found.map(({ line, quantity }, index) => ({
    part: {
      ...noFigures,
      product: line.productId,
      category: line.category,
      pieces: negated(quantity),
      refund: shares[index] ?? 0,
    },
    isTaxed: line.basisPoints > 0,
  }))
}

const amountPart = (amount: number): Part => ({
  ...noFigures,
  product: amountKey,
  category: amountKey,
  refund: amount,
})

/** Spreads the tax of a refund over its parts: those that are taxed, or all. */
function withTax(refunded: readonly { part: Part; isTaxed: boolean }[], tax: number): Part[] {
  const taxed = refunded.map(({ part, isTaxed }) => (isTaxed ? part.refund : 0))
  const shares = allocate(tax, taxed.some((each) => each > 0) ? taxed : refunded.map(({ part }) => part.refund))
  return refunded.map(({ part }, index) => ({ ...part, refundTax: shares[index] ?? 0 }))
}
