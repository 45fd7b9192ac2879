import type { SellerOrder } from '../../../contract/entities/order.ts'
import { type OrderList, withEach } from '../../client/live-orders.ts'

/** Returns the list with one order replaced. */
export function withOrder(list: OrderList<SellerOrder>, order: SellerOrder): OrderList<SellerOrder> {
  return withEach(list, (each) => (each._id === order._id ? order : each))
}
