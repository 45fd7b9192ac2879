import type { PaymentMethod } from '../../contract/payments/payment-methods.ts'
import { sumOf } from '../../contract/pricing/pricing.ts'
import type { RatePart, RefundedLine, TaxedSums } from '../../contract/pricing/tax-parts.ts'
import { type Part, type PromotionFigures, plus, type RateFigures } from './figures.ts'

/*
 * The entries of an order's sale, the order from which they are computed, and the sums of some entries.
 */

/** The payment method; `none` if the order was free. */
export type SaleMethod = PaymentMethod | 'none'

export type SaleEntry = {
  kind: 'sale' | 'refund' | 'cancelled' | 'undone'
  at: Date
  method: SaleMethod
  /** Its refunds. */
  refunds: string[]
  parts: Part[]
  rates: RateFigures[]
  promotions: PromotionFigures[]
}

/** A row of the ledger. */
export type MovementToBook = {
  kind: 'cost' | 'received' | 'paid out' | 'rounded'
  method: PaymentMethod | null
  cents: number
  /** Whether the price changed because the order was cancelled, or is sold after all; only of a `cost`. */
  isCancellation: boolean
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
    basisPoints: number
  }[]
  /** `lineCents` is off each line. */
  promotions: { promotion: string; cents: number; shippingCents: number; lineCents: number[] }[]
  /** In the order in which they were made, as the refunds and the entries. */
  movements: MovementToBook[]
  refunds: RefundToBook[]
  entries: SaleEntry[]
}

/** Returns the part of an order's sale that isn't refunded. */
export const unrefundedOf = (entries: readonly SaleEntry[]) =>
  sumOf(entries.flatMap(({ parts }) => parts).map(({ total, refund }) => total - refund))

/** Returns the sums of entries by rate: of their sales, or of their refunds. */
export function rateParts(entries: readonly SaleEntry[], key: 'total' | 'refund'): RatePart[] {
  const sums = new Map<number, RatePart>()
  for (const rate of entries.flatMap(({ rates }) => rates)) {
    const sum = sums.get(rate.basisPoints) ?? { basisPoints: rate.basisPoints, gross: 0, tax: 0 }
    sum.gross += rate[key]
    sum.tax += key === 'total' ? rate.tax : rate.refundTax
    sums.set(rate.basisPoints, sum)
  }
  return [...sums.values()]
}

/** Returns the discount of each promotion, less the parts that entries have reversed. */
export function promotionSums(entries: readonly SaleEntry[]): PromotionFigures[] {
  const sums = new Map<string, number>()
  for (const { promotion, cents } of entries.flatMap(({ promotions }) => promotions))
    sums.set(promotion, (sums.get(promotion) ?? 0) + cents)
  return [...sums].map(([promotion, cents]) => ({ promotion, cents }))
}

/** Returns the sums of entries by product. */
export function partSums(entries: readonly SaleEntry[]): Part[] {
  const sums = new Map<string, Part>()
  for (const part of entries.flatMap(({ parts }) => parts)) {
    const sum = sums.get(part.product)
    sums.set(part.product, sum ? { ...part, ...plus(sum, part) } : part)
  }
  return [...sums.values()]
}
