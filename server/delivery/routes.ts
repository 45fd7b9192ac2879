import { calls } from '../../contract/calls.ts'
import { freeFrom } from '../../contract/delivery/delivery.ts'
import { closedWithin } from '../../contract/delivery/opening-hours.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { limits } from '../../contract/values/limits.ts'
import { cents, toWire } from '../../contract/values/money.ts'
import { isId } from '../common/ids.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { type App, addCall } from '../http/calls/calls.ts'
import { currentPromise } from './promise/current-promise.ts'
import type { DurationsReader } from './promise/durations-reader.ts'
import { promisePeriods, promiseSettings } from './promise/promise-queries.ts'
import { openWindows } from './windows/window-queries.ts'
import { windowToWire } from './windows/window-to-wire.ts'
import { type Destination, findZone, whyNot } from './zones/find-zone.ts'
import { findAddressText, findUsualAddressText } from './zones/queries.ts'
import { placesOfDistrict, placesOfPostcode, searchPlaces } from './zones/subdistricts.ts'
import { namedZone, tiersToWire } from './zones/zone-to-wire.ts'

export type DeliveryDeps = {
  db: Db
  shop: Pick<ShopConfig, 'country' | 'deliveryProvinces' | 'timeZone'>
  readDurations: DurationsReader
}

/** Returns how many products the order would have; undefined if that isn't known. */
function linesOf(typed: string | undefined): number | undefined {
  const lines = Number(typed)
  return Number.isInteger(lines) && lines > 0 ? Math.min(lines, limits.cartProducts) : undefined
}

/** Returns a place as a destination; one with a district is where an address with both would be. */
function destinationOf(
  { subdistrict, postcode, city }: { subdistrict?: string; postcode?: string; city?: string },
  { country }: Pick<ShopConfig, 'country'>,
): Destination {
  if (subdistrict !== undefined || postcode === undefined || city === undefined) return { subdistrict, postcode }
  return { address: { street: '', city, state: '', zipcode: postcode, country } }
}

/** The calls about where and when the shop delivers, and how its promises were kept. */
export function deliveryRoutes(app: App, { db, shop, readDurations }: DeliveryDeps): void {
  addCall(app, calls.delivery.options, async (request) => {
    const { address: addressId, lines, ...place } = request.query
    let destination = destinationOf(place, shop)
    const shopper = await app.sessions.find(request, 'shopper')
    if (addressId !== undefined) {
      const address = shopper && isId(addressId) ? await findAddressText(db, shopper.id, addressId) : undefined
      refuseUnless(address, 'address_unknown')
      destination = { address }
    } else if (place.subdistrict === undefined && place.postcode === undefined) {
      // Nothing was chosen in this browser yet: the cart will propose this address.
      const address = shopper && (await findUsualAddressText(db, shopper.id))
      if (address) destination = { address }
    }
    const [found, settings] = await Promise.all([findZone(db, shop, destination), promiseSettings(db)])
    const zone = found === 'no zones' ? null : found
    const tiers = zone?.feeTiers ?? []
    const from = freeFrom(tiers)
    const [asap, windows] = await Promise.all([
      zone && currentPromise(db, shop, { zoneId: zone.id, lines: linesOf(lines), readDurations, settings }),
      found === null ? [] : openWindows(db, zone?.id ?? null, { shopperId: shopper?.id }),
    ])
    const { timeZone } = shop
    const closed = settings.hours && closedWithin(settings.hours, new Date(), { minutes: 0, timeZone })
    return {
      zone: zone && namedZone(zone),
      delivers: found !== null,
      why: found === null ? whyNot(shop, destination) : undefined,
      fee: toWire(cents(tiers[0]?.fee ?? 0)),
      freeFrom: from === null ? null : toWire(from),
      minimum: toWire(cents(zone?.minimumCents ?? 0)),
      tiers: tiersToWire({ feeTiers: tiers }),
      asap: asap ? { promisedAt: asap.promisedAt.toISOString(), minutes: asap.minutes } : null,
      closed: closed ? { opensAt: closed.opensAt?.toISOString() ?? null } : null,
      windows: windows.map(windowToWire),
    }
  })

  addCall(app, calls.delivery.places, async (request) => {
    const { q, postcode, district } = request.query
    if (postcode !== undefined) return { places: placesOfPostcode(postcode) }
    if (district !== undefined) return { places: placesOfDistrict(district) }
    return { places: searchPlaces(q ?? '', shop.deliveryProvinces) }
  })

  addCall(app, calls.delivery.promises, async () => {
    const { timeZone } = shop
    const [days, weeks] = await Promise.all([
      promisePeriods(db, { timeZone, by: 'day', periods: 14 }),
      promisePeriods(db, { timeZone, by: 'week', periods: 8 }),
    ])
    return { days, weeks }
  })
}
