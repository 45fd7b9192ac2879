import type { FastifyRequest } from 'fastify'
import type { calls } from '../../../contract/calls.ts'
import { Refusal } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { consumeRateLimit, restoreRateLimit } from '../../database/rate-limit.ts'
import { leaveQueue } from '../../http/admission/load-shedding.ts'
import type { CallRequest } from '../../http/calls/calls.ts'
import type { LimitedAddressOf } from '../../http/request/client-address.ts'
import { idempotencyKeyOf } from '../../http/request/idempotency-key.ts'
import { languageOf } from '../../http/request/language.ts'
import { limitGuesses } from '../../promotions/code-guesses.ts'
import { type FurtherOrders, limitNewShopper } from './limit-new-shopper.ts'
import type { PlacedOrder, PlaceOrder } from './place-order.ts'
import { afterSameKey } from './same-key-queue.ts'

/** The rate limit of orders per account: far above what a person needs, low enough to stop a loop. */
export const orderRateLimit = { limit: 60, perSeconds: 600 }
/**
 * Refused and repeated orders that don't count among them: a busy hour sells out what is in the cart, and a bad line
 * loses replies, but a loop has to end.
 */
const uncountedRateLimit = { limit: 120, perSeconds: 600 }

type LimitedOrder = Pick<PlaceOrder, 'code' | 'idempotencyKey'> & {
  request: Pick<FastifyRequest, 'leaveQueue'>
  shopperId: string
  /** The client address at which the order may count; undefined where none does. */
  clientAddress?: string
  /** Whether a repeated request waits for a running call of the same one; it does if this is absent. */
  waits?: boolean
}

/**
 * Runs `place` for an order of an account, within the rate limits of orders and, if the order has a code, of guessed
 * codes. Also within those of new shoppers if it has a client address: see `limitNewShopper`.
 */
export async function limitOrders<T extends Pick<PlacedOrder, 'isNew'>>(
  db: Db,
  { request, shopperId, code, idempotencyKey, clientAddress, waits = true }: LimitedOrder,
  place: (furtherOrders?: FurtherOrders) => Promise<T>,
): Promise<T> {
  const key = `order:${shopperId}`
  const orders = await consumeRateLimit(db, key, orderRateLimit)
  const placeLimited = async () =>
    place(
      clientAddress === undefined
        ? undefined
        : await limitNewShopper(db, { shopperId, clientAddress, idempotencyKey, orders, key }),
    )
  const placeAfterSameKey = () =>
    idempotencyKey === undefined || !waits
      ? placeLimited()
      : afterSameKey(`${shopperId} ${idempotencyKey}`, () => leaveQueue(request), placeLimited)
  try {
    const order = await (code === undefined
      ? placeAfterSameKey()
      : limitGuesses(db, [{ account: shopperId }], placeAfterSameKey))
    if (!order.isNew && (await isUncounted(db, `order-repeated:${shopperId}`))) await restoreRateLimit(db, key)
    return order
  } catch (error) {
    // Counted first and restored here, so that concurrent orders are limited too.
    if (!(error instanceof Refusal)) {
      // A fault of the shop, such as a full disk: it is reported, also if the count can't be restored.
      await restoreRateLimit(db, key).catch(() => {})
    } else if (await isUncounted(db, `order-refused:${shopperId}`)) {
      await restoreRateLimit(db, key)
    }
    throw error
  }
}

/** Counts a refused or repeated order. Returns false if there were too many of them: then it counts as an order. */
async function isUncounted(db: Db, key: string): Promise<boolean> {
  try {
    await consumeRateLimit(db, key, uncountedRateLimit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Returns the order that a request asks for, for every payment type, and the client address at which it may count. */
export function orderRequestOf(
  request: CallRequest<typeof calls.order.cod>,
  limitedAddressOf: LimitedAddressOf,
): Omit<PlaceOrder, 'paymentType' | 'furtherOrders'> & Pick<LimitedOrder, 'clientAddress'> {
  // The session says who orders, not the body.
  const { userId: _, ...body } = request.body
  return {
    ...body,
    code: body.code?.trim() || undefined,
    idempotencyKey: idempotencyKeyOf(request),
    language: languageOf(request),
    clientAddress: limitedAddressOf(request.raw),
    arrivedAt: request.arrivedAt,
  }
}
