import { mayFollow, type OrderStatus } from '../../../contract/orders/order-status.ts'
import { limits } from '../../../contract/values/limits.ts'
import type { Job } from '../../database/jobs.ts'
import type { PaymentEvent } from '../../payments/gateway.ts'

/** The states of a payment. `opening`: its page was requested, and no reply has arrived. */
export const paymentStates = ['opening', 'open', 'paid', 'failed', 'expired', 'refund due', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * What the shop does after an event.
 * - `place`: marks the order as paid and places it.
 * - `wait`: records that the payment is being processed. The order goes on waiting, and can't be paid again.
 * - `cancel`: cancels the order and returns its stock, because the payment failed or expired.
 * - `refund late payment`: refunds a payment that arrived after the order was cancelled.
 * - `refund extra payment`: refunds a further payment of an order that was paid already.
 * - `refunded`: records a refund, and cancels the order if it still can be cancelled.
 * - `refunded in part`: records a partial refund, without cancelling the order.
 * - `refund waits`, `refund moves`: records that a refund waits for the shopper's bank account, or no longer.
 * - `refund failed`: records that a refund failed: the shop has the money again, and a seller has to refund it by hand.
 * - `nothing`: the event is known already or has no effect.
 */
export type Step =
  | 'place'
  | 'wait'
  | 'cancel'
  | 'refund late payment'
  | 'refund extra payment'
  | 'refunded'
  | 'refunded in part'
  | 'refund waits'
  | 'refund moves'
  | 'refund failed'
  | 'nothing'

/**
 * Returns what to do after an event. Depends on the states of the payment and the order only, so that events may arrive in
 * any order and any number of times: an order is paid once, and no cancelled order keeps money. `money` is `other` if the
 * event is about another payment than the one that the order is known to have.
 */
export function decideStep(
  kind: PaymentEvent['kind'],
  payment: PaymentState,
  order: OrderStatus,
  money: 'its own' | 'other' = 'its own',
): Step {
  const moneyKnown = payment === 'paid' || payment === 'refund due' || payment === 'refunded'
  switch (kind) {
    case 'paid':
      if (moneyKnown) return money === 'other' ? 'refund extra payment' : 'nothing'
      return order === 'Awaiting payment' ? 'place' : 'refund late payment'
    case 'processing':
      return (payment === 'opening' || payment === 'open') && order === 'Awaiting payment' ? 'wait' : 'nothing'
    case 'failed':
    case 'expired':
      return !moneyKnown && order === 'Awaiting payment' ? 'cancel' : 'nothing'
    case 'refunded':
    case 'refunded in part':
      return payment === 'refunded' || money === 'other' ? 'nothing' : kind
    case 'refund waits':
    case 'refund moves':
    case 'refund failed':
      return moneyKnown && money === 'its own' ? kind : 'nothing'
    case 'other':
      return 'nothing'
  }
}

/** Returns whether a refund cancels an order of this status. Delivered orders stay delivered. */
export const endsWithRefund = (order: OrderStatus): boolean => mayFollow(order, 'Cancelled')

declare global {
  namespace GraphileWorker {
    interface Tasks {
      /** Jobs that an older version queued have `look` in place of `poll`. */
      'follow-payment': { orderId: string; poll?: number; look?: number }
      'expire-promptpay': { orderId: string }
      'verify-slip': { slipId: string; asked: number }
      'close-page': { session: string }
      'cancel-replaced': { orderId: string }
      'refund-part': { refundId: string; waits?: number | undefined }
      'refund-payment': { orderId: string; waits?: number | undefined }
      'refund-stray': { payment: string; amountCents: number }
    }
  }
}

/** Minutes after the order at which the gateway is polled, in case its event is lost; the last poll is when the page closes. */
export const pollMinutes = [2, 10] as const

/** The job of the first poll for an order that is placed now. */
export const firstPollJob = (orderId: string): Job => pollJob(orderId, 0, pollMinutes[0] * 60_000)

/** The job that polls an order's payment, in `after` milliseconds; `poll` counts the polls before it. */
export function pollJob(orderId: string, poll: number, after: number): Job {
  return ['follow-payment', { orderId, poll }, { key: `follow:${orderId}`, after }]
}

/** The job that cancels an order by PromptPay in `after` milliseconds unless it was paid or a slip waits. */
export function expiryJob(orderId: string, after = limits.paymentMinutes * 60_000 + 30_000): Job {
  return ['expire-promptpay', { orderId }, { key: `expire:${orderId}`, after }]
}

/** The job that asks the banks about a slip, in `after` milliseconds; `asked` counts the times before it. */
export function verifySlipJob(slipId: string, asked = 0, after = 0): Job {
  return ['verify-slip', { slipId, asked }, { key: `verify-slip:${slipId}`, after }]
}

/** The job that closes an order's payment page at the gateway, so that the order can't be paid any more. */
export function closePageJob(orderId: string, session: string): Job {
  return ['close-page', { session }, { key: `close-page:${orderId}` }]
}

/** The job that cancels the shopper's unpaid orders that are the same purchase as an order. */
export function cancelReplacedJob(orderId: string): Job {
  return ['cancel-replaced', { orderId }, { key: `cancel-replaced:${orderId}` }]
}

/** How often a refund has waited for another one of the same payment; it runs `after` milliseconds. */
type Waited = { waits: number; after: number }

/** The job that refunds a part of what was paid for an order. */
export function refundPartJob(refundId: string, waited?: Waited): Job {
  return ['refund-part', { refundId, waits: waited?.waits }, { key: `refund-part:${refundId}`, ...delayOf(waited) }]
}

/** The job that refunds what was paid for an order. */
export function refundJob(orderId: string, waited?: Waited): Job {
  return ['refund-payment', { orderId, waits: waited?.waits }, { key: `refund:${orderId}`, ...delayOf(waited) }]
}

const delayOf = (waited: Waited | undefined) => waited && { after: waited.after }
