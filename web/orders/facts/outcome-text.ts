import type { Order } from '../../../contract/entities/order.ts'
import { byRule } from '../../../contract/orders/order-status.ts'
import { m } from '../../messages/messages.ts'
import { formatAmount } from '../../ui/price.tsx'
import type { OrderOutcome } from './order-outcome.ts'
import { waitingRefund } from './paid-sums.ts'

/**
 * Returns what happened to the money of an order that ended, and that the shop hadn't confirmed it, if that was why.
 */
export function outcomeText(outcome: OrderOutcome, order: Order): string {
  const text = moneyText(outcome, order)
  return isUnconfirmed(order) ? `${m.orders_unconfirmed()} ${text}` : text
}

const isUnconfirmed = ({ timeline }: Order) =>
  timeline.some(({ status, by }) => status === 'Cancelled' && by === byRule)

function moneyText(outcome: OrderOutcome, order: Order): string {
  if (outcome === 'refund waits') {
    const amount = waitingRefund(order)
    return amount === undefined ? m.orders_refund_waits_some() : m.orders_refund_waits({ amount: formatAmount(amount) })
  }
  if (outcome === 'refund due' && order.owed !== undefined && order.paymentType !== 'Online')
    return (order.paidOut === undefined ? m.orders_owed : m.orders_owed_more)({ amount: formatAmount(order.owed) })
  return outcomeMessages[outcome](formatAmount(order.owed ?? order.paidOut ?? order.amount))
}

const outcomeMessages: Record<Exclude<OrderOutcome, 'refund waits'>, (amount: string) => string> = {
  'refund due': (amount) => m.orders_refund_due({ amount }),
  refunded: (amount) => m.orders_refunded({ amount }),
  'cancelled by you': () => m.orders_cancelled_by_you(),
  replaced: () => m.orders_replaced(),
  'slip waits': () => m.orders_slip_of_cancelled(),
  'slip rejected': () => m.orders_slip_rejected_cancelled(),
  'transfer dropped': () => m.orders_transfer_dropped(),
  'transfer replaced': () => m.orders_transfer_replaced(),
  'unpaid in time': () => m.orders_unpaid_in_time(),
  'no transfer in time': () => m.orders_no_transfer_in_time(),
  'payment failed': () => m.orders_payment_failed(),
  'payment not completed': () => m.orders_payment_not_completed(),
  'nothing to pay, cancelled by you': () => m.orders_cancelled_by_you_cash(),
  'nothing to pay, cancelled by the shop': () => m.orders_cancelled_by_shop(),
  'nothing to pay': () => m.orders_cancelled_nothing_to_pay(),
}
