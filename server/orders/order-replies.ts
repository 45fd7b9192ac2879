import type { FastifyRequest } from 'fastify'
import type { SellerOrder } from '../../contract/entities/order.ts'
import type { SuccessCode } from '../../contract/messages/success-messages.ts'
import type { Db } from '../database/database.ts'
import { successMessage } from '../http/calls/calls.ts'
import { sellerOrderToWire } from './order-to-wire.ts'
import { getSellerOrder } from './queries.ts'

/** Returns the reply to a call by which the staff changed an order: the order as it is now. */
export async function sellerReply(
  db: Db,
  request: FastifyRequest,
  code: SuccessCode,
  orderId: string,
): Promise<{ message: string; order: SellerOrder }> {
  return { message: successMessage(request, code), order: sellerOrderToWire(await getSellerOrder(db, orderId)) }
}
