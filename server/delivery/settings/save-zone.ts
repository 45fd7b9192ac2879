import { areTiers } from '../../../contract/delivery/delivery.ts'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import type { LostPlaces, ZoneInput } from '../../../contract/entities/delivery.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { normaliseText } from '../../common/normalise-text.ts'
import { refuseField, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { lockTemplates, takeZoneFromWindows } from '../windows/template-queries.ts'
import { lockComingWindows } from '../windows/window-queries.ts'
import { placesLostBy } from '../zones/lost-places.ts'
import { deleteZone, lockZones, type StoredZone, setPositions, storeZone } from '../zones/queries.ts'
import { findSubdistrict } from '../zones/subdistricts.ts'

type ChangedBy = { id: string; seen: number; by: string | undefined }

/**
 * Saves a zone, a new one if `seen` is 0; it is then the last in order. A default zone replaces the one before, and so
 * does that of unknown places. Orders that are placed keep their zone and fee. Returns the places that left the zone.
 *
 * Throws `invalid_form` for fees that don't fall as sums rise, unknown sub-districts, no area at all and a second
 * catch-all zone; `zone_changed` if its version isn't `seen`; `too_many_zones`; `zone_unknown`.
 */
export async function saveZone(db: Db, typed: ZoneInput, { id, seen, by }: ChangedBy): Promise<LostPlaces[]> {
  refuseUnless(isId(id), 'zone_unknown')
  const zone = storedZone(typed, id, by)
  return inTransaction(db, async (tx) => {
    const zones = await lockZones(tx)
    const current = zones.find((each) => each.id === zone.id)
    refuseUnless(seen === 0 || current, 'zone_unknown')
    refuseUnless((current?.version ?? 0) === seen, 'zone_changed')
    const max = deliveryLimits.zones
    refuseUnless(current || zones.length < max, 'too_many_zones', { values: { max } })
    const isSecond = zone.everywhere && zones.some((each) => each.everywhere && each.id !== zone.id)
    if (isSecond) refuseField('everywhere', 'zone_everywhere')
    return placesLostBy(tx, zone.id, () => storeZone(tx, zone))
  })
}

/**
 * Returns a zone as it is stored: a catch-all zone without areas, and without the switch for unknown places, which it
 * has in any case. `by` is the seller's e-mail; undefined for the demo. Throws `invalid_form`.
 */
export function storedZone(typed: ZoneInput, id: string, by: string | undefined): StoredZone {
  const feeTiers = typed.tiers.map(({ from, fee }) => ({ from: centsOf(from), fee: centsOf(fee) }))
  if (!areTiers(feeTiers)) refuseField('tiers', 'zone_tiers')
  if (typed.subdistricts.some((code) => !findSubdistrict(code))) refuseField('areas', 'area_unknown')
  const everywhere = typed.everywhere ?? false
  if (typed.postcodes.length + typed.subdistricts.length === 0 && !typed.takesUnknown && !everywhere)
    refuseField('areas', 'zone_areas')
  return {
    id: id.toLowerCase(),
    name: normaliseText(typed.name),
    nameTh: normaliseText(typed.nameTh ?? '') || null,
    isDefault: typed.isDefault,
    takesUnknown: typed.takesUnknown && !everywhere,
    everywhere,
    feeTiers,
    minimumCents: centsOf(typed.minimum),
    rideMinutes: typed.rideMinutes,
    postcodes: everywhere ? [] : typed.postcodes,
    subdistricts: everywhere ? [] : typed.subdistricts,
    changedBy: by ?? null,
  }
}

/**
 * Removes a zone and takes it out of the window templates; a template left without a zone is switched off. Orders that
 * are placed keep their copy of the zone. Returns the places that it delivered to.
 *
 * Throws `zone_unknown`, and `zone_changed` if its version isn't `seen`.
 */
export async function removeZone(db: Db, { id, seen }: Omit<ChangedBy, 'by'>): Promise<LostPlaces[]> {
  return inTransaction(db, async (tx) => {
    const current = (await lockZones(tx)).find((each) => each.id === id.toLowerCase())
    refuseUnless(current, 'zone_unknown')
    refuseUnless(current.version === seen, 'zone_changed')
    await lockTemplates(tx)
    await lockComingWindows(tx)
    await takeZoneFromWindows(tx, current.id)
    return placesLostBy(tx, current.id, () => deleteZone(tx, current.id))
  })
}

/**
 * Puts the zones into an order. Throws `zones_changed` if they aren't in the order `seen`, or aren't the ones given.
 */
export async function reorderZones(
  db: Db,
  { zones, seen }: { zones: readonly string[]; seen: readonly string[] },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const current = (await lockZones(tx)).map(({ id }) => id)
    const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
    refuseUnless(isSame(current, seen) && isSame([...current].sort(), [...zones].sort()), 'zones_changed')
    await setPositions(tx, zones)
  })
}
