import { calls } from '../../contract/calls.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { windowToWire } from '../delivery/windows/window-to-wire.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller, requireShopper } from '../http/calls/sessions.ts'
import { sellerReply } from './order-replies.ts'
import { orderToWire } from './order-to-wire.ts'
import { orderRateLimit } from './placing/order-request.ts'
import { getOrder } from './queries.ts'
import { moveWindow, windowsForMove } from './steps/move-window.ts'

/** The calls that move an order to another delivery window. */
export function orderWindowRoutes(app: App, { db }: { db: Db }): void {
  addCall(app, calls.order.windows, async (request) => {
    const found = await windowsForMove(db, request.query.id, { shopper: requireShopper(request) })
    return { windows: found.windows.map(windowToWire), maxFee: toWire(cents(found.maxFeeCents)) }
  })

  addCall(app, calls.order.moveWindow, async (request) => {
    const shopper = requireShopper(request)
    const { orderId, window } = request.body
    await consumeRateLimit(db, `move:${shopper.id}`, orderRateLimit)
    await moveWindow(db, { orderId, windowId: window, by: { shopper } })
    const order = orderToWire(await getOrder(db, orderId))
    return { message: successMessage(request, 'window_moved'), order }
  })

  addCall(app, calls.order.windowsAsSeller, async (request) => {
    const { windows } = await windowsForMove(db, request.query.id, { seller: requireSeller(request).email })
    return { windows: windows.map(windowToWire) }
  })

  addCall(app, calls.order.moveWindowAsSeller, async (request) => {
    const seller = requireSeller(request)
    const { id, window } = request.body
    await moveWindow(db, { orderId: id, windowId: window, by: { seller: seller.email } })
    request.log.info({ seller: seller.id, order: id, window }, 'moved an order to another window')
    return sellerReply(db, request, 'window_moved', id)
  })
}
