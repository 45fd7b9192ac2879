import { orderAddressFields } from '../../contract/address-fields.ts'
import type { Address, CartItems, Order, PaymentType } from '../../contract/entities.ts'
import { centsOf } from '../../contract/money.ts'
import { sameCart } from '../cart/cart-items.ts'
import type { Unpaid } from './place-order.ts'

/** The order, of those that a shopper's list begins with, that can still be paid; the newest where there are several. */
export function unpaidOf(orders: readonly Order[], now: number): Order | undefined {
  return orders.find(
    ({ status, payBy }) => status === 'Awaiting payment' && (payBy === undefined || Date.parse(payBy) > now),
  )
}

/**
 * What is to be done about an unpaid order before a cart is ordered: nothing where it has other items; it is paid where
 * the new order would be the very same, and dropped where it would only have the same items.
 */
export function settlingOf(
  unpaid: Order | undefined,
  wish: { items: CartItems; address: Address; payment: PaymentType; total: number },
): Unpaid | undefined {
  if (!unpaid) return undefined
  const items = Object.fromEntries(unpaid.items.map(({ product, quantity }) => [product._id, quantity]))
  if (!sameCart(items, wish.items)) return undefined
  const isSame =
    wish.payment === 'Online' &&
    centsOf(unpaid.amount) === wish.total &&
    orderAddressFields.every((key) => (unpaid.address[key] ?? '') === (wish.address[key] ?? ''))
  return { orderId: unpaid._id, act: isSame ? 'pay' : 'drop' }
}

/**
 * Whether the order that a shopper comes back with from the payment page isn't awaiting payment any more, by the
 * beginning of their list; without its id the newest is meant. False for one that isn't there.
 */
export function isSettled(orders: readonly Pick<Order, '_id' | 'status'>[], orderId: string | undefined): boolean {
  if (orderId === undefined) return orders[0]?.status !== 'Awaiting payment'
  const order = orders.find(({ _id }) => _id === orderId)
  return order !== undefined && order.status !== 'Awaiting payment'
}
