import { addedTaxOf, allocate, sumOf } from '../../contract/pricing/pricing.ts'
import { costsOfLines } from '../../contract/pricing/refund-pricing.ts'
import { ratesOfOrder } from '../../contract/pricing/tax-parts.ts'
import { deliveryKey } from '../../contract/reports/report.ts'
import { noFigures, type Part } from './figures.ts'
import type { OrderToBook, SaleEntry, SaleMethod } from './sale-entry.ts'

/** Returns the sale of the whole order. */
export function saleOf(order: OrderToBook, { at, method }: { at: Date; method: SaleMethod }): SaleEntry {
  const { lines, promotions, shippingCents, amountCents } = order
  const costs = costsOf(order)
  const rates = ratesOfOrder(order)
  const taxes = lines.map(() => 0)
  let taxOfDelivery = 0
  for (const { basisPoints, gross, tax } of rates) {
    const its = [...lines.keys()].filter((line) => lines[line]?.basisPoints === basisPoints)
    const weights = its.map((line) => costs[line] ?? 0)
    // The part of a rate beside the lines is the delivery fee's.
    const shares = allocate(tax, [...weights, Math.max(gross - sumOf(weights), 0)])
    for (const [index, line] of its.entries()) taxes[line] = (taxes[line] ?? 0) + (shares[index] ?? 0)
    taxOfDelivery += shares[its.length] ?? 0
  }
  const parts: Part[] = lines.map(({ productId, category, quantity, unitCents, discountCents }, index) => ({
    ...noFigures,
    product: productId,
    category,
    orders: 1,
    pieces: quantity,
    gross: unitCents * quantity,
    discount: discountCents,
    total: costs[index] ?? 0,
    tax: taxes[index] ?? 0,
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

/** Returns the price of each line for the shopper. */
export const costsOf = (order: OrderToBook) =>
  costsOfLines(
    order.lines.map(({ unitCents, quantity, discountCents, basisPoints }) => ({
      net: unitCents * quantity - discountCents,
      basisPoints,
    })),
    order.taxes,
    addedTaxOf(order) > 0,
  )
