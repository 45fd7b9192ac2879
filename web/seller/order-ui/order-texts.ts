import type { SellerOrder } from '../../../contract/entities/order.ts'
import {
  byOtherOrder,
  byRule,
  byShopper,
  nextStatus,
  type OrderStatus,
  statusNames,
} from '../../../contract/orders/order-status.ts'
import { unitText } from '../../../contract/pricing/refund-pricing.ts'
import { cents, centsOf, toWire } from '../../../contract/values/money.ts'
import { getLocale, m } from '../../messages/messages.ts'
import type { BadgeVariant } from '../../ui/badge.tsx'
import { formatAmount } from '../../ui/price.tsx'

/** Labels of the buttons that move an order to a status. */
const stepLabels: Partial<Record<OrderStatus, () => string>> = {
  Confirmed: m.sellerOrders_step_confirm,
  Packing: m.sellerOrders_step_pack,
  'Out for delivery': m.sellerOrders_step_send,
  Delivered: m.sellerOrders_step_delivered,
}

/** Returns the next step, with its button's label. Delivered and cancelled orders have none. */
export function usualStep(status: OrderStatus): { to: OrderStatus; label: () => string } | undefined {
  const to = nextStatus(status)
  const label = to && stepLabels[to]
  return label && { to, label }
}

/** Returns a status's name for sellers; an unknown one as the shop sent it. */
export function statusLabel(status: OrderStatus): string {
  if (status === 'Order Placed') return m.sellerOrders_status_placed()
  return Object.hasOwn(statusNames, status) ? statusNames[status][getLocale()] : status
}

/** Returns who took a step, for sellers: a colleague's e-mail address stays as it is. */
export function byWhom(by: string): string {
  if (by === byRule) return m.sellerOrders_by_rule()
  if (by === byOtherOrder) return m.sellerOrders_by_other_order()
  return by === byShopper ? m.sellerOrders_by_shopper() : by
}

/** Returns the payment status for the person who delivers the order. */
export function payLabel(order: Pick<SellerOrder, 'isPaid' | 'processing'> & ToCollect, status: OrderStatus): string {
  const { isPaid } = order
  if (isPaid) return m.sellerOrders_paid()
  if (status === 'Cancelled') return m.sellerOrders_nothing_to_collect()
  if (status === 'Awaiting payment') return unpaidLabel(order)
  const amount = toCollect(order)
  return amount === 0
    ? m.sellerOrders_nothing_to_collect()
    : m.sellerOrders_to_collect({ amount: formatAmount(amount) })
}

/** Returns what the rider collects, in the shop's currency. */
export function toCollect({ cash, rounded = 0, money }: ToCollect): number {
  if (money.balance > 0) return cash ?? money.balance
  // While undoing a delivery is being sent, nothing is open yet.
  return toWire(cents(centsOf(money.cost) - centsOf(rounded)))
}

type ToCollect = Pick<SellerOrder, 'cash' | 'rounded' | 'money'>

/**
 * Returns the payment status without the amount, which is shown beside it, and with what became of money that goes
 * back.
 */
export function paidLabel(
  order: Pick<SellerOrder, 'isPaid' | 'processing'> & ToCollect & Parameters<typeof refundLabel>[0],
  status: OrderStatus,
): string {
  const refund = refundLabel(order)
  if (order.isPaid && order.refund === 'done') return refund ?? m.sellerOrders_refund_done()
  if (order.isPaid) return [m.sellerOrders_paid(), refund].filter(Boolean).join(' · ')
  if (order.refund) return refund ?? m.sellerOrders_refund_due()
  if (status === 'Awaiting payment') return unpaidLabel(order)
  return status === 'Cancelled' || toCollect(order) === 0
    ? m.sellerOrders_nothing_to_collect()
    : m.sellerOrders_pending()
}

const unpaidLabel = ({ processing }: Pick<SellerOrder, 'processing'>) =>
  processing ? m.sellerOrders_processing() : m.sellerOrders_unpaid()

/** Returns the variant of the badge with the payment status. */
export function payVariant(order: Pick<SellerOrder, 'isPaid'> & ToCollect, status: OrderStatus): BadgeVariant {
  if (order.isPaid) return 'leaf'
  return status === 'Cancelled' || toCollect(order) === 0 ? 'plain' : 'low'
}

/** Returns the refund status. */
export function refundLabel({
  refund,
  paidOut,
  amount,
  owed,
  money,
}: Pick<SellerOrder, 'refund' | 'paidOut' | 'amount' | 'owed' | 'money'>) {
  // Without the gateway it is the seller who pays it out.
  if (refund === 'due' && owed !== undefined && !money.refunding)
    return m.sellerOrders_owed({ amount: formatAmount(owed) })
  if (refund === 'due') return m.sellerOrders_refund_due()
  if (refund === 'needs action') return m.sellerOrders_refund_waits()
  if (refund === 'failed') return m.sellerOrders_refund_failed()
  if (paidOut !== undefined && paidOut < amount) return m.sellerOrders_refund_part({ amount: formatAmount(paidOut) })
  return refund === 'done' || paidOut !== undefined ? m.sellerOrders_refund_done() : undefined
}

/** Returns the variant of the badge with the refund status. */
export function refundVariant({ refund }: Pick<SellerOrder, 'refund'>): BadgeVariant {
  if (refund === 'failed') return 'warning'
  return refund === 'due' || refund === 'needs action' ? 'offer' : 'plain'
}

/** Returns grams or millilitres for people. */
export const measureText = (amount: number, unit: 'g' | 'ml' | undefined): string =>
  `${amount} ${unitText(unit ?? 'g', getLocale())}`
