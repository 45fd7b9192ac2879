import { type Cents, cents, partOf, type Rounding } from '../values/money.ts'

/** The owner's tax settings; `taxOn` returns the rules of one day. */
export type TaxRules = {
  /** `added` to the sum of the cart, or `included` in every price and only shown. */
  mode: 'added' | 'included'
  /** The rounding of a fraction of a cent. Thai VAT is rounded half up. */
  rounding: Rounding
  /** One of them has the id `standard`: the class of products that name no other. */
  classes: readonly TaxClass[]
}

export type TaxClass = {
  id: string
  name: string
  nameTh: string
  /** A class without a rate for a day isn't taxed on that day. */
  rates: readonly TaxRate[]
}

/** A rate in hundredths of a percent, from a day of the shop on, as YYYY-MM-DD, until a later rate begins. */
export type TaxRate = { from: string; basisPoints: number }

/** The tax rules of one day: the rate of each class in hundredths of a percent. */
export type TaxOfDay = Pick<TaxRules, 'mode' | 'rounding'> & { rates: Readonly<Record<string, number>> }

export const standardTaxClass = 'standard'

export type PricedLine = {
  offerPriceCents: number
  quantity: number
  /** `standard` if it is absent or no class of the shop. */
  taxClass?: string | null
}

/** An amount off some lines, given by their indexes, or off all of them. */
export type Discount = { cents: number; lines?: readonly number[] }

export type Extras = { discounts?: readonly Discount[]; shippingCents?: number }

export type LineTotals = {
  /** Offer price times quantity. */
  gross: Cents
  /** The line's share of the discounts. */
  discount: Cents
  /** The line's net price: gross less discount, without an added tax. */
  net: Cents
  /** The rate of its tax class, in hundredths of a percent. */
  basisPoints: number
}

/** The tax of all lines with one rate. `base` is their net sum with their share of the delivery fee. */
export type TaxTotals = { basisPoints: number; base: Cents; tax: Cents }

export type Totals = {
  lines: LineTotals[]
  /** Sum of offer price times quantity. */
  subtotal: Cents
  /** The discounts off the subtotal. */
  discount: Cents
  /** The delivery fee. */
  shipping: Cents
  /** One entry for each rate above zero, the highest first. */
  taxes: TaxTotals[]
  /** The sum of the taxes: on top of the rest, or within it, depending on the rules' mode. */
  tax: Cents
  /** The amount to pay. */
  total: Cents
}

/** Returns the rules of a day of the shop, given as YYYY-MM-DD. */
export function taxOn({ mode, rounding, classes }: TaxRules, day: string): TaxOfDay {
  const rates = classes.map(({ id, rates }) => {
    const begun = rates.filter(({ from }) => from <= day).sort((a, b) => (a.from < b.from ? -1 : 1))
    return [id, begun.at(-1)?.basisPoints ?? 0] as const
  })
  return { mode, rounding, rates: Object.fromEntries(rates) }
}

/** Returns the rate of a tax class in hundredths of a percent; for an unknown class the standard one. */
export function rateOf({ rates }: Pick<TaxOfDay, 'rates'>, taxClass: string | null | undefined): number {
  if (taxClass && Object.hasOwn(rates, taxClass)) return rates[taxClass] ?? 0
  return rates[standardTaxClass] ?? 0
}

/**
 * Computes the sums of a cart. Cart screen, order, payment and documents all use this.
 *
 * Takes lines in cents, the tax rules of the day, discounts and a delivery fee; returns whole cents. Each discount is
 * spread over its lines in proportion to their prices, and is at most their sum. The delivery fee is taxed as the lines
 * are, in proportion to their net sums, or to those before discounts if all are discounted to nothing. The tax of a
 * rate is computed once, from the sum of its lines. Throws a RangeError if a quantity or an amount isn't a whole number
 * of zero or more.
 */
export function totalsOf(
  lines: readonly PricedLine[],
  tax: TaxOfDay,
  { discounts = [], shippingCents = 0 }: Extras = {},
): Totals {
  const gross = lines.map((line) => cents(cents(line.offerPriceCents) * cents(line.quantity)))
  const net: number[] = [...gross]
  for (const discount of discounts) {
    const indexes = discount.lines ?? [...net.keys()]
    const weights = indexes.map((line) => net[line] ?? 0)
    const shares = allocate(Math.min(cents(discount.cents), sumOf(weights)), weights)
    for (const [index, line] of indexes.entries()) net[line] = (net[line] ?? 0) - (shares[index] ?? 0)
  }
  const shipping = cents(shippingCents)
  const lineTotals = lines.map(({ taxClass }, index) => ({
    gross: gross[index] as Cents,
    discount: cents((gross[index] ?? 0) - (net[index] ?? 0)),
    net: cents(net[index] ?? 0),
    basisPoints: rateOf(tax, taxClass),
  }))
  const taxes = taxesOf(lineTotals, shipping, tax)
  const sum = { subtotal: cents(sumOf(gross)), net: sumOf(net), tax: cents(sumOf(taxes.map((each) => each.tax))) }
  return {
    lines: lineTotals,
    subtotal: sum.subtotal,
    discount: cents(sum.subtotal - sum.net),
    shipping,
    taxes,
    tax: sum.tax,
    total: cents(sum.net + shipping + (tax.mode === 'added' ? sum.tax : 0)),
  }
}

function taxesOf(lines: readonly LineTotals[], shipping: Cents, rules: TaxOfDay): TaxTotals[] {
  const bases = new Map<number, number>()
  for (const { basisPoints, net } of lines) bases.set(basisPoints, (bases.get(basisPoints) ?? 0) + net)
  const fees = shipping > 0 ? allocate(shipping, weightsOfRates(lines, [...bases.keys()])) : []
  return [...bases]
    .map(([basisPoints, net], index) => {
      const base = cents(net + (fees[index] ?? 0))
      return { basisPoints, base, tax: taxWithin(base, basisPoints, rules) }
    })
    .filter(({ basisPoints }) => basisPoints > 0)
    .sort((a, b) => b.basisPoints - a.basisPoints)
}

/** Returns each rate's share of the lines: by their net prices, or if all of them are free, by their gross prices. */
function weightsOfRates(lines: readonly LineTotals[], rates: readonly number[]): number[] {
  const isFree = lines.every(({ net }) => net === 0)
  return rates.map((rate) =>
    sumOf(lines.filter(({ basisPoints }) => basisPoints === rate).map(({ net, gross }) => (isFree ? gross : net))),
  )
}

/**
 * Returns the tax on top of a base, or the tax that is in it: price = net + net × rate, so it is price × rate / (1 +
 * rate).
 */
function taxWithin(base: Cents, basisPoints: number, { mode, rounding }: Pick<TaxOfDay, 'mode' | 'rounding'>): Cents {
  return partOf(base, basisPoints, mode === 'added' ? 10_000 : 10_000 + basisPoints, rounding)
}

/** The sums that an order stores, in cents. */
export type StoredSums = { subtotalCents: number; discountCents: number; shippingCents: number; amountCents: number }

/** Returns the tax that an order adds to its other sums, in cents: zero if its prices include the tax. */
export function addedTaxOf({ subtotalCents, discountCents, shippingCents, amountCents }: StoredSums): number {
  return amountCents - (subtotalCents - discountCents + shippingCents)
}

/** Returns the tax that is in a sum paid, rounded half up: 7/107 of it at 7%. For documents over a part of an order. */
export function taxIncludedIn(sum: Cents, basisPoints: number): Cents {
  return taxWithin(sum, basisPoints, { mode: 'included', rounding: 'half up' })
}

/**
 * Divides an amount in proportion to weights, by the largest remainder: each share is rounded down, and the cents that
 * are left go to the largest fractions, the first of equal ones first. The shares add up to the amount; none exceeds
 * its weight if the amount doesn't exceed their sum. Without any weight, the first share is all of it.
 */
export function allocate(amount: number, weights: readonly number[]): number[] {
  const sum = BigInt(sumOf(weights))
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? amount : 0))
  const parts = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = parts.map((part) => Number(part / sum))
  const byFraction = parts.map((part, index) => ({ index, fraction: part % sum }))
  byFraction.sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1))
  const left = amount - sumOf(shares)
  for (const { index } of byFraction.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1
  return shares
}

/** Returns the sum of numbers. */
export const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
