import type { Order } from '../../../contract/entities/order.ts'
import { cents, centsOf, toWire } from '../../../contract/values/money.ts'

export type OrderAmounts = Pick<
  Order,
  'amount' | 'cost' | 'rounded' | 'paidOut' | 'owed' | 'refunds' | 'status' | 'isPaid'
>

const centsSum = (amounts: readonly (number | undefined)[]) =>
  amounts.reduce<number>((sum, amount) => sum + (amount === undefined ? 0 : centsOf(amount)), 0)

/** Returns what an order costs after refunds, in the shop's currency. */
export const costOf = ({ cost, amount }: Pick<Order, 'cost' | 'amount'>): number => cost ?? amount

/**
 * Returns what was paid for an order that is paid and not cancelled, in the shop's currency: also what was or will be
 * refunded, but not what cash was rounded down by.
 */
export const paidOf = ({ rounded, paidOut, owed, ...order }: OrderAmounts): number =>
  toWire(cents(centsSum([costOf(order), paidOut, owed]) - centsSum([rounded])))

/**
 * Returns what the shop still has of the money paid for a paid order, in the shop's currency: what cancelling it
 * refunds.
 */
export const leftOf = (order: OrderAmounts): number => toWire(cents(centsOf(paidOf(order)) - centsSum([order.paidOut])))

/** Returns what an order cost less what was refunded of it, in cents. */
export const unrefundedCents = ({ amount, refunds = [] }: Pick<Order, 'amount' | 'refunds'>): number =>
  Math.max(centsOf(amount) - centsSum(refunds.map((refund) => refund.amount)), 0)

/**
 * Returns what a paid order that was cancelled is refunded beside its refunds of parts, in the shop's currency; 0 of
 * others.
 */
export const restRefunded = (order: OrderAmounts): number =>
  order.status === 'Cancelled' && order.isPaid ? toWire(cents(unrefundedCents(order))) : 0

/**
 * Returns what was returned of an order's money, in the shop's currency, unless its outcome says that: all of it, or a
 * refund that waits for a bank account.
 */
export const returnedPart = ({ refund, paidOut }: Pick<Order, 'refund' | 'paidOut'>): number | undefined =>
  refund === 'done' || refund === 'needs action' ? undefined : paidOut

/**
 * Returns the sum that waits until the shopper has named a bank account, in the shop's currency; undefined if there was
 * more than one refund, as some of them may have arrived.
 */
export function waitingRefund(order: OrderAmounts): number | undefined {
  const refunds = (order.refunds?.length ?? 0) + (restRefunded(order) > 0 ? 1 : 0)
  return refunds > 1 ? undefined : order.paidOut
}
