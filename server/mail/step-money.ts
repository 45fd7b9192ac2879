import type { PaymentType } from '../../contract/payments/payment-methods.ts'
import { cashToCollect } from '../../contract/pricing/cash-coins.ts'
import type { MailedStep } from './queue-mail.ts'

/** How the money of an order stands after a step. */
export type StepMoney =
  /** Paid by card or transfer, or cash that is yet to be collected. */
  'as ordered' | 'paid too much' | 'nothing to pay' | 'cash not taken' | 'paid'

type OrderMoney = {
  paymentType: PaymentType
  isPaid: boolean
  /** Its price after refunds. */
  costCents: number
  /** Below zero if the shop received more than the price. */
  balanceCents: number
  /** The smallest coin of its currency. */
  coinCents: number
}

/** Returns how the money of an order stands after a step, for the mail about that. */
export function stepMoneyOf(order: OrderMoney, step: MailedStep): StepMoney {
  // Cash may have been collected before.
  const isSettled = step === 'Delivered' || (order.paymentType === 'COD' && order.isPaid)
  if (!isSettled) return 'as ordered'
  // A rider whose phone was offline collects the price that the phone last read.
  if (order.balanceCents < 0) return 'paid too much'
  if (order.costCents === 0) return 'nothing to pay'
  // A rider may hand over an order that was cancelled without taking the cash.
  return cashToCollect(order) > 0 ? 'cash not taken' : 'paid'
}
