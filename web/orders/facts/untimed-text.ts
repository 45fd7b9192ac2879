import type { Order } from '../../../contract/entities/order.ts'
import { m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'

/**
 * Returns that an order comes without a time although the shop delivers at times: it could promise none when the order
 * was placed. Undefined for an order with a time, one that waits for the shop to open, and one that has left the shop.
 */
export function untimedText({ delivery, closed, status }: Pick<Order, 'delivery' | 'closed' | 'status'>) {
  const offersTimes = shop.hasWindows === true || shop.hasAsap === true
  const isInShop = status === 'Order Placed' || status === 'Confirmed' || status === 'Packing'
  if (!offersTimes || !isInShop || delivery?.promisedAt !== undefined || closed) return undefined
  return m.windows_untimed()
}
