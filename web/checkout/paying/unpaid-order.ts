import { orderAddressFields } from '../../../contract/delivery/address-fields.ts'
import type { Address } from '../../../contract/entities/address.ts'
import type { Order } from '../../../contract/entities/order.ts'
import type { CartItems } from '../../../contract/entities/user.ts'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { sameCart } from '../../cart/cart-items.ts'
import { asapId } from '../../orders/facts/asap-window.ts'
import type { Unpaid } from '../placing/ordering-state.ts'

/** Returns the newest of these orders that can still be paid. */
export function unpaidOf(orders: readonly Order[], now: number): Order | undefined {
  return orders.find(
    ({ status, payBy }) => status === 'Awaiting payment' && (payBy === undefined || Date.parse(payBy) > now),
  )
}

/**
 * Returns whether an order of a cart would replace an unpaid one: they have a product in common. One whose payment is
 * being processed or whose slip is being checked is left alone, as its goods left the cart then.
 */
export function isReplacedBy(cart: CartItems, unpaid: Order | undefined): unpaid is Order {
  return (
    unpaid !== undefined && !isBeingPaid(unpaid) && unpaid.items.some(({ product }) => Object.hasOwn(cart, product._id))
  )
}

/** Returns whether an order is probably paid: the gateway processes its payment, or the shop checks its slip. */
export const isBeingPaid = ({ processing, slip }: Pick<Order, 'processing' | 'slip'>): boolean =>
  processing === true || slip === 'waiting'

/** Returns the items of an order as a cart has them. */
export function itemsOf(order: Pick<Order, 'items'>): CartItems {
  return Object.fromEntries(order.items.map(({ product, quantity }) => [product._id, quantity]))
}

/** Returns the delivery time of an order as the cart chooses it: the id of a window, or `asap`. */
const timeOf = ({ delivery }: Order) => (delivery?.asap ? asapId : delivery?.window)

/**
 * Returns what to do with an unpaid order before the cart is ordered: nothing if they share no product; pay it if the
 * new order would be identical; replace it otherwise, so that its goods aren't bought twice.
 */
export function actionForUnpaid(
  unpaid: Order | undefined,
  request: { items: CartItems; address: Address; payment: PaymentType; total: number; window?: string },
): Unpaid | undefined {
  if (!isReplacedBy(request.items, unpaid)) return undefined
  const isSame =
    request.payment === unpaid.paymentType &&
    sameCart(itemsOf(unpaid), request.items) &&
    centsOf(unpaid.amount) === request.total &&
    timeOf(unpaid) === (request.window === 'none' ? undefined : request.window) &&
    orderAddressFields.every((key) => (unpaid.address[key] ?? '') === (request.address[key] ?? ''))
  return { orderId: unpaid._id, payment: unpaid.paymentType, act: isSame ? 'pay' : 'replace' }
}

/**
 * Returns whether the order of the payment page, from which the shopper returns, no longer awaits payment, or only for
 * the gateway to confirm it; without an id the newest. `orders` is the start of the shopper's list; false if the order
 * isn't in it.
 */
export function isSettled(
  orders: readonly Pick<Order, '_id' | 'status' | 'processing'>[],
  orderId: string | undefined,
): boolean {
  const order = orderId === undefined ? orders[0] : orders.find(({ _id }) => _id === orderId)
  if (!order) return orderId === undefined
  return order.status !== 'Awaiting payment' || order.processing === true
}
