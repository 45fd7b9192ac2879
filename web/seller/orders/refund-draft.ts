import type { Order, Product } from '../../../contract/entities.ts'
import { type Cents, cents, centsOf } from '../../../contract/money.ts'
import { costOfPieces } from '../../../contract/refund-pricing.ts'
import type { FieldErrorCode } from '../../../contract/refusals.ts'
import { readPrice } from '../area/typed-price.ts'

/** A line of an order, with the pieces that refunds have taken off it. */
export type RefundableLine = { product: Product; quantity: number; refunded: number; cost: Cents }

/** What a seller has chosen to give back: pieces by product, or an amount as it was typed. */
export type RefundDraft = { kind: 'pieces' | 'amount'; pieces: Readonly<Record<string, number>>; typed: string }

type Refundable = Pick<Order, 'items' | 'refunds' | 'money' | 'amount'>

/** Returns the lines of an order with their refunded pieces. */
export function refundableLines({ items, refunds = [], money }: Refundable): RefundableLine[] {
  return items.map(({ product, quantity }, at) => ({
    product,
    quantity,
    refunded: refunds
      .flatMap(({ lines = [] }) => lines)
      .filter((line) => line.product === product._id)
      .reduce((sum, line) => sum + line.quantity, 0),
    cost: centsOf(money?.lines[at] ?? 0),
  }))
}

/** Returns what an order costs now, in cents. */
export const costNow = ({ money, amount }: Pick<Refundable, 'money' | 'amount'>): Cents => centsOf(money?.due ?? amount)

/** Returns what was received and hasn't gone back yet, in cents. */
export const paidSoFar = ({ money, amount }: Pick<Refundable, 'money' | 'amount'>): Cents =>
  money ? cents(centsOf(money.received) - centsOf(money.givenBack)) : centsOf(amount)

/** Returns the sum of a draft, or the error of the typed amount; nothing chosen or typed is a sum of zero. */
export function sumOfDraft(
  order: Refundable,
  { kind, pieces, typed }: RefundDraft,
): { cents: Cents; error?: FieldErrorCode } {
  if (kind === 'amount') {
    if (typed.trim() === '') return { cents: cents(0) }
    const { cents: amount, error } = readPrice(typed)
    return amount === undefined ? { cents: cents(0), error } : { cents: amount }
  }
  const sums = refundableLines(order).map((line) => costOfPieces(line, line.refunded, pieces[line.product._id] ?? 0))
  return { cents: cents(sums.reduce((sum, each) => sum + each, 0)) }
}
