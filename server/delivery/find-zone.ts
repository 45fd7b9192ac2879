import { asciiDigits } from '../../contract/ascii-digits.ts'
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
 * certain, and the possible ones are in different zones, it is the last of those, usually the farthest. Places without a
 * Thai postcode are in the default zone. Returns `everywhere` if the shop has no zones, null if it doesn't deliver there.
 */
export async function findZone(db: Db | Tx, destination: Destination): Promise<ZoneRow | 'everywhere' | null> {
  const { subdistricts, postcodes } = areasOf(destination)
  const zones = await zonesOfAreas(db, { subdistricts, postcodes })
  if (zones.length === 0) return 'everywhere'
  const indexes = (subdistricts.length > 0 ? subdistricts : ['']).map((code) =>
    zones.findIndex(({ codes }) => codes.some((each) => each === code || postcodes.includes(each))),
  )
  const last = zones[Math.max(...indexes)]
  if (last) return last
  return subdistricts.length > 0 ? null : (zones.find(({ isDefault }) => isDefault) ?? null)
}

function areasOf({ address, subdistrict, postcode: typed }: Destination): Areas {
  const postcode = asciiDigits(String(address?.zipcode ?? typed ?? '')).trim()
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
