import { asciiDigits } from '../../contract/ascii-digits.ts'
import type { ShopConfig } from '../../contract/shop.ts'
import { isCountry } from '../../contract/thailand.ts'
import type { Db, Tx } from '../database/database.ts'
import { type AddressText, subdistrictsOfAddress } from './address-subdistricts.ts'
import { findSubdistrict, subdistrictsOfPostcode } from './places.ts'
import { type ZoneRow, zonesOfAreas } from './queries.ts'

/** Where something is delivered: an address, or a place. A sub-district, by its code, counts before a postcode. */
export type Destination = {
  address?: AddressText | undefined
  subdistrict?: string | undefined
  postcode?: string | undefined
}

/** Sub-districts that are possible, and their postcodes. */
type Areas = { subdistricts: readonly string[]; postcodes: readonly string[] }

/**
 * Returns the zone that delivers somewhere: the first one that has its sub-district or postcode. If the sub-district isn't
 * certain, and the possible ones are in different zones, it is the last of those, usually the farthest. An address in the
 * shop's country whose place isn't recognised is in the zone of unknown places; without a destination, the default zone is
 * returned. Returns `everywhere` if the shop has no zones, null if it doesn't deliver there.
 */
export async function findZone(
  db: Db | Tx,
  shop: Pick<ShopConfig, 'country'>,
  destination: Destination,
): Promise<ZoneRow | 'everywhere' | null> {
  const { subdistricts, postcodes } = areasOf(destination)
  const zones = await zonesOfAreas(db, { subdistricts, postcodes })
  if (zones.length === 0) return 'everywhere'
  if (isAbroad(shop, destination)) return null
  const indexes = (subdistricts.length > 0 ? subdistricts : ['']).map((code) =>
    zones.findIndex(({ codes }) => codes.some((each) => each === code || postcodes.includes(each))),
  )
  const last = zones[Math.max(...indexes)]
  if (last) return last
  if (subdistricts.length > 0) return null
  const { address, subdistrict, postcode } = destination
  const usual = zones.find(address ? ({ takesUnknown }) => takesUnknown : ({ isDefault }) => isDefault)
  return (!address && (subdistrict || postcode)) || !usual ? null : usual
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

/** Whether an address is in another country than the shop. One that names the district of its Thai postcode is in Thailand. */
function isAbroad({ country }: Pick<ShopConfig, 'country'>, { address }: Destination): boolean {
  if (!address || isCountry(address.country, country)) return false
  return country !== 'TH' || subdistrictsOfAddress(address).length === 0
}

/** Returns the postcode of a destination in Arabic digits; empty if it has none. */
export function postcodeOf({ address, postcode }: Destination): string {
  return asciiDigits(String(address?.zipcode ?? postcode ?? '')).trim()
}

function areasOf(destination: Destination): Areas {
  const { address, subdistrict } = destination
  const postcode = postcodeOf(destination)
  if (address) {
    const subdistricts = subdistrictsOfAddress(address).map(({ code }) => code)
    // A postcode of another country may be one of Thailand, too.
    const isForeign = subdistricts.length === 0 && subdistrictsOfPostcode(postcode).length > 0
    return { subdistricts, postcodes: isForeign ? [] : [postcode] }
  }
  const place = subdistrict === undefined ? undefined : findSubdistrict(subdistrict)
  if (place)
    return {
      subdistricts: [place.code],
      postcodes: place.postcodes.includes(postcode) ? [postcode] : place.postcodes,
    }
  return { subdistricts: subdistrictsOfPostcode(postcode).map(({ code }) => code), postcodes: [postcode] }
}
