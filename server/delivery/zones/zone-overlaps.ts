import { findSubdistrict, subdistrictsOfPostcode } from './subdistricts.ts'

/**
 * Adds to each zone its overlaps: the areas whose addresses all belong to earlier zones, each with those zones.
 *
 * - The zones are in the order in which an address is looked up, and an address belongs to the first zone that fits.
 * - An area is a postcode or a sub-district. It overlaps if an earlier zone has it.
 * - A postcode also overlaps if earlier zones have all of its sub-districts.
 * - A sub-district also overlaps if earlier zones have all of its postcodes.
 */
export function withOverlaps<Zone extends { codes: readonly string[] }>(
  zones: readonly Zone[],
): (Zone & { overlaps: ReadonlyMap<string, Zone[]> })[] {
  /** The first zone that has an area, by its code. */
  const firstOf = new Map<string, Zone>()
  return zones.map((zone) => {
    const overlaps = new Map<string, Zone[]>()
    for (const code of zone.codes) {
      const first = firstOf.get(code)
      const ofParts = first ? [first] : partsOf(code).map((part) => firstOf.get(part))
      const earlier = new Set(ofParts.filter((each) => each !== undefined))
      if (ofParts.length > 0 && !ofParts.includes(undefined))
        overlaps.set(
          code,
          zones.filter((each) => earlier.has(each)),
        )
    }
    for (const code of zone.codes) if (!firstOf.has(code)) firstOf.set(code, zone)
    return { ...zone, overlaps }
  })
}

/** Returns the sub-districts of a postcode, or the postcodes of a sub-district; none if it isn't known. */
function partsOf(code: string): readonly string[] {
  return findSubdistrict(code)?.postcodes ?? subdistrictsOfPostcode(code).map((each) => each.code)
}
