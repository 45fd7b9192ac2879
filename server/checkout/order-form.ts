import type { calls } from '../../contract/calls.ts'
import type { CallRequest } from '../http/edge.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { languageOf } from '../http/language.ts'
import type { PlaceOrder } from './place-order.ts'

/** The rate limit of orders per account: far above what a person needs, low enough to stop a loop. */
export const orderRateLimit = { limit: 60, perSeconds: 600 }

/** Returns the order that a request asks for, for every payment type. */
export function orderRequestOf(request: CallRequest<typeof calls.order.cod>): Omit<PlaceOrder, 'paymentType'> {
  const { items, address, expectedAmount, replaces } = request.body
  return {
    items,
    address,
    expectedAmount,
    replaces,
    attempt: idempotencyKeyOf(request),
    language: languageOf(request),
    arrivedAt: request.arrivedAt,
  }
}
