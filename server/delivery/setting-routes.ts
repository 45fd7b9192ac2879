import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { versionToWire } from '../settings/version-to-wire.ts'
import { asapSetting, unconfirmedSetting } from './settings/order-settings.ts'
import { findHours, saveHours } from './settings/save-hours.ts'

type SettingDeps = {
  db: Db
  shop: Pick<ShopConfig, 'timeZone'>
  /** Called after a change of the opening hours, and of whether ASAP orders are taken: pages show them. */
  onChange: () => void
}

/**
 * The sellers' settings of when the shop delivers: its hours, ASAP orders, and unconfirmed orders.
 */
export function deliverySettingRoutes(app: App, { db, shop, onChange }: SettingDeps): void {
  const { timeZone } = shop
  const currentHours = async () => {
    const stored = await findHours(db)
    return { hours: stored?.value ?? null, ...versionToWire(stored) }
  }

  addCall(app, calls.delivery.hours, currentHours)

  addCall(app, calls.delivery.saveHours, async (request) => {
    const { seen, keepsBooked, ...typed } = request.body
    const seller = requireSeller(request)
    await saveHours(db, typed, { seen, by: seller.email, timeZone, keepsBooked })
    onChange()
    request.log.info({ seller: seller.id }, 'saved the opening hours')
    return { message: successMessage(request, 'setting_saved'), ...(await currentHours()) }
  })

  const currentAsap = async () => {
    const stored = await asapSetting.find(db)
    return { asap: stored?.value ?? null, ...versionToWire(stored) }
  }

  addCall(app, calls.delivery.asap, currentAsap)

  addCall(app, calls.delivery.saveAsap, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await asapSetting.save(db, typed, { seen, by: seller.email })
    onChange()
    request.log.info({ seller: seller.id, enabled: typed.enabled }, 'saved the promise of ASAP orders')
    return { message: successMessage(request, 'setting_saved'), ...(await currentAsap()) }
  })

  const currentUnconfirmed = async () => {
    const stored = await unconfirmedSetting.find(db)
    return { rule: stored?.value ?? null, ...versionToWire(stored) }
  }

  addCall(app, calls.delivery.unconfirmed, currentUnconfirmed)

  addCall(app, calls.delivery.saveUnconfirmed, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await unconfirmedSetting.save(db, typed, { seen, by: seller.email })
    request.log.info({ seller: seller.id, rule: typed.action }, 'saved what becomes of unconfirmed orders')
    return { message: successMessage(request, 'setting_saved'), ...(await currentUnconfirmed()) }
  })
}
