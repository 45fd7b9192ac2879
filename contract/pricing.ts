import { type Cents, cents, percentOf } from './money.ts'

/** How tax enters a price: `added` to the cart amount, or `included` in it and only shown. */
export type TaxRule = { basisPoints: number; mode: 'added' | 'included' }

export type PricedLine = { offerPriceCents: number; quantity: number }

export type Totals = {
  /** Sum of offer price times quantity. */
  subtotal: Cents
  /** Always zero: delivery is free. */
  shipping: Cents
  /** Added to the subtotal, or the tax within it, depending on the rule's mode. Rounded down to the cent. */
  tax: Cents
  /** What the shopper pays. */
  total: Cents
}

/**
 * Computes the sums of a cart. Cart screen, order and payment all use this.
 * Takes lines in cents and a tax rule; returns whole cents. Throws a RangeError if a line isn't whole and positive.
 */
export function totalsOf(lines: readonly PricedLine[], rule: TaxRule): Totals {
  let sum = 0
  for (const line of lines) sum += cents(line.offerPriceCents) * cents(line.quantity)
  const subtotal = cents(sum)
  if (rule.mode === 'added') {
    const tax = percentOf(subtotal, rule.basisPoints)
    return { subtotal, shipping: cents(0), tax, total: cents(subtotal + tax) }
  }
  // Included: price = net + net × rate, so the tax inside is price × rate / (1 + rate).
  const tax = cents(Math.floor((subtotal * rule.basisPoints) / (10_000 + rule.basisPoints)))
  return { subtotal, shipping: cents(0), tax, total: subtotal }
}
