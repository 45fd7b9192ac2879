import { readPrice } from '../../../../contract/catalog/read-price.ts'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { Product } from '../../../../contract/entities/product.ts'
import type { FieldErrorCode } from '../../../../contract/messages/field-errors.ts'
import { isFinal } from '../../../../contract/orders/order-status.ts'
import { inCoins } from '../../../../contract/pricing/cash-coins.ts'
import { costOfPart, leavesGoods, type PartOfLine, packOf } from '../../../../contract/pricing/refund-pricing.ts'
import { type Cents, cents, centsOf } from '../../../../contract/values/money.ts'
import { readWhole } from '../../../../contract/values/read-whole.ts'

/** A line of an order, with what refunds have taken off it. */
export type RefundableLine = {
  product: Product
  quantity: number
  /** Pieces that were refunded. */
  refunded: number
  /** What was refunded by weight or volume, in its unit. */
  measured: number
  /** Pieces that can still be refunded. */
  left: number
  /** The unit of its packs, if their size can be read, and how much of it can still be refunded. */
  unit: 'g' | 'ml' | undefined
  measureLeft: number
  cost: Cents
  before: readonly PartOfLine[]
  size: number | undefined
}

const refundKinds = ['pieces', 'weight', 'amount'] as const

/** What a seller has chosen to refund: pieces by product, what was missing by weight as it was typed, or an amount. */
export type RefundDraft = {
  kind: (typeof refundKinds)[number]
  pieces: Readonly<Record<string, number>>
  measures: Readonly<Record<string, string>>
  amount: string
}

type Refundable = Pick<SellerOrder, 'items' | 'money' | 'paidOut'> & {
  refunds?: readonly Pick<NonNullable<SellerOrder['refunds']>[number], 'lines'>[]
}

/** Returns the lines of an order with what refunds have taken off them. */
export function refundableLines({ items, refunds = [], money }: Refundable): RefundableLine[] {
  return items.map(({ product, quantity }, index) => {
    const before = refunds.flatMap(({ lines = [] }) => lines).filter((line) => line.product === product._id)
    const pack = packOf(product.Weight)
    const size = pack?.amount
    const cost = centsOf(money.lines[index] ?? 0)
    const { left } = costOfPart({ cost, quantity, size }, before, { quantity: 0 })
    const refunded = before.reduce((sum, line) => sum + line.quantity, 0)
    return {
      product,
      quantity,
      refunded,
      measured: before.reduce((sum, { measure = 0 }) => sum + measure, 0),
      left: Math.floor(left / (size ?? 1)),
      unit: pack?.unit,
      measureLeft: left,
      cost,
      before,
      size,
    }
  })
}

/**
 * Returns what is left of a line by its price, before discounts: its price less what refunds have taken off, in whole
 * cents, so that lines and refunds add up.
 */
export function priceLeft({ product, quantity, measureLeft, size = 1 }: RefundableLine): Cents {
  const cost = centsOf(product.offerPrice) * quantity
  const refundedPart = { quantity: 0, measure: quantity * size - measureLeft }
  return cents(cost - (costOfPart({ cost, quantity, size }, [], refundedPart).cents ?? cost))
}

/** Returns the grams or millilitres that a seller typed; undefined for other text and 0. */
const readMeasure = (text: string) => readWhole(text, { min: 1 })

/** Returns the lines whose missing weight or volume can be refunded. */
export const weighedLines = (order: Refundable): RefundableLine[] =>
  refundableLines(order).filter(({ unit, measureLeft }) => unit && measureLeft > 0)

/** Returns what is wrong with a typed measure; undefined if nothing is typed, too. */
export function measureErrorOf({ measureLeft }: RefundableLine, text = ''): 'no whole number' | 'too much' | undefined {
  if (text.trim() === '') return undefined
  const measure = readMeasure(text)
  if (measure === undefined) return 'no whole number'
  return measure > measureLeft ? 'too much' : undefined
}

/** Returns whether a draft by weight has a wrong measure. */
export const hasWrongMeasure = (order: Refundable, { kind, measures }: RefundDraft): boolean =>
  kind === 'weight' && weighedLines(order).some((line) => measureErrorOf(line, measures[line.product._id]))

type ChosenLine = { line: RefundableLine; part: { product: string; quantity?: number; measure?: number } }

/** Returns the lines of a draft as they are sent. */
export function linesOfDraft(order: Refundable, { kind, pieces, measures }: RefundDraft): ChosenLine[] {
  return refundableLines(order).flatMap((line): ChosenLine[] => {
    const { _id: product } = line.product
    if (kind === 'pieces') {
      // Others may have refunded some of them since.
      const quantity = Math.min(pieces[product] ?? 0, line.left)
      return quantity > 0 ? [{ line, part: { product, quantity } }] : []
    }
    const measure = kind === 'weight' && line.unit ? readMeasure(measures[product] ?? '') : undefined
    return measure ? [{ line, part: { product, measure } }] : []
  })
}

/** Returns whether something of an order is left after its refunds and, if parts are chosen, also after theirs. */
export function hasGoods(order: Refundable, chosen: readonly ChosenLine[] = []): boolean {
  const refunded = (order.refunds ?? []).flatMap(({ lines = [] }) => lines)
  const lines = refundableLines(order).map(({ product, ...line }) => ({ ...line, product: product._id }))
  return leavesGoods(lines, [...refunded, ...chosen.map(({ part }) => ({ quantity: 0, ...part }))])
}

/** Returns whether a draft takes the last pieces, or the last of a weight, of an order. */
export function leavesNothing(order: Refundable, draft: RefundDraft): boolean {
  const chosen = linesOfDraft(order, draft)
  return chosen.length > 0 && !hasWrongMeasure(order, draft) && !hasGoods(order, chosen)
}

/** Returns whether an order is to be cancelled rather than refunded by a draft: nothing would be left to deliver. */
export const isCancelInstead = (order: Refundable & Pick<SellerOrder, 'status'>, draft: RefundDraft): boolean =>
  !isFinal(order.status) && leavesNothing(order, draft)

/**
 * Returns what stays paid, in cents, if a draft refunds the last goods of a delivered order: what is left of the
 * delivery fee.
 */
export function feeKept(order: Refundable & Pick<SellerOrder, 'status' | 'isPaid'>, draft: RefundDraft): Cents {
  const isKept = order.isPaid && order.status === 'Delivered' && leavesNothing(order, draft)
  return cents(isKept ? costCents(order) - sumOfDraft(order, draft).cents : 0)
}

/** Returns whether something is chosen or typed under another choice than the shown one: it isn't part of the sum. */
export const hasOther = (order: Refundable, draft: RefundDraft): boolean =>
  refundKinds.some((kind) => kind !== draft.kind && sumOfDraft(order, { ...draft, kind }).cents > 0)

/** Returns what an order costs now, in cents. */
export const costCents = ({ money }: Pick<Refundable, 'money'>): Cents => centsOf(money.cost)

/** Returns what was received and hasn't been paid out yet, in cents. */
export const paidSoFar = ({ money, paidOut = 0 }: Pick<Refundable, 'money' | 'paidOut'>): Cents =>
  cents(centsOf(money.received) - centsOf(paidOut))

/** Returns the sum of a draft, or the error of the typed amount; nothing chosen or typed is a sum of zero. */
export function sumOfDraft(order: Refundable, draft: RefundDraft): { cents: Cents; error?: FieldErrorCode } {
  if (draft.kind === 'amount') {
    if (draft.amount.trim() === '') return { cents: cents(0) }
    const { cents: amount, error } = readPrice(draft.amount)
    return amount === undefined ? { cents: cents(0), error } : { cents: amount }
  }
  const chosen = costOfDraft(order, draft)
  return { cents: chosen > costCents(order) ? costCents(order) : chosen }
}

/**
 * Returns what the chosen pieces, or the missing weight, cost, in cents: more than is left if an amount was refunded
 * before.
 */
export function costOfDraft(order: Refundable, draft: RefundDraft): Cents {
  const sums = linesOfDraft(order, draft).map(
    ({ line, part }) => costOfPart(line, line.before, { quantity: 0, ...part }).cents ?? 0,
  )
  return cents(sums.reduce<number>((sum, each) => sum + each, 0))
}

/**
 * Returns what is paid out in cash if some cents of an order are refunded, if that differs: of an order paid in cash,
 * what coins can pay. Undefined if it isn't known that it was. `coin` is the smallest one, in cents.
 */
export function cashBack(
  order: Refundable & Pick<SellerOrder, 'paymentType' | 'isPaid' | 'rounded'>,
  refunded: number,
  coin: number,
): Cents | undefined {
  const { paymentType, isPaid, rounded, money } = order
  const isInCash = paymentType === 'COD' && isPaid && (rounded !== undefined || money.byRider === true)
  // An order from before there were coins is paid to the satang.
  if (!isInCash || centsOf(money.received) % coin !== 0) return undefined
  const cost = costCents(order)
  const cashBack = inCoins(cost, coin) - inCoins(Math.max(cost - refunded, 0), coin)
  return cashBack === refunded ? undefined : cents(cashBack)
}
