import { mayFollow, type OrderStatus } from '../../contract/order-status.ts'
import type { Job } from '../database/jobs.ts'
import type { Notice } from '../payments/gateway.ts'

/** How a payment stands. `opening`: its page was asked for and is not known to be there. */
export const paymentStates = ['opening', 'open', 'paid', 'failed', 'expired', 'refund due', 'refunded'] as const
export type PaymentState = (typeof paymentStates)[number]

/**
 * What a notification leads to.
 * - `settle`: the order is paid and placed.
 * - `cancel`: the order is cancelled, its stock returned; the payment failed or expired.
 * - `owe back`: money came for an order that isn't there to be paid any more; it goes back.
 * - `send back`: more money came for an order that has its own, kept or gone back; this goes back at once.
 * - `refunded`: the money went back; an order that can still be cancelled is.
 * - `refunded in part`: some of the money went back; the order stands.
 * - `refund failed`: money that was sent back did not arrive; the shop has it again, and the seller has to send it anew.
 * - `nothing`: it is known already, or doesn't matter any more.
 */
export type Step =
  | 'settle'
  | 'cancel'
  | 'owe back'
  | 'send back'
  | 'refunded'
  | 'refunded in part'
  | 'refund failed'
  | 'nothing'

/**
 * Decides by the state of the payment and of the order alone, so that notifications may come in any order, and any
 * number of times: a paid order is paid once, and no cancelled order keeps money. `money` tells whether the
 * notification is of other money than the order is known to have.
 */
export function stepAfter(
  kind: Notice['kind'],
  payment: PaymentState,
  order: OrderStatus,
  money: 'its own' | 'other' = 'its own',
): Step {
  const moneyKnown = payment === 'paid' || payment === 'refund due' || payment === 'refunded'
  switch (kind) {
    case 'paid':
      if (moneyKnown) return money === 'other' ? 'send back' : 'nothing'
      return order === 'Awaiting payment' ? 'settle' : 'owe back'
    case 'failed':
    case 'expired':
      return !moneyKnown && order === 'Awaiting payment' ? 'cancel' : 'nothing'
    case 'refunded':
    case 'refunded in part':
      return payment === 'refunded' || money === 'other' ? 'nothing' : kind
    case 'refund failed':
      return moneyKnown && money === 'its own' ? 'refund failed' : 'nothing'
    case 'other':
      return 'nothing'
  }
}

/** Whether an order whose money went back is cancelled along with it. What was delivered stays delivered. */
export const endsWithRefund = (order: OrderStatus): boolean => mayFollow(order, 'Cancelled')

/** Minutes after the order at which the gateway is asked, should its notification not come; then when the page closes. */
export const looks = [2, 10] as const

/** The job that looks for the first time, of an order that is placed now. */
export const firstLook = (orderId: string): Job => followJob(orderId, 0, looks[0] * 60_000)

/** The job that looks how an order's payment stands, in `after` milliseconds; `look` counts the looks before it. */
export function followJob(orderId: string, look: number, after: number): Job {
  return ['follow-payment', { orderId, look }, { key: `follow:${orderId}`, after }]
}

/** The job that closes an order's page at the gateway, so that nothing can be paid on it any more. */
export function closePageJob(orderId: string, session: string): Job {
  return ['close-page', { session }, { key: `close-page:${orderId}` }]
}

/** The job that sends back what was paid for an order. */
export function refundJob(orderId: string): Job {
  return ['refund-payment', { orderId }, { key: `refund:${orderId}` }]
}
