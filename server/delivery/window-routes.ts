import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { dayIn } from '../../contract/values/day.ts'
import { isId } from '../common/ids.ts'
import type { Db } from '../database/database.ts'
import { type BurstLimit, consumeBurstLimit, consumeRateLimit } from '../database/rate-limit.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller, requireShopper } from '../http/calls/sessions.ts'
import type { LimitedAddressOf } from '../http/request/client-address.ts'
import { findHours } from './settings/save-hours.ts'
import { removeTemplate, saveTemplate } from './settings/save-template.ts'
import {
  boardWindows,
  countOrdersWithoutWindow,
  ordersOfWindows,
  ordersWithoutWindow,
} from './windows/board-queries.ts'
import { isNewHolder } from './windows/hold-queries.ts'
import { holdWindow, releaseHold } from './windows/holds.ts'
import { templatesOfShop } from './windows/template-queries.ts'
import { boardOrderToWire, boardWindowToWire, templateToWire } from './windows/window-to-wire.ts'
import { namesOfZones } from './zones/queries.ts'
import { namedZone } from './zones/zone-to-wire.ts'

/** The rate limit of holding windows per account: more than a person choosing one needs. */
const holdRateLimit = { limit: 120, perSeconds: 600 }

/**
 * How many windows shoppers at one client address begin to hold who never received an order. Without a hold they can
 * still order.
 */
export const newHoldsLimit: BurstLimit = { burst: 10, everySeconds: 120 }

export type WindowDeps = {
  db: Db
  limitedAddressOf: LimitedAddressOf
  shop: Pick<ShopConfig, 'timeZone'>
  /** Called after a change of the templates: pages show whether there are any. */
  onChange: () => void
}

/** The calls of delivery windows: holding one, the sellers' templates, and the board of a day. */
export function windowRoutes(app: App, { db, limitedAddressOf, shop, onChange }: WindowDeps): void {
  const { timeZone } = shop
  addCall(app, calls.delivery.hold, async (request) => {
    const shopper = requireShopper(request)
    const { window, zone = null } = request.body
    await consumeRateLimit(db, `hold:${shopper.id}`, holdRateLimit)
    const clientAddress = limitedAddressOf(request.raw)
    if (clientAddress !== undefined && (await isNewHolder(db, shopper.id)))
      await consumeBurstLimit(db, `new-holds:${clientAddress}`, newHoldsLimit)
    const zoneId = zone !== null && isId(zone) ? zone.toLowerCase() : null
    const { expiresAt, seconds } = await holdWindow(db, shopper, { windowId: window, zoneId })
    return { window, expiresAt: expiresAt.toISOString(), seconds }
  })

  addCall(app, calls.delivery.release, async (request) => {
    const { id } = requireShopper(request)
    await consumeRateLimit(db, `hold:${id}`, holdRateLimit)
    await releaseHold(db, id)
    return {}
  })

  const templates = async () => {
    const [rows, zones, hours] = await Promise.all([templatesOfShop(db), namesOfZones(db), findHours(db)])
    return { templates: rows.map(templateToWire), zones: zones.map(namedZone), week: hours?.value.week ?? null }
  }
  addCall(app, calls.delivery.templates, templates)

  addCall(app, calls.delivery.saveTemplate, async (request) => {
    const { id, seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveTemplate(db, typed, { id, seen, by: seller.email, timeZone })
    onChange()
    request.log.info({ seller: seller.id, template: id }, 'saved a template of delivery windows')
    return { message: successMessage(request, 'window_saved'), ...(await templates()) }
  })

  addCall(app, calls.delivery.removeTemplate, async (request) => {
    const { id, seen } = request.body
    const seller = requireSeller(request)
    await removeTemplate(db, { id, seen })
    onChange()
    request.log.info({ seller: seller.id, template: id }, 'removed a template of delivery windows')
    return { message: successMessage(request, 'window_removed'), ...(await templates()) }
  })

  addCall(app, calls.delivery.board, async (request) => {
    const today = dayIn(timeZone)
    const { day = today } = request.query
    const windows = await boardWindows(db, { day, timeZone })
    // Those without a window are to be delivered now, so they are today's.
    const isToday = day === today
    const [orders, others, othersCount] = await Promise.all([
      ordersOfWindows(
        db,
        windows.map(({ id }) => id),
      ),
      isToday ? ordersWithoutWindow(db) : [],
      isToday ? countOrdersWithoutWindow(db) : 0,
    ])
    return {
      day,
      today,
      windows: windows.map((window) => boardWindowToWire(window, orders)),
      others: others.map(boardOrderToWire),
      othersCount,
    }
  })
}
