import type { LostPlaces } from '../../../contract/entities/delivery.ts'
import type { Tx } from '../../database/database.ts'
import { codesOfZone, type ZoneRow, zonesOfAreas } from './queries.ts'
import { findSubdistrict, subdistrictsOfPostcode } from './subdistricts.ts'
import { tiersToWire, zoneNames } from './zone-to-wire.ts'

/** How many places of each zone are named. */
const namedPlaces = 3

/** A sub-district with the postcodes by which a zone may have it, or a postcode without known sub-districts. */
type DeliveredPlace = { code: string; name: string; nameTh: string; postcodes: readonly string[] }

/**
 * Runs a change of a zone, and returns the places that the zone loses by it. The caller has locked the zones.
 *
 * - The places are grouped by the zone that delivers to them after the change, in the order of the zones.
 * - The places to which no zone delivers any more are the last group.
 * - If the last zone is removed, none is lost: the shop then delivers everywhere.
 */
export async function placesLostBy(tx: Tx, zoneId: string, change: () => Promise<void>): Promise<LostPlaces[]> {
  const places = placesOf(await codesOfZone(tx, zoneId))
  const areas = {
    subdistricts: places.map(({ code }) => code),
    postcodes: [...new Set(places.flatMap(({ postcodes }) => postcodes))],
  }
  const find = zoneFinder(await zonesOfAreas(tx, areas))
  const ownPlaces = places.filter((place) => find(place)?.id === zoneId)
  await change()
  const zones = await zonesOfAreas(tx, areas)
  if (zones.length === 0) return []
  const findNow = zoneFinder(zones)
  return [...zones, undefined].flatMap((zone) => {
    const lost = zone?.id === zoneId ? [] : ownPlaces.filter((place) => findNow(place) === zone)
    if (lost.length === 0) return []
    const first = lost.slice(0, namedPlaces).map(({ name, nameTh }) => ({ name, nameTh }))
    return [{ first, count: lost.length, zone: zone && { ...zoneNames(zone), tiers: tiersToWire(zone) } }]
  })
}

/** Returns the places of a zone's areas, each once. */
function placesOf(codes: readonly string[]): DeliveredPlace[] {
  const places = new Map<string, DeliveredPlace>()
  for (const code of codes) {
    const known = findSubdistrict(code)
    if (known) places.set(code, known)
    const ofPostcode = known ? [] : subdistrictsOfPostcode(code)
    for (const each of ofPostcode) if (!places.has(each.code)) places.set(each.code, { ...each, postcodes: [code] })
    if (!known && ofPostcode.length === 0) places.set(code, { code, name: code, nameTh: code, postcodes: [code] })
  }
  return [...places.values()]
}

/**
 * Returns a function that finds the zone of a place: the first that has it, or the catch-all zone, which is the last.
 */
function zoneFinder<Zone extends ZoneRow & { codes: string[] }>(zones: readonly Zone[]) {
  const known = zones.map((zone) => ({ zone, codes: new Set(zone.codes) }))
  return ({ code, postcodes }: DeliveredPlace): Zone | undefined =>
    known.find(
      ({ zone, codes }) => zone.everywhere || codes.has(code) || postcodes.some((postcode) => codes.has(postcode)),
    )?.zone
}
