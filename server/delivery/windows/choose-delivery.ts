import { type FeeTier, feeOf } from '../../../contract/delivery/delivery.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Texts } from '../../../contract/values/fill-text.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { inEachLanguage } from '../../common/in-each-language.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import type { Db } from '../../database/database.ts'
import { nameIn } from '../../domain/name-in.ts'
import { currentPromise } from '../promise/current-promise.ts'
import type { DurationsReader } from '../promise/durations-reader.ts'
import type { AddressText } from '../zones/address-subdistricts.ts'
import { findZone, postcodeOf, whyNot } from '../zones/find-zone.ts'
import { namesOfZones, type ZoneRow } from '../zones/queries.ts'
import { findFreeNumber, type WantedDelivery, type WantedWindow } from './window-queries.ts'
import { findUsualWindow, refuseTooManyAsap, windowForOrder } from './windows.ts'

/** How an order is delivered, and for which fee. */
export type OrderDelivery = {
  /** Null in a shop without zones. The order stores a copy: its zone may be removed while it is open. */
  zone: Pick<ZoneRow, 'id' | 'name' | 'nameTh' | 'rideMinutes'> | null
  /** The zone's fees; empty if delivery is free. */
  tiers: readonly FeeTier[]
  /** On top of them, for the window. */
  windowFeeCents: number
  /** What the goods have to cost. */
  minimumCents: number
  windowId: string | null
  /** Which of its shopper's unconfirmed orders in windows, or ASAP orders, it is. */
  unconfirmedNumber: number | null
  /** The start of the window. */
  from: Date | null
  /** The end of the window, or the time promised. */
  promisedAt: Date | null
}

/** How a shop without zones and windows delivers. */
export const freeDelivery: OrderDelivery = {
  zone: null,
  tiers: [],
  windowFeeCents: 0,
  minimumCents: 0,
  windowId: null,
  unconfirmedNumber: null,
  from: null,
  promisedAt: null,
}

/** Returns the fee of an order whose goods cost this much after promotions. */
export function deliveryFee({ tiers, windowFeeCents }: OrderDelivery, goodsCents: number): number {
  return feeOf(tiers, goodsCents) + windowFeeCents
}

/** Milliseconds by which an ASAP order may come later than its shopper saw, without being asked. */
const acceptedDelay = 5 * 60_000

type DeliveryRequest = {
  shopperId: string
  address: AddressText
  hasZones: boolean
  /** Whether the shop offers delivery times. */
  hasTimes: boolean
  wanted: WantedDelivery | undefined
  /** The window that is wanted; null if there is none. */
  window: WantedWindow | null
  /** The number of an unconfirmed ASAP order; null if the shopper has as many as are allowed. */
  asapNumber: number | null
  /** How many products the order has. */
  lines: number
  readDurations: DurationsReader
}

/**
 * Returns how the shop delivers to an address:
 *
 * - in the window that the order asks for, or by the time promised now
 * - if it asks for neither, such as an order of another API client: as soon as possible, or in the next free window if
 *   the shop has windows, as it would bypass closed days and full windows otherwise
 * - without a time if its shopper saw no times
 *
 * Throws `not_delivered`, with the reason, or the names of the zones if they are few, `window_closed`,
 * `too_many_windows`, `window_full`, `too_many_asap`, `asap_closed` and `asap_later`; without a chosen time also what
 * `findUsualWindow` refuses, and `choose_delivery` if the shop delivers at times that its shopper didn't see.
 */
export async function chooseDelivery(
  db: Db,
  shop: Pick<ShopConfig, 'timeZone' | 'country'>,
  request: DeliveryRequest,
): Promise<OrderDelivery> {
  const { address, hasZones, wanted, window, asapNumber, lines, readDurations } = request
  const delivery = hasZones ? await inZone(db, shop, address) : freeDelivery
  if (!wanted || 'none' in wanted) {
    const usual = request.hasTimes ? await atUsualTime(db, shop, delivery, request) : delivery
    refuseUnless(!wanted || usual.promisedAt === null, 'choose_delivery')
    return usual
  }
  const zoneId = delivery.zone?.id ?? null
  if ('window' in wanted) {
    const found = await windowForOrder(db, { windowId: wanted.window, window, zoneId })
    return inWindow(delivery, found, found.unconfirmedNumber)
  }
  if (asapNumber === null) return refuseTooManyAsap(db, zoneId)
  // The ride is the zone's: without zones no time is promised.
  const promise = delivery.zone && (await currentPromise(db, shop, { zoneId: delivery.zone.id, lines, readDurations }))
  refuseUnless(promise, 'asap_closed')
  const isLater =
    wanted.promisedAt !== undefined && promise.promisedAt.getTime() > Date.parse(wanted.promisedAt) + acceptedDelay
  refuseUnless(!isLater, 'asap_later')
  return { ...delivery, unconfirmedNumber: asapNumber, promisedAt: promise.promisedAt }
}

async function atUsualTime(
  db: Db,
  shop: Pick<ShopConfig, 'timeZone'>,
  delivery: OrderDelivery,
  { shopperId, lines, readDurations }: Pick<DeliveryRequest, 'shopperId' | 'lines' | 'readDurations'>,
): Promise<OrderDelivery> {
  const zoneId = delivery.zone?.id ?? null
  const asapNumber = zoneId === null ? null : await findFreeNumber(db, shopperId, 'asap')
  const promise =
    zoneId !== null && asapNumber !== null && (await currentPromise(db, shop, { zoneId, lines, readDurations }))
  if (promise) return { ...delivery, unconfirmedNumber: asapNumber, promisedAt: promise.promisedAt }
  const usual = await findUsualWindow(db, zoneId)
  if (!usual) return delivery
  const windowNumber = await findFreeNumber(db, shopperId, 'window')
  refuseUnless(windowNumber !== null, 'too_many_windows', { values: { max: serverLimits.windowOrders } })
  // If another order takes the last of its capacity first, this one is placed anew, and finds the next window.
  return inWindow(delivery, usual, windowNumber)
}

/** Returns how a shop with zones delivers to an address. Throws `not_delivered`. */
async function inZone(db: Db, shop: Pick<ShopConfig, 'country'>, address: AddressText): Promise<OrderDelivery> {
  const zone = await findZone(db, shop, { address })
  if (zone === null) return refuse('not_delivered', { values: { where: await whereInstead(db, shop, address) } })
  // The last zone was removed just now.
  if (zone === 'no zones') return freeDelivery
  const { id, name, nameTh, rideMinutes, feeTiers, minimumCents } = zone
  return { ...freeDelivery, zone: { id, name, nameTh, rideMinutes }, tiers: feeTiers, minimumCents }
}

/** A window's times are dates, or texts if it was read as JSON. */
type TimedWindow = { id: string; startsAt: Date | string; endsAt: Date | string; feeCents: number }

function inWindow(delivery: OrderDelivery, window: TimedWindow, unconfirmedNumber: number | null): OrderDelivery {
  return {
    ...delivery,
    windowId: window.id,
    unconfirmedNumber,
    windowFeeCents: window.feeCents,
    from: new Date(window.startsAt),
    promisedAt: new Date(window.endsAt),
  }
}

/** The most zones that a refusal names. */
const maxNamedZones = 5

/** Says what is wrong with the address, or where the shop delivers. */
async function whereInstead(db: Db, shop: Pick<ShopConfig, 'country'>, address: AddressText): Promise<Texts | string> {
  const why = whyNot(shop, { address })
  if (why === 'postcode') {
    const postcode = postcodeOf({ address })
    return { en: ` There is no postcode ${postcode}.`, th: ` ไม่มีรหัสไปรษณีย์ ${postcode}` }
  }
  if (why === 'country') {
    const country = inEachLanguage(
      (language) => new Intl.DisplayNames(language, { type: 'region' }).of(shop.country) ?? shop.country,
    )
    return { en: ` We deliver in ${country.en} only.`, th: ` ร้านส่งภายในประเทศ${country.th}เท่านั้น` }
  }
  const zones = await namesOfZones(db, maxNamedZones + 1)
  if (zones.length > maxNamedZones) return ''
  const list = inEachLanguage((language) => {
    const names = zones.map((zone) => nameIn(language, zone))
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(names)
  })
  return { en: ` We deliver to: ${list.en}.`, th: ` ร้านส่งที่${list.th}` }
}
