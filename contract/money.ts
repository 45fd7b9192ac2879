/** A sum in cents. Whole numbers only: 0.1 + 0.2 must never decide what a shopper pays. */
export type Cents = number & { readonly __unit: 'cents' }

/** Brands a whole, non-negative number as cents. Throws a RangeError on anything else. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a sum in cents: ${value}`)
  return value as Cents
}

/** Rounds down: the shop never charges a fraction of a cent that it cannot show. */
export function percentOf(base: Cents, basisPoints: number): Cents {
  return cents(Math.floor((base * basisPoints) / 10_000))
}

/** Cents as the wire carries them: a number in the shop's currency with at most two decimals. */
export function toWire(amount: Cents): number {
  return amount / 100
}

/**
 * A price from the wire in cents, or undefined when it has more than two decimals, is negative, or isn't finite.
 * 19.99 is 1998.9999999999998 hundredths in binary, so the nearest whole cent is taken and checked against the input.
 */
export function centsFromWire(price: number): Cents | undefined {
  if (!Number.isFinite(price) || price < 0 || price > 90_000_000_000) return undefined
  const nearest = Math.round(price * 100)
  return nearest / 100 === price ? cents(nearest) : undefined
}

const thousands = new Intl.NumberFormat('en')

/** A sum for people: `$1,234.50`. Two decimals always, thousands separated, the symbol in front in both languages. */
export function formatMoney(amount: Cents, symbol: string): string {
  const whole = thousands.format(Math.floor(amount / 100))
  return `${symbol}${whole}.${(amount % 100).toString().padStart(2, '0')}`
}
