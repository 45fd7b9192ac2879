import type { Order } from '../../../contract/entities.ts'
import { nextStep, type OrderStatus, statusNames } from '../../../contract/order-status.ts'
import { shop } from '../../../shop.config.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { momentWords, timeWords } from '../../messages/moment-words.ts'
import type { BadgeLook } from '../../ui/badge.tsx'
import { money } from '../../ui/price.tsx'

/** The words of the button that takes an order to a status. */
const stepWords: Partial<Record<OrderStatus, () => string>> = {
  Confirmed: m.seller_step_confirm,
  Packing: m.seller_step_pack,
  'Out for delivery': m.seller_step_send,
  Delivered: m.seller_step_delivered,
}

/** The step that comes next, with the words of its button. Delivered and cancelled orders have none. */
export function usualStep(status: OrderStatus): { to: OrderStatus; words: () => string } | undefined {
  const to = nextStep(status)
  const words = to && stepWords[to]
  return words && { to, words }
}

/** The state of an order as its seller reads it; one that this page doesn't know as the shop sent it. */
export function statusWords(status: OrderStatus): string {
  if (status === 'Order Placed') return m.seller_status_placed()
  return Object.hasOwn(statusNames, status) ? statusNames[status][getLocale()] : status
}

/** How an order stands with its money, in the words of whoever hands it over. */
export function payWords({ isPaid, amount }: Pick<Order, 'isPaid' | 'amount'>, status: OrderStatus): string {
  if (isPaid) return m.seller_order_paid()
  if (status === 'Cancelled') return m.seller_nothing_to_collect()
  return m.seller_to_collect({ amount: money(amount) })
}

/** The same without the amount, which stands beside it. */
export function paidWords(isPaid: boolean, status: OrderStatus): string {
  if (isPaid) return m.seller_order_paid()
  return status === 'Cancelled' ? m.seller_nothing_to_collect() : m.seller_order_pending()
}

export function payLook({ isPaid }: Pick<Order, 'isPaid'>, status: OrderStatus): BadgeLook {
  if (isPaid) return 'leaf'
  return status === 'Cancelled' ? 'plain' : 'low'
}

/** Money that went back: what of it is known. */
export function refundWords({ refund, refunded, amount }: Pick<Order, 'refund' | 'refunded' | 'amount'>) {
  if (refund === 'due') return m.seller_refund_due()
  if (refund === 'failed') return m.seller_refund_failed()
  if (refunded !== undefined && refunded < amount) return m.seller_refund_part({ amount: money(refunded) })
  return refund === 'done' || refunded !== undefined ? m.seller_refund_done() : undefined
}

export function refundLook({ refund }: Pick<Order, 'refund'>): BadgeLook {
  if (refund === 'failed') return 'warning'
  return refund === 'due' ? 'offer' : 'plain'
}

/** How long ago, as short as it can be said: "under 1 min", "12 min", "3 h 5 min", "2 d". */
export function ageWords(iso: string, now: number): string {
  const minutes = Math.max(Math.floor((now - Date.parse(iso)) / 60_000), 0)
  if (minutes < 1) return m.seller_age_now()
  if (minutes < 60) return m.seller_age_minutes({ minutes })
  const hours = Math.floor(minutes / 60)
  if (hours < 24)
    return minutes % 60 === 0 ? m.seller_age_hours({ hours }) : m.seller_age_both({ hours, minutes: minutes % 60 })
  return m.seller_age_days({ days: Math.floor(hours / 24) })
}

/** A moment as a seller reads it: a day is named only where it isn't today. */
export function whenWords(iso: string, now: number): string {
  return dayOf(iso) === dayOf(new Date(now).toISOString())
    ? m.seller_today_at({ time: timeWords(iso) })
    : momentWords(iso)
}

/** Whether "Delivered" can still be taken back: until the end of the shop's day on which it was said. */
export function canUndoDelivered({ status, timeline }: Pick<Order, 'status' | 'timeline'>, now: number): boolean {
  const delivered = timeline.findLast((step) => step.status === 'Delivered')
  return status === 'Delivered' && delivered !== undefined && dayOf(delivered.at) === dayOf(new Date(now).toISOString())
}

const days = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: shop.timeZone })

/** The day of the shop on which a moment lies, as YYYY-MM-DD. */
function dayOf(iso: string): string {
  return days.format(new Date(iso))
}

/** The page of a map service that shows an address. */
export function mapLink({ street, city, state, zipcode, country }: Order['address']): string {
  const query = [street, city, `${state} ${zipcode}`, country].join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}

/** How an order is paid, in a word. */
export function methodWords({ paymentType }: Pick<Order, 'paymentType'>): string {
  return paymentType === 'COD' ? m.seller_order_cod() : m.seller_order_online()
}
