import { type DocumentKind, documentName, headOffice } from '../../contract/documents.ts'
import { type Cents, cents } from '../../contract/money.ts'
import { addedTaxOf, spread, type TaxTotals, taxIncludedIn } from '../../contract/pricing.ts'
import type { Issuer, ShopConfig } from '../../contract/shop.ts'

/*
 * What documents say. Pure: from an order's stored sums, and from the documents that it has already.
 */

export type Buyer = {
  name: string
  address: string
  /** Thirteen digits. */
  taxId: string
  /** Five digits; `00000` is the head office. */
  branch: string
}

/** A part of a document's total with one rate of tax. All in cents. */
export type RatePart = {
  /** Hundredths of a percent; 0 for what is exempt. */
  basisPoints: number
  /** With the tax. */
  gross: number
  tax: number
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

export type PaymentMethod = 'cash' | 'card' | 'promptpay' | 'transfer'

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
  /** What the order costs less than its lines, because something was given back before it was paid. */
  deductedCents: number
  /** The highest rate first. */
  rates: RatePart[]
  totalCents: number
  method?: PaymentMethod
  /** The document that this one replaces or credits. */
  refersTo?: { name: string; day: string }
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
  taxCents: number
  subtotalCents: number
  discountCents: number
  /** Null for an order from before tax classes. */
  taxes: TaxTotals[] | null
  lines: DocumentLine[]
}

/** Returns the issuer as documents print it, or undefined if the shop issues none. */
export function issuerOf({ issuer, contact }: ShopConfig): DocumentContent['issuer'] | undefined {
  if (!issuer) return undefined
  const { company, companyTh = company, addressLines, addressLinesTh, phone } = contact
  return { branch: headOffice, ...issuer, name: company, nameTh: companyTh, addressLines, addressLinesTh, phone }
}

/**
 * Returns the content of the document for a payment of `due` cents. That is less than the order's amount if something was
 * given back before it was paid: the difference is taken from all rates in proportion.
 */
export function saleContent(
  order: OrderToDocument,
  due: Cents,
  about: Pick<DocumentContent, 'issuer' | 'currency' | 'method'>,
): DocumentContent {
  const addedTaxCents = addedTaxOf(order)
  const ordered = ratesOfOrder(order, addedTaxCents > 0)
  return {
    ...about,
    orderNumber: order.number,
    lines: order.lines,
    shippingCents: order.shippingCents,
    addedTaxCents,
    deductedCents: order.amountCents - due,
    rates: due === order.amountCents ? ordered : partOf(ordered, due),
    totalCents: due,
  }
}

/**
 * Returns the content of a credit note of `amount` cents over a document, of which `credited` was credited before. With
 * `lines` the rates are those of the lines; else the amount is taken from what is left of all rates in proportion. The last
 * note credits exactly what is left. Throws a RangeError for more than that.
 */
export function creditContent(
  sale: Document,
  credited: readonly DocumentContent[],
  amount: Cents,
  { lines = [], reason }: { lines?: DocumentLine[]; reason: string },
): DocumentContent {
  const left = sale.content.rates.map(({ basisPoints, gross, tax }) => {
    const before = credited.flatMap(({ rates }) => rates.filter((each) => each.basisPoints === basisPoints))
    const sum = (key: 'gross' | 'tax') => before.reduce((all, each) => all + each[key], 0)
    return { basisPoints, gross: gross - sum('gross'), tax: tax - sum('tax') }
  })
  const leftCents = left.reduce((all, { gross }) => all + gross, 0)
  if (amount > leftCents) throw new RangeError(`${amount} cents of ${leftCents} can't be credited`)
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
    rates: amount === leftCents ? left.filter(({ gross }) => gross > 0) : partOf(left, amount, grossByRate(lines)),
    totalCents: amount,
    refersTo: { name: documentName(sale), day: sale.day },
    reason,
  }
}

/** Returns the lines of a refund of pieces. A discount, and a tax on top, are spread over them in proportion. */
export function linesOfRefund(
  order: Pick<OrderToDocument, 'lines'>,
  refund: { cents: number; lines: { product: string; quantity: number }[] | null },
): DocumentLine[] {
  const found = (refund.lines ?? []).flatMap(({ product, quantity }) => {
    const line = order.lines.find(({ productId }) => productId === product)
    return line ? [{ ...line, quantity, discountCents: 0 }] : []
  })
  const gross = found.map(({ quantity, unitCents }) => quantity * unitCents)
  const off = gross.reduce((sum, each) => sum + each, 0) - refund.cents
  const shares = off > 0 ? spread(off, gross) : []
  return found.map((line, at) => ({ ...line, discountCents: shares[at] ?? 0 }))
}

/** Returns the parts of an order's amount by rate. */
function ratesOfOrder({ taxes, amountCents, taxCents }: OrderToDocument, isAdded: boolean): RatePart[] {
  // One rate that isn't stored: its tax is known, and all of the amount has it.
  const stored =
    taxes ?? (taxCents > 0 ? [{ basisPoints: 0, base: amountCents - (isAdded ? taxCents : 0), tax: taxCents }] : [])
  const taxed = stored.map(({ basisPoints, base, tax }) => ({ basisPoints, gross: base + (isAdded ? tax : 0), tax }))
  const exempt = amountCents - taxed.reduce((all, { gross }) => all + gross, 0)
  return exempt > 0 ? [...taxed, { basisPoints: 0, gross: exempt, tax: 0 }] : taxed
}

/** Returns `amount` cents of some rates: as `wanted` says as far as there is so much of a rate, the rest in proportion. */
function partOf(rates: readonly RatePart[], amount: Cents, wanted = new Map<number, number>()): RatePart[] {
  const first = rates.map(({ basisPoints, gross }) => Math.min(wanted.get(basisPoints) ?? 0, gross))
  const taken = first.reduce((all, each) => all + each, 0)
  const weights = rates.map(({ gross }, at) => gross - (first[at] ?? 0))
  const rest =
    taken > amount ? spread(amount, first).map((each, at) => each - (first[at] ?? 0)) : spread(amount - taken, weights)
  return rates.flatMap(({ basisPoints, tax, gross: most }, at) => {
    const gross = cents((first[at] ?? 0) + (rest[at] ?? 0))
    if (gross === 0) return []
    return [{ basisPoints, gross, tax: gross === most ? tax : Math.min(taxIncludedIn(gross, basisPoints), tax) }]
  })
}

function sumOfLines(lines: readonly DocumentLine[]): number {
  return lines.reduce((sum, { quantity, unitCents, discountCents }) => sum + quantity * unitCents - discountCents, 0)
}

function grossByRate(lines: readonly DocumentLine[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { basisPoints, quantity, unitCents, discountCents } of lines)
    sums.set(basisPoints, (sums.get(basisPoints) ?? 0) + quantity * unitCents - discountCents)
  return sums
}
