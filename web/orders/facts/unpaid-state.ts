import type { Order } from '../../../contract/entities/order.ts'
import { minutesLeft } from './order-outcome.ts'

/** How the payment of an order that awaits it stands. */
export type UnpaidState =
  /** The gateway processes a payment. */
  | 'processing'
  /** The shop hasn't decided about the slip of a transfer. */
  | 'slip waits'
  /** The time to pay has passed; the shop is about to cancel the order. */
  | 'over'
  | 'to transfer'
  | 'to pay'

/** Returns how the payment of an order that awaits it stands, at a time in milliseconds. */
export function unpaidStateOf(
  { paymentType, payBy, processing, slip }: Pick<Order, 'paymentType' | 'payBy' | 'processing' | 'slip'>,
  now: number,
): UnpaidState {
  if (processing) return 'processing'
  if (slip === 'waiting') return 'slip waits'
  if (payBy !== undefined && minutesLeft(payBy, now) === undefined) return 'over'
  return paymentType === 'PromptPay' ? 'to transfer' : 'to pay'
}
