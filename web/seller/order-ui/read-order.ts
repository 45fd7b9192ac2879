import type { SellerOrder } from '../../../contract/entities/order.ts'
import { sellerApi } from '../client/seller-api.ts'

/** Reads an order as it is now. Returns undefined if that fails. */
export async function readOrder(id: string): Promise<SellerOrder | undefined> {
  const reply = await sellerApi.order.seller({ id }).catch(() => undefined)
  return reply?.success ? reply.orders[0] : undefined
}
