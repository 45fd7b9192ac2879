import { addressCalls } from './calls/address.ts'
import { cartCalls } from './calls/cart.ts'
import { deliveryCalls } from './calls/delivery.ts'
import { noticeCalls } from './calls/notice.ts'
import { orderCalls } from './calls/order.ts'
import { paymentCalls } from './calls/payment.ts'
import { productCalls } from './calls/product.ts'
import { promotionCalls } from './calls/promotion.ts'
import { reportCalls } from './calls/report.ts'
import { riderCalls, trackCalls } from './calls/rider.ts'
import { searchCalls } from './calls/search.ts'
import { sellerCalls } from './calls/seller.ts'
import { settingsCalls } from './calls/settings.ts'
import { shopCalls } from './calls/shop.ts'
import { staffCalls } from './calls/staff.ts'
import { userCalls } from './calls/user.ts'
import { orderWindowCalls, windowCalls } from './calls/windows.ts'

/**
 * Every call between browser and server. The server registers its routes from this table, the browser's client takes
 * its types from it, tests iterate over it, and /api/docs is rendered from it.
 */
export const calls = {
  shop: shopCalls,
  seller: sellerCalls,
  user: userCalls,
  product: productCalls,
  cart: cartCalls,
  address: addressCalls,
  order: { ...orderCalls, ...orderWindowCalls, ...trackCalls },
  delivery: { ...deliveryCalls, ...windowCalls },
  payment: paymentCalls,
  search: searchCalls,
  report: reportCalls,
  promotion: promotionCalls,
  settings: settingsCalls,
  rider: riderCalls,
  staff: staffCalls,
  notice: noticeCalls,
}
export type Calls = typeof calls

/** Returns all calls, each with its name in the table, such as `order.cod`. */
export function everyCall() {
  return Object.entries(calls).flatMap(([group, members]) =>
    Object.entries(members).map(([name, member]) => ({ name: `${group}.${name}`, ...member })),
  )
}
