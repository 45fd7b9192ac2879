import { type OrderStatus, statusNames } from '../../contract/order-status.ts'
import { getLocale, m } from '../messages/messages.ts'

/** The step that usually comes next, with the words of its button. Delivered and cancelled orders have none. */
const usualSteps: Partial<Record<OrderStatus, { to: OrderStatus; words: () => string }>> = {
  'Order Placed': { to: 'Confirmed', words: m.seller_step_confirm },
  Confirmed: { to: 'Packing', words: m.seller_step_pack },
  Packing: { to: 'Out for delivery', words: m.seller_step_send },
  'Out for delivery': { to: 'Delivered', words: m.seller_step_delivered },
}

export function usualStep(status: OrderStatus) {
  return usualSteps[status]
}

/** The state of an order in the language of the page; one that this page doesn't know as the shop sent it. */
export function statusWords(status: OrderStatus): string {
  return Object.hasOwn(statusNames, status) ? statusNames[status][getLocale()] : status
}
