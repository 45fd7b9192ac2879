import { type Cents, cents } from '../values/money.ts'
import { addedTaxOf, allocate, type StoredSums, sumOf, type TaxTotals, taxIncludedIn } from './pricing.ts'

/* The tax in an order and in parts of it. Documents and reports compute it here, so that they agree to the cent. */

/** A part of a sum with one rate of tax. All in cents. */
export type RatePart = {
  /** Hundredths of a percent; 0 if exempt. */
  basisPoints: number
  /** With the tax. */
  gross: number
  tax: number
}

/** The stored sums of an order and their taxes. */
export type TaxedSums = StoredSums & { taxes: readonly TaxTotals[] }

/** Returns the parts of an order's amount by rate, the highest first. */
export function ratesOfOrder(order: TaxedSums): RatePart[] {
  const { taxes, amountCents } = order
  const isAdded = addedTaxOf(order) > 0
  const taxed = taxes.map(({ basisPoints, base, tax }) => ({ basisPoints, gross: base + (isAdded ? tax : 0), tax }))
  const exempt = amountCents - sumOf(taxed.map(({ gross }) => gross))
  return exempt > 0 ? [...taxed, { basisPoints: 0, gross: exempt, tax: 0 }] : taxed
}

/** Divides `amount` cents by rate: by `wanted`, at most what each rate has, and the rest in proportion. */
function grossOfRates(
  rates: readonly RatePart[],
  amount: Cents,
  wanted: ReadonlyMap<number, number> = new Map(),
): number[] {
  const first = rates.map(({ basisPoints, gross }) => Math.min(wanted.get(basisPoints) ?? 0, gross))
  const taken = sumOf(first)
  if (taken > amount) return allocate(amount, first)
  const weights = rates.map(({ gross }, index) => gross - (first[index] ?? 0))
  return allocate(amount - taken, weights).map((each, index) => each + (first[index] ?? 0))
}

/**
 * Returns the tax in the remainder of a rate, `gross` of its cents. If the rate isn't known (0), as in documents of
 * orders from before tax classes, it is the stored tax in proportion.
 */
function taxOfRest({ basisPoints, gross: most, tax }: RatePart, gross: number): number {
  if (gross === most) return tax
  if (basisPoints === 0) return allocate(tax, [gross, most - gross])[0] ?? 0
  return Math.min(taxIncludedIn(cents(gross), basisPoints), tax)
}

/**
 * Returns the parts by rate of the `cost` cents of an order after refunds before its payment. A refund of lines lowers
 * their rates; a refund of an amount, and any other reduction, lowers all rates in proportion. The tax is computed
 * once, from the remainder of each rate.
 */
export function ratesAfterRefunds(
  order: TaxedSums & { lines: readonly OrderedLine[] },
  cost: Cents,
  refunds: readonly { cents: number; lines: readonly RefundedLine[] | null }[],
): RatePart[] {
  const rates = ratesOfOrder(order)
  const credited: RatePart[][] = []
  let open = order.amountCents - cost
  const credit = (amount: number, wanted?: ReadonlyMap<number, number>) => {
    credited.push(creditedRates(rates, credited, cents(amount), wanted))
    open -= amount
  }
  for (const refund of refunds)
    if (refund.cents <= open) credit(refund.cents, grossByRate(linesOfRefund(order.lines, refund)))
  if (open > 0) credit(open)
  const left = new Map(rates.map(({ basisPoints, gross }) => [basisPoints, gross]))
  for (const { basisPoints, gross } of credited.flat()) left.set(basisPoints, (left.get(basisPoints) ?? 0) - gross)
  return rates.flatMap((rate) => {
    const gross = left.get(rate.basisPoints) ?? 0
    return gross > 0 ? [{ basisPoints: rate.basisPoints, gross, tax: taxOfRest(rate, gross) }] : []
  })
}

/**
 * Returns a credit of `amount` cents by rate, on a sum with `credited` earlier credits. `wanted` is the amount of each
 * rate; the rest is spread in proportion to the remainders. The tax is the difference of the remainder's tax before and
 * after, so that many small credits equal one large one. The last credit is exactly the remainder. Throws a RangeError
 * for more than that.
 */
export function creditedRates(
  rates: readonly RatePart[],
  credited: readonly (readonly RatePart[])[],
  amount: Cents,
  wanted?: ReadonlyMap<number, number>,
): RatePart[] {
  const left = rates.map(({ basisPoints, gross, tax }) => {
    const before = credited.flatMap((parts) => parts.filter((each) => each.basisPoints === basisPoints))
    const sum = (key: 'gross' | 'tax') => sumOf(before.map((each) => each[key]))
    return { basisPoints, gross: gross - sum('gross'), tax: tax - sum('tax') }
  })
  const leftCents = sumOf(left.map(({ gross }) => gross))
  if (amount > leftCents) throw new RangeError(`${amount} cents of ${leftCents} can't be credited`)
  if (amount === leftCents) return left.filter(({ gross }) => gross > 0)
  const taken = grossOfRates(left, amount, wanted)
  return left.flatMap((rate, index) => {
    const gross = taken[index] ?? 0
    const tax = rate.tax - taxOfRest(rate, rate.gross - gross)
    return gross > 0 ? [{ basisPoints: rate.basisPoints, gross, tax: Math.min(tax, gross) }] : []
  })
}

type OrderedLine = {
  productId: string
  quantity: number
  unitCents: number
  discountCents: number
  basisPoints: number
}

/** The refunded part of a line: pieces, or with a quantity of zero grams or millilitres of its packs. */
export type RefundedLine = {
  product: string
  quantity: number
  measure?: number
  unit?: 'g' | 'ml'
  /** Its price for the shopper; absent in refunds of the first versions. */
  cents?: number
}

/**
 * Returns the lines of a refund. Grams or millilitres are one piece of that size. The discount is the line's own; in
 * refunds without it, it is spread over the lines in proportion, and so is an added tax.
 */
export function linesOfRefund<L extends OrderedLine>(
  lines: readonly L[],
  refund: { cents: number; lines: readonly RefundedLine[] | null },
): L[] {
  const found = (refund.lines ?? []).flatMap(({ product, quantity, measure, unit, cents: paid = 0 }) => {
    const line = lines.find(({ productId }) => productId === product)
    if (!line) return []
    const part = measure ? { quantity: 1, unitCents: paid, size: `${measure} ${unit}` } : { quantity }
    return [{ line: { ...line, ...part, discountCents: 0 }, paid }]
  })
  const gross = found.map(({ line }) => line.quantity * line.unitCents)
  const off = sumOf(gross) - refund.cents
  const shares = found.every(({ paid }) => paid > 0)
    ? found.map(({ paid }, index) => Math.max((gross[index] ?? 0) - paid, 0))
    : off > 0
      ? allocate(off, gross)
      : []
  return found.map(({ line }, index) => ({ ...line, discountCents: shares[index] ?? 0 }))
}

/** Returns the price of lines, by their rate. */
export function grossByRate(lines: readonly OrderedLine[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { basisPoints, quantity, unitCents, discountCents } of lines) {
    sums.set(basisPoints, (sums.get(basisPoints) ?? 0) + quantity * unitCents - discountCents)
  }
  return sums
}
