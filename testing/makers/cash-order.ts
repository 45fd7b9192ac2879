import { taxRules } from '../../contract/settings/shop.ts'
import type { OrderShop } from '../../server/orders/placing/place-order.ts'
import type { TestShop, verified } from '../shop.ts'
import { anAddress, aProduct } from './rows.ts'

/** The settings of a shop for orders that a test places without a call: 2% tax is added. */
export const orderShop: OrderShop = {
  tax: taxRules.added2Percent,
  currency: { code: 'USD', symbol: '$' },
  country: 'TH',
  timeZone: 'Asia/Bangkok',
}

/** Places a cash order of one product for a shopper; returns its id and number. */
export async function cashOrder(
  shop: TestShop,
  shopper: Awaited<ReturnType<typeof verified>>,
  headers: Record<string, string> = {},
): Promise<{ id: string; number: number }> {
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db)
  const body = { address, items: [{ product: product.id, quantity: 1 }] }
  const { json } = await shopper.post('/api/order/cod', body, headers)
  return { id: json.orderId, number: json.orderNumber }
}
