/** Returns a price as field text: `25.50`. */
export function priceText(wire: number): string {
  return wire.toFixed(2)
}

/** Returns whether a price differs so much (tenfold) that a typing error is likely. */
export function isFarFrom(before: number, now: number): boolean {
  return before > 0 && now > 0 && (now >= before * 10 || now * 10 <= before)
}
