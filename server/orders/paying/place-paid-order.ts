import { closingTime, nextOpening, openAt } from '../../../contract/delivery/opening-hours.ts'
import { takeFromSavedCart } from '../../cart/queries.ts'
import { monotonicMicroseconds } from '../../common/monotonic-time.ts'
import type { Tx } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { overtimeMilliseconds } from '../../delivery/promise/current-promise.ts'
import { promiseSettings } from '../../delivery/promise/promise-queries.ts'
import { newOrderJobs } from '../../mail/queue-mail.ts'
import { newOrderNoticeJob } from '../../notices/queue-notices.ts'
import { cancelReplacedJob } from '../money/payment-jobs.ts'
import { retaxAfterRegistration, type ShopTaxation } from '../money/retax-after-registration.ts'
import { setPaid } from '../queries.ts'
import { movePromise, promisedMilliseconds } from '../steps/order-window-queries.ts'
import { enterStatus } from '../steps/step-queries.ts'
import { orderedQuantities } from '../stock-queries.ts'

/**
 * Places an order that was awaiting payment: marks it as paid, removes its goods from the saved cart, and queues its
 * mails and the job that cancels the shopper's unpaid orders of the same goods. The caller has locked the order.
 *
 * - The minutes that an ASAP order was promised begin now. They begin when the shop opens, in its time zone, if it is
 *   closed, or closes more than its staff's overtime before they are over.
 * - Its taxes follow the registration for VAT that the shop has now, and so does its confirmation mail.
 * - `by` is the seller who said that the money came.
 * - `keepsCart`: the products left the cart before, so those that are there are wanted again, and stay.
 */
export async function placePaidOrder(
  tx: Tx,
  order: { id: string; shopperId: string; windowId: string | null },
  { by, keepsCart = false, shop }: { by?: string; keepsCart?: boolean; shop: ShopTaxation },
): Promise<void> {
  await setPaid(tx, order.id)
  await retaxAfterRegistration(tx, shop, order.id)
  if (order.windowId === null) await movePromise(tx, order.id, await opensLater(tx, order.id, shop.timeZone))
  await enterStatus(tx, order.id, { from: 'Awaiting payment', to: 'Order Placed', by })
  if (!keepsCart) await removeGoodsFromCart(tx, order)
  for (const job of [...newOrderJobs(order.id), newOrderNoticeJob(order.id), cancelReplacedJob(order.id)])
    await queueJob(tx, ...job)
}

/**
 * Returns when the shop opens next, if it is closed, or an order that is begun now would come too long after its
 * closing; undefined if it doesn't open in sight.
 */
async function opensLater(tx: Tx, orderId: string, timeZone: string): Promise<Date | undefined> {
  const { hours } = await promiseSettings(tx)
  if (!hours) return undefined
  const now = new Date()
  if (!openAt(hours, now, timeZone)) return nextOpening(hours, now, timeZone)
  const closesAt = closingTime(hours, now, timeZone)
  if (!closesAt) return undefined
  const comesAt = now.getTime() + (await promisedMilliseconds(tx, orderId))
  return comesAt > closesAt.getTime() + overtimeMilliseconds ? nextOpening(hours, now, timeZone) : undefined
}

/** Removes an order's goods from its shopper's saved cart. Pieces that were added since the order stay. */
export async function removeGoodsFromCart(tx: Tx, order: { id: string; shopperId: string }): Promise<void> {
  const lines = await orderedQuantities(tx, order.id)
  const pieces = Object.fromEntries(lines.map((line) => [line.productId, line.quantity]))
  await takeFromSavedCart(tx, order.shopperId, pieces, monotonicMicroseconds())
}
