import type { FastifyRequest } from 'fastify'
import type { calls } from '../../../contract/calls.ts'
import type { Complete } from '../../../contract/entities/fields.ts'
import { Refusal } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { consumeRateLimit, restoreRateLimit } from '../../database/rate-limit.ts'
import type { CallRequest } from '../../http/calls.ts'
import type { LimitedAddressOf } from '../../http/client-address.ts'
import { idempotencyKeyOf } from '../../http/idempotency-key.ts'
import { languageOf } from '../../http/language.ts'
import { leaveQueue } from '../../http/load-shedding.ts'
import { limitGuesses } from '../../promotions/code-guesses.ts'
import { afterSameAttempt } from './attempt-queue.ts'
import { limitNewShopper } from './limit-further-orders.ts'
import type { PlaceOrder } from './place-order.ts'

/** The rate limit of orders per account: far above what a person needs, low enough to stop a loop. */
export const orderRateLimit = { limit: 60, perSeconds: 600 }
/** Refused orders that don't count among them: a busy hour sells out what is in the cart, but a loop has to end. */
const refusalRateLimit = { limit: 120, perSeconds: 600 }

type LimitedOrder = Pick<PlaceOrder, 'code' | 'attempt' | 'clientAddress'> & {
  /** Whether a repeated attempt waits for a running call of the same one; it does if this is absent. */
  waits?: boolean
}

/**
 * Runs `place` for an order of an account, within the rate limits of orders and, if the order has a code, of guessed
 * codes; `place` is passed the number of the account's orders in ten minutes, with this one.
 */
export async function limitOrders<T>(
  db: Db,
  request: Pick<FastifyRequest, 'leaveQueue'>,
  shopperId: string,
  { code, attempt, clientAddress, waits = true }: LimitedOrder,
  place: (ordersLately: number) => Promise<T>,
): Promise<T> {
  const key = `order:${shopperId}`
  const orders = await consumeRateLimit(db, key, orderRateLimit)
  const placeLimited = async () => {
    if (clientAddress !== undefined) await limitNewShopper(db, { shopperId, attempt, orders, key })
    return place(orders)
  }
  const placeAfterSameAttempt = () =>
    attempt === undefined || !waits
      ? placeLimited()
      : afterSameAttempt(`${shopperId} ${attempt}`, () => leaveQueue(request), placeLimited)
  try {
    return await (code === undefined
      ? placeAfterSameAttempt()
      : limitGuesses(db, [{ account: shopperId }], placeAfterSameAttempt))
  } catch (error) {
    // It isn't taken off the count before, so that concurrent orders are limited, too.
    if (error instanceof Refusal && (await countRefusal(db, `order-refused:${shopperId}`)))
      await restoreRateLimit(db, key)
    throw error
  }
}

/** Counts a refused order. Returns false if there were too many of them: then it counts as an order. */
async function countRefusal(db: Db, key: string): Promise<boolean> {
  try {
    await consumeRateLimit(db, key, refusalRateLimit)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Returns the order that a request asks for, for every payment type. */
export function orderRequestOf(
  request: CallRequest<typeof calls.order.cod>,
  limitedAddressOf: LimitedAddressOf,
): Complete<Omit<PlaceOrder, 'paymentType' | 'promptPay' | 'ordersLately'>> {
  const { items, address, addressVersion, expectedAmount, replaces, code, delivery } = request.body
  return {
    items,
    address,
    addressVersion,
    expectedAmount,
    replaces,
    code: code?.trim() || undefined,
    delivery,
    attempt: idempotencyKeyOf(request),
    language: languageOf(request),
    clientAddress: limitedAddressOf(request.raw),
    arrivedAt: request.arrivedAt,
  }
}
