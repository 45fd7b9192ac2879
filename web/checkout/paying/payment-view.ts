import type { Slip } from '../../../contract/entities/payment.ts'
import type { OrderStatus } from '../../../contract/orders/order-status.ts'

/** What the screen of a payment by PromptPay shows. */
export type PaymentView =
  /** The code, and the form for the slip. */
  | 'pay'
  /** As `pay`, and why the last slip was rejected. */
  | 'rejected'
  /** The shop is looking at a slip. */
  | 'looking'
  /** The time to pay is over; the order is being cancelled. */
  | 'over'
  | 'cancelled'
  /** Paid. */
  | 'placed'

type Payment = { status: OrderStatus; slip: Slip | null; expiresAt: string }

/** Returns what to show of a payment at a time of the shop's clock, in milliseconds since 1970. */
export function viewOf({ status, slip, expiresAt }: Payment, now: number): PaymentView {
  if (status !== 'Awaiting payment' && status !== 'Cancelled') return 'placed'
  // The shop looks at a cancelled order's slip, too, whose money is then paid out.
  if (slip?.state === 'waiting') return 'looking'
  if (status === 'Cancelled') return 'cancelled'
  if (Date.parse(expiresAt) <= now) return 'over'
  return slip?.state === 'rejected' ? 'rejected' : 'pay'
}
