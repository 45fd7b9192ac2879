import { type DocumentKind, documentName, headOffice } from '../../contract/orders/documents.ts'
import type { PaymentMethod } from '../../contract/payments/payment-methods.ts'
import { addedTaxOf, sumOf, type TaxTotals } from '../../contract/pricing/pricing.ts'
import {
  creditedRates,
  grossByRate,
  linesOfRefund,
  type RatePart,
  type RefundedLine,
  ratesAfterRefunds,
} from '../../contract/pricing/tax-parts.ts'
import type { Issuer, ShopConfig } from '../../contract/settings/shop.ts'
import type { Cents } from '../../contract/values/money.ts'

/*
 * The content of documents. Pure: computed from an order's stored sums and its earlier documents.
 */

export type Buyer = {
  name: string
  address: string
  /** Thirteen digits. */
  taxId: string
  /** Five digits; `00000` is the head office. A person has none. */
  branch?: string
}

export type DocumentLine = {
  productId: string
  name: string
  nameTh: string | null
  size: string | null
  quantity: number
  unitCents: number
  discountCents: number
  basisPoints: number
}

/** Everything that is printed, as it was on the day. */
export type DocumentContent = {
  issuer: Issuer &
    Pick<ShopConfig['contact'], 'addressLines' | 'addressLinesTh' | 'phone'> & { name: string; nameTh: string }
  buyer?: Buyer
  orderNumber: number
  /** ISO 4217, and the symbol for people. */
  currency: { code: string; symbol: string }
  /** Empty in a credit note over an amount. */
  lines: DocumentLine[]
  shippingCents: number
  /** Tax on top of the lines; 0 where prices include it. */
  addedTaxCents: number
  /** The reduction of the order's price by refunds before its payment. */
  deductedCents: number
  /** Those refunds; absent in documents of earlier versions. A refund of an amount has no lines. */
  deductions?: { cents: number; lines: DocumentLine[]; reason: string }[]
  /** The highest rate first. */
  rates: RatePart[]
  totalCents: number
  /** The rounding of cash: so much less than `totalCents` was paid. Absent if zero. */
  roundedCents?: number
  method?: PaymentMethod
  /** The document that this one replaces or credits. */
  refersTo?: { name: string; day: string }
  /**
   * The value before tax of the document that a credit note credits, and of its earlier credit notes. Absent in notes
   * of earlier versions.
   */
  original?: { valueCents: number; creditedCents: number }
  /** The credit notes of the document that this one replaces; they credit this one, too. */
  credited?: { name: string; day: string; totalCents: number }[]
  reason?: string
}

export type Document = {
  id: string
  kind: DocumentKind
  year: number
  number: number
  /** YYYY-MM-DD. */
  day: string
  refersTo: string | null
  content: DocumentContent
}

/** The stored sums of an order that a document needs. */
export type OrderToDocument = {
  number: number
  amountCents: number
  shippingCents: number
  subtotalCents: number
  discountCents: number
  taxes: TaxTotals[]
  lines: DocumentLine[]
}

/** Returns the issuer as documents print it, or undefined if the shop issues none. */
export function issuerOf({
  issuer,
  contact,
}: Pick<ShopConfig, 'issuer' | 'contact'>): DocumentContent['issuer'] | undefined {
  if (!issuer) return undefined
  const { company, companyTh = company, addressLines, addressLinesTh, phone } = contact
  return { branch: headOffice, ...issuer, name: company, nameTh: companyTh, addressLines, addressLinesTh, phone }
}

/**
 * Returns the content of the document for a payment of `cost` cents, which is less than the order's amount if `refunds`
 * lowered its price before the payment.
 */
export function saleContent(
  order: OrderToDocument,
  cost: Cents,
  refunds: readonly { cents: number; lines: RefundedLine[] | null; reason: string }[],
  about: Pick<DocumentContent, 'issuer' | 'currency' | 'method' | 'roundedCents'>,
): DocumentContent {
  return {
    ...about,
    orderNumber: order.number,
    lines: order.lines,
    shippingCents: order.shippingCents,
    addedTaxCents: addedTaxOf(order),
    deductedCents: order.amountCents - cost,
    ...(refunds.length > 0 && {
      deductions: refunds.map((refund) => ({
        cents: refund.cents,
        lines: linesOfRefund(order.lines, refund),
        reason: refund.reason,
      })),
    }),
    rates: ratesAfterRefunds(order, cost, refunds),
    totalCents: cost,
  }
}

/**
 * Returns the content of a credit note of `amount` cents over a document with `credited` earlier credits. With `lines`
 * it has the rates of the lines; otherwise the amount is spread over the remaining value of all rates in proportion.
 * The last note credits exactly the remainder. Throws a RangeError for more than that.
 */
export function creditContent(
  sale: Document,
  credited: readonly DocumentContent[],
  amount: Cents,
  { lines = [], reason }: { lines?: DocumentLine[]; reason: string },
): DocumentContent {
  const rates = creditedRates(
    sale.content.rates,
    credited.map((note) => note.rates),
    amount,
    grossByRate(lines),
  )
  const { issuer, buyer, orderNumber, currency } = sale.content
  return {
    issuer,
    ...(buyer && { buyer }),
    orderNumber,
    currency,
    lines,
    shippingCents: 0,
    addedTaxCents: lines.length > 0 ? Math.max(amount - sumOfLines(lines), 0) : 0,
    deductedCents: 0,
    rates,
    totalCents: amount,
    original: {
      valueCents: valueBeforeTax(sale.content.rates),
      creditedCents: sumOf(credited.map((note) => valueBeforeTax(note.rates))),
    },
    refersTo: { name: documentName(sale), day: sale.day },
    reason,
  }
}

/** Returns the value before tax of parts by rate, in cents. */
export function valueBeforeTax(rates: readonly RatePart[]): number {
  return sumOf(rates.map(({ gross, tax }) => gross - tax))
}

function sumOfLines(lines: readonly DocumentLine[]): number {
  return sumOf(lines.map(({ quantity, unitCents, discountCents }) => quantity * unitCents - discountCents))
}
