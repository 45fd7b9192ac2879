import { calls } from '../../contract/calls.ts'
import { freeFrom } from '../../contract/delivery/delivery.ts'
import { closedWithin } from '../../contract/delivery/opening-hours.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { type App, on, successMessage } from '../http/edge.ts'
import { requireSeller } from '../http/sessions.ts'
import { versionRecord } from '../settings/setting-record.ts'
import { currentPromise } from './current-promise.ts'
import { type Destination, findZone, whyNot } from './find-zone.ts'
import type { ObservedReader } from './observed-reader.ts'
import { findSubdistrict, placeRecord, placesOfDistrict, placesOfPostcode, searchPlaces } from './places.ts'
import { promisePeriods, promiseSettings } from './promise-queries.ts'
import { areasOfZone, findAddressText, zonesOfShop } from './queries.ts'
import { findAsap, saveAsap } from './save-asap.ts'
import { findHours, saveHours } from './save-hours.ts'
import { findUnconfirmed, saveUnconfirmed } from './save-unconfirmed.ts'
import { removeZone, reorderZones, saveZone } from './save-zone.ts'
import { openWindows } from './window-queries.ts'
import { fitWindows, windowRecord } from './windows.ts'
import { namedZone, tiersRecord, zoneNames, zoneRecord } from './zone-record.ts'

export type DeliveryDeps = {
  db: Db
  shop: Pick<ShopConfig, 'country' | 'deliveryProvinces' | 'timeZone'>
  readObserved: ObservedReader
  /** Called after a change of the zones: pages show whether there are any. */
  onChange: () => void
}

/** Returns how many products the order would have; undefined if that isn't known. */
function linesOf(typed: string | undefined): number | undefined {
  const lines = Number(typed)
  return Number.isInteger(lines) && lines > 0 ? Math.min(lines, serverLimits.orderLines) : undefined
}

/** The calls about where and when the shop delivers, and the sellers' settings of it. */
export function deliveryRoutes(app: App, { db, shop, readObserved, onChange }: DeliveryDeps): void {
  on(app, calls.delivery.options, async (request) => {
    const { address: addressId, subdistrict, postcode, lines } = request.query
    let destination: Destination = { subdistrict, postcode }
    if (addressId !== undefined) {
      const shopper = await app.sessions.find(request, 'shopper')
      const address = shopper && isId(addressId) ? await findAddressText(db, shopper.id, addressId) : undefined
      refuseUnless(address, 'address_unknown')
      destination = { address }
    }
    const [found, settings] = await Promise.all([findZone(db, shop, destination), promiseSettings(db)])
    const zone = found === 'no zones' ? null : found
    const tiers = zone?.feeTiers ?? []
    const from = freeFrom(tiers)
    const [asap, windows] = await Promise.all([
      zone && currentPromise(db, shop, { zoneId: zone.id, lines: linesOf(lines), readObserved, settings }),
      found === null ? [] : openWindows(db, zone?.id ?? null),
    ])
    const { timeZone } = shop
    const closed = settings.hours && closedWithin(settings.hours, new Date(), { minutes: 0, timeZone })
    return {
      zone: zone && namedZone(zone),
      delivers: found !== null,
      ...(found === null && { why: whyNot(shop, destination) }),
      fee: toWire(cents(tiers[0]?.fee ?? 0)),
      freeFrom: from === null ? null : toWire(from),
      minimum: toWire(cents(zone?.minimumCents ?? 0)),
      tiers: tiersRecord({ feeTiers: tiers }),
      asap: asap ? { by: asap.by.toISOString(), minutes: asap.minutes } : null,
      closed: closed ? { opensAt: closed.opensAt?.toISOString() ?? null } : null,
      windows: windows.map(windowRecord),
    }
  })

  on(app, calls.delivery.places, async (request) => {
    const { q, postcode, district } = request.query
    if (postcode !== undefined) return { places: placesOfPostcode(postcode) }
    if (district !== undefined) return { places: placesOfDistrict(district) }
    return { places: searchPlaces(q ?? '', shop.deliveryProvinces) }
  })

  on(app, calls.delivery.zones, async () => ({ zones: (await zonesOfShop(db)).map(zoneRecord) }))

  on(app, calls.delivery.zone, async (request) => {
    const { id } = request.query
    const [zone] = isId(id) ? await zonesOfShop(db, id) : []
    refuseUnless(zone, 'zone_unknown')
    const areas = await areasOfZone(db, zone.id)
    return {
      zone: zoneRecord(zone),
      postcodes: areas.flatMap(({ code }) => (code.length === 5 ? [code] : [])),
      subdistricts: areas.flatMap(({ code }) => {
        const place = findSubdistrict(code)
        return place ? [placeRecord(place)] : []
      }),
      taken: Object.fromEntries(
        areas.flatMap(({ code, takenBy }) => (takenBy ? [[code, zoneNames(takenBy)] as const] : [])),
      ),
    }
  })

  on(app, calls.delivery.saveZone, async (request) => {
    const { id, seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveZone(db, typed, { id, seen, by: seller.email })
    onChange()
    request.log.info({ seller: seller.id, zone: id }, 'saved a delivery zone')
    const [zone] = await zonesOfShop(db, id)
    refuseUnless(zone, 'zone_unknown')
    return { message: successMessage(request, 'zone_saved'), zone: zoneRecord(zone) }
  })

  on(app, calls.delivery.removeZone, async (request) => {
    const { id, seen } = request.body
    const seller = requireSeller(request)
    await removeZone(db, { id, seen })
    onChange()
    request.log.info({ seller: seller.id, zone: id }, 'removed a delivery zone')
    return { message: successMessage(request, 'zone_removed') }
  })

  on(app, calls.delivery.reorderZones, async (request) => {
    const seller = requireSeller(request)
    await reorderZones(db, request.body)
    request.log.info({ seller: seller.id }, 'reordered the delivery zones')
    return {
      message: successMessage(request, 'zones_reordered'),
      zones: (await zonesOfShop(db)).map(zoneRecord),
    }
  })

  const currentHours = async () => {
    const stored = await findHours(db)
    return { hours: stored?.value ?? null, ...versionRecord(stored) }
  }

  on(app, calls.delivery.hours, currentHours)

  on(app, calls.delivery.saveHours, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await inTransaction(db, async (tx) => {
      await saveHours(tx, typed, { seen, by: seller.email })
      await fitWindows(tx, shop)
    })
    onChange()
    request.log.info({ seller: seller.id }, 'saved the opening hours')
    return { message: successMessage(request, 'setting_saved'), ...(await currentHours()) }
  })

  const currentAsap = async () => {
    const stored = await findAsap(db)
    return { asap: stored?.value ?? null, ...versionRecord(stored) }
  }

  on(app, calls.delivery.asap, currentAsap)

  on(app, calls.delivery.saveAsap, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveAsap(db, typed, { seen, by: seller.email })
    request.log.info({ seller: seller.id, enabled: typed.enabled }, 'saved the promise of orders as soon as possible')
    return { message: successMessage(request, 'setting_saved'), ...(await currentAsap()) }
  })

  const currentUnconfirmed = async () => {
    const stored = await findUnconfirmed(db)
    return { rule: stored?.value ?? null, ...versionRecord(stored) }
  }

  on(app, calls.delivery.unconfirmed, currentUnconfirmed)

  on(app, calls.delivery.saveUnconfirmed, async (request) => {
    const { seen, ...typed } = request.body
    const seller = requireSeller(request)
    await saveUnconfirmed(db, typed, { seen, by: seller.email })
    request.log.info({ seller: seller.id, rule: typed.action }, 'saved what becomes of unconfirmed orders')
    return { message: successMessage(request, 'setting_saved'), ...(await currentUnconfirmed()) }
  })

  on(app, calls.delivery.promises, async () => {
    const { timeZone } = shop
    const [days, weeks] = await Promise.all([
      promisePeriods(db, { timeZone, by: 'day', periods: 14 }),
      promisePeriods(db, { timeZone, by: 'week', periods: 8 }),
    ])
    return { days, weeks }
  })
}
