import { packSizeOf } from '../catalog/pack-size.ts'
import type { Language } from '../values/languages.ts'
import { type Cents, cents } from '../values/money.ts'
import { allocate, sumOf, type TaxTotals } from './pricing.ts'

/*
 * The prices of refunded pieces and parts, apart from pricing.ts so that only the screens of refunds load them.
 */

/**
 * Returns the price of each line of an order for the shopper, in cents: its net sum and, if tax is added to prices, its
 * share of the tax of its rate. With the delivery fee and its tax, the lines make the order's total. `taxes` are those
 * of `totalsOf`. `isAdded`: they are on top of the prices.
 */
export function costsOfLines(
  lines: readonly { net: number; basisPoints: number }[],
  taxes: readonly TaxTotals[],
  isAdded: boolean,
): Cents[] {
  const costs = lines.map(({ net }) => net)
  if (isAdded) {
    for (const { basisPoints, tax, base } of taxes) {
      const indexes = [...lines.keys()].filter((line) => lines[line]?.basisPoints === basisPoints)
      const nets = indexes.map((line) => lines[line]?.net ?? 0)
      // The part of the base beside the lines is the delivery fee's.
      const shares = allocate(tax, [...nets, base - sumOf(nets)])
      for (const [index, line] of indexes.entries()) costs[line] = (costs[line] ?? 0) + (shares[index] ?? 0)
    }
  }
  return costs.map(cents)
}

/**
 * Returns the price of the next `pieces` of a line, in cents, after `before` of them were refunded. The first n pieces
 * cost n/quantity of the line, rounded down, and the last piece the remainder, so refunds in any steps add up to the
 * line to the cent. Throws a RangeError if the line has fewer pieces.
 */
export function costOfPieces(
  { cost, quantity }: { cost: number; quantity: number },
  before: number,
  pieces: number,
): Cents {
  const after = cents(cents(before) + cents(pieces))
  if (after > quantity) throw new RangeError(`a line of ${quantity} pieces has no ${after}`)
  const first = (count: number) => Number((BigInt(cost) * BigInt(count)) / BigInt(quantity))
  return cents(first(after) - first(before))
}

/**
 * Returns the refunds of parts with these prices, of an order with `left` cents left. If an earlier refund of an amount
 * left less than the parts cost, `left` is spread over them in proportion.
 */
export function costsWithin(costs: readonly number[], left: number): Cents[] {
  return (sumOf(costs) > left ? allocate(left, costs) : costs).map(cents)
}

/** The refunded part of a line: pieces, or grams or millilitres of its packs. */
export type PartOfLine = { quantity: number; measure?: number }

/**
 * Returns the grams or millilitres of all packs of a line by their written size; undefined if that can't be read: then
 * no part of a piece can be refunded.
 */
export function packOf(weight: string | null | undefined): { amount: number; unit: 'g' | 'ml' } | undefined {
  const size = packSizeOf(weight)
  return size && size.unit !== 'piece' ? { amount: size.amount, unit: size.unit } : undefined
}

/** Returns a unit's abbreviation: g, ml, กรัม or มล. */
export function unitText(unit: 'g' | 'ml', language: Language): string {
  return language === 'en' ? unit : { g: 'กรัม', ml: 'มล.' }[unit]
}

/**
 * Returns the price of a part of a line, in cents, and how much of the line was left before it. `size` is the content
 * of a piece; without it there are pieces only. The rule of `costOfPieces` holds for the smallest units: 300 g of three
 * bags of 1 kg are 300 of 3,000 equal pieces. `cents` is undefined if less than the part is left.
 */
export function costOfPart(
  { cost, quantity, size = 1 }: { cost: number; quantity: number; size?: number },
  before: readonly PartOfLine[],
  part: PartOfLine,
): { cents: Cents | undefined; left: number } {
  const unitsOf = ({ quantity: pieces, measure = 0 }: PartOfLine) => pieces * size + measure
  const all = quantity * size
  const refundedUnits = sumOf(before.map(unitsOf))
  const left = all - refundedUnits
  if (unitsOf(part) > left) return { cents: undefined, left }
  return { cents: costOfPieces({ cost, quantity: all }, refundedUnits, unitsOf(part)), left }
}

/** Returns whether something of an order's lines is left after refunds of these parts. `size` is as in `costOfPart`. */
export function leavesGoods(
  lines: readonly { product: string; quantity: number; size?: number }[],
  parts: readonly (PartOfLine & { product: string })[],
): boolean {
  return lines.some(({ product, quantity, size }) => {
    const ofLine = parts.filter((part) => part.product === product)
    return costOfPart({ cost: 0, quantity, size }, ofLine, { quantity: 0 }).left > 0
  })
}
