import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { costOf, type OrderAmounts, paidOf } from './paid-sums.ts'

/**
 * Says whether an order is paid, and whether money that goes back has arrived. Cash is due on delivery; nothing is due
 * for a cancelled order, or one that costs nothing.
 */
export function paymentStatusLabel({
  paymentType,
  refund,
  processing,
  slip,
  ...sums
}: Pick<Order, 'paymentType' | 'refund' | 'processing' | 'slip'> & OrderAmounts): string {
  const { isPaid, status } = sums
  if (refund === 'done') return m.orders_paid_back()
  if (refund === 'needs action') return m.orders_paid_waits()
  if (refund) return m.orders_paid_to_come()
  if (isPaid) return paidOf(sums) === 0 ? m.orders_nothing_to_pay() : m.orders_paid()
  if (status === 'Cancelled' && slip === 'waiting') return m.orders_slip_waits()
  if (status === 'Cancelled' || costOf(sums) === 0) return m.orders_nothing_to_pay()
  if (processing) return m.orders_processing()
  return paymentType === 'COD' && status !== 'Delivered' ? m.orders_pending_cash() : m.orders_pending()
}
