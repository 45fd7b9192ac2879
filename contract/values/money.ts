/** A sum in cents, always whole: 0.1 + 0.2 isn't 0.3 in floating point. */
export type Cents = number & { readonly __unit: 'cents' }

/** Brands a whole, non-negative number as cents. Throws a RangeError on anything else. */
export function cents(value: number): Cents {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`not a sum in cents: ${value}`)
  return value as Cents
}

/** Returns cents as the wire has them: a number in the shop's currency with at most two decimals. */
export function toWire(amount: Cents): number {
  return amount / 100
}

/**
 * Returns an amount that the shop itself sent in cents. Sums and comparisons use cents: tenths of a currency don't add
 * up in binary. Input of people and other programs is read by centsFromWire. Throws a RangeError on negative amounts.
 */
export function centsOf(amount: number): Cents {
  return cents(nearestCent(amount))
}

/** Returns the nearest whole cent of an amount in the shop's currency, also of one below zero. */
export const nearestCent = (amount: number): number => Math.round(amount * 100)

/** The rounding of a fraction of a cent. */
export type Rounding = 'down' | 'half up'

/**
 * Returns `numerator / denominator` of a sum: all shares of money are rounded here. Divides before it multiplies, so
 * that no step leaves the whole numbers that a float holds exactly.
 */
export function partOf(sum: number, numerator: number, denominator: number, rounding: Rounding): Cents {
  const rest = (sum % denominator) * numerator
  const half = rounding === 'half up' ? denominator / 2 : 0
  return cents(Math.floor(sum / denominator) * numerator + Math.floor((rest + half) / denominator))
}

/**
 * Returns a wire price in cents, or undefined if it has more than two decimals, is negative or isn't finite.
 * 19.99 is 1998.9999999999998 hundredths in binary, so the nearest whole cent is taken and compared with the input.
 */
export function centsFromWire(price: number): Cents | undefined {
  if (!Number.isFinite(price) || price < 0 || price > 90_000_000_000) return undefined
  const nearest = centsOf(price)
  return toWire(nearest) === price ? nearest : undefined
}

const thousands = new Intl.NumberFormat('en')

/** Formats a sum for people: `$1,234.50`. Two decimals, thousands separated, the symbol in front in both languages. */
export function formatMoney(amount: Cents, symbol: string): string {
  const whole = thousands.format(Math.floor(amount / 100))
  return `${symbol}${whole}.${(amount % 100).toString().padStart(2, '0')}`
}
