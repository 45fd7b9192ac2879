/** Returns a price as field text: `25.50`. */
export function priceText(wire: number): string {
  return wire.toFixed(2)
}
