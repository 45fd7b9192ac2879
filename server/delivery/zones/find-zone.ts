import { isCountry } from '../../../contract/delivery/thailand.ts'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import type { Db } from '../../database/database.ts'
import { type AddressText, subdistrictsOfAddress } from './address-subdistricts.ts'
import { type ZoneRow, zonesOfAreas } from './queries.ts'
import { findSubdistrict, subdistrictsOfPostcode } from './subdistricts.ts'

/**
 * Where an order is delivered: an address, or a place by its sub-district's code or its postcode. The code has
 * precedence.
 */
export type Destination = {
  address?: AddressText
  subdistrict?: string
  postcode?: string
}

/** A place at which a destination may be: a sub-district, empty if it isn't known, and its postcodes. */
type Area = { subdistrict: string; postcodes: readonly string[] }

/**
 * Returns the zone of a destination: the first one that has its sub-district or postcode. If several sub-districts are
 * possible, and in different zones, it is the last of those zones, usually the farthest. The catch-all zone
 * (`everywhere`) covers all other addresses in the shop's country.
 *
 * An address in the shop's country whose place isn't recognised is in the zone of unknown places (`takesUnknown`); no
 * destination at all is in the default zone. Without such a zone, it is the catch-all zone. Returns `no zones` if the
 * shop has no zones, null if it doesn't deliver there.
 */
export async function findZone(
  db: Db,
  shop: Pick<ShopConfig, 'country'>,
  destination: Destination,
): Promise<ZoneRow | 'no zones' | null> {
  const areas = areasOf(destination)
  const zones = await zonesOfAreas(db, {
    subdistricts: areas.map(({ subdistrict }) => subdistrict),
    postcodes: areas.flatMap(({ postcodes }) => postcodes),
  })
  if (zones.length === 0) return 'no zones'
  if (isAbroad(shop, destination)) return null
  const isKnown = areas.some(({ subdistrict }) => subdistrict !== '')
  // The catch-all zone; the query sorts it last.
  const rest = zones.findIndex(({ everywhere }) => everywhere)
  const indexes = areas.map(({ subdistrict, postcodes }) => {
    const index = zones.findIndex(({ codes }) => codes.some((each) => each === subdistrict || postcodes.includes(each)))
    return index === -1 && isKnown ? rest : index
  })
  const last = zones[Math.max(...indexes)]
  if (last || isKnown) return last ?? null
  const everywhere = zones[rest] ?? null
  const { address, subdistrict, postcode } = destination
  if (address) return zones.find(({ takesUnknown }) => takesUnknown) ?? everywhere
  if (!subdistrict && !postcode) return zones.find(({ isDefault }) => isDefault) ?? everywhere
  // In Thailand all postcodes and sub-districts are known: this one doesn't exist.
  return shop.country === 'TH' ? null : everywhere
}

/** Why the shop doesn't deliver somewhere: it is in another country, there is no such postcode, or no zone has it. */
export type WhyNot = 'country' | 'postcode' | 'area'

/** Returns why a shop that has zones doesn't deliver to a destination. */
export function whyNot(shop: Pick<ShopConfig, 'country'>, destination: Destination): WhyNot {
  if (isAbroad(shop, destination)) return 'country'
  const postcode = postcodeOf(destination)
  const isMistyped =
    shop.country === 'TH' &&
    postcode !== '' &&
    !destination.subdistrict &&
    subdistrictsOfPostcode(postcode).length === 0
  return isMistyped ? 'postcode' : 'area'
}

/**
 * Returns whether an address is in another country than the shop. One that names the district of its Thai postcode is
 * in Thailand.
 */
function isAbroad({ country }: Pick<ShopConfig, 'country'>, { address }: Destination): boolean {
  if (!address || isCountry(address.country, country)) return false
  return country !== 'TH' || subdistrictsOfAddress(address).length === 0
}

/** Returns the postcode of a destination in Arabic digits; empty if it has none. */
export function postcodeOf({ address, postcode }: Destination): string {
  return asciiDigits(String(address?.zipcode ?? postcode ?? '')).trim()
}

function areasOf(destination: Destination): Area[] {
  const { address, subdistrict } = destination
  const postcode = postcodeOf(destination)
  const ofPostcode = subdistrictsOfPostcode(postcode)
  const known = subdistrict === undefined || address ? undefined : findSubdistrict(subdistrict)
  const found = address ? subdistrictsOfAddress(address) : known ? [known] : ofPostcode
  if (found.length === 0) return [{ subdistrict: '', postcodes: [postcode] }]
  return found.map(({ code, postcodes }) => ({
    subdistrict: code,
    // A district that contradicts the postcode has its own ones; a postcode that doesn't exist has no other.
    postcodes: postcodes.includes(postcode) || (ofPostcode.length === 0 && !known) ? [postcode] : postcodes,
  }))
}
