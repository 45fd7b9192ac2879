import { limits } from '../../../contract/values/limits.ts'
import type { Job } from '../../database/jobs.ts'

/*
 * The jobs about payments, by PromptPay too. `payment-tasks.ts` and `promptpay-tasks.ts` run them.
 */

declare global {
  namespace GraphileWorker {
    interface Tasks {
      'poll-payment': { orderId: string; poll: number }
      'expire-promptpay': { orderId: string }
      'verify-slip': { slipId: string; queries: number }
      'close-page': { orderId: string; session: string }
      'cancel-replaced': { orderId: string }
      'refund-part': { refundId: string; waits?: number }
      'refund-payment': { orderId: string; waits?: number }
      'refund-stray': { payment: string; amountCents: number }
    }
  }
}

/**
 * Minutes after the order at which the gateway is polled, in case its event is lost; the last poll is when the page
 * closes.
 */
export const pollMinutes = [2, 10] as const

/** The job of the first poll for an order that is placed now. */
export const firstPollJob = (orderId: string): Job => pollJob(orderId, 0, pollMinutes[0] * 60_000)

/** The job that polls an order's payment, in `after` milliseconds; `poll` counts the polls before it. */
export function pollJob(orderId: string, poll: number, after: number): Job {
  return ['poll-payment', { orderId, poll }, { key: `poll:${orderId}`, after }]
}

/** The job that cancels an order by PromptPay in `after` milliseconds unless it was paid or a slip waits. */
export function expiryJob(orderId: string, after = limits.paymentMinutes * 60_000 + 30_000): Job {
  return ['expire-promptpay', { orderId }, { key: `expire:${orderId}`, after }]
}

/** The job that asks the banks about a slip, in `after` milliseconds; `queries` counts the times before it. */
export function verifySlipJob(slipId: string, queries = 0, after = 0): Job {
  return ['verify-slip', { slipId, queries }, { key: `verify-slip:${slipId}`, after }]
}

/**
 * The job that closes a cancelled order's payment page at the gateway in `after` milliseconds, and refunds what was
 * paid there before.
 */
export function closePageJob(orderId: string, session: string, after = 0): Job {
  return ['close-page', { orderId, session }, { key: `close-page:${orderId}`, after }]
}

/** The job that cancels the shopper's unpaid orders that are the same purchase as an order. */
export function cancelReplacedJob(orderId: string): Job {
  return ['cancel-replaced', { orderId }, { key: `cancel-replaced:${orderId}` }]
}

/** How often a refund has waited for another one of the same payment; it runs again in `after` milliseconds. */
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
