import { provinceNamed, provinceOf } from '../../contract/delivery/thai-provinces.ts'
import { isCountry, isThailand } from '../../contract/delivery/thailand.ts'
import type { Address } from '../../contract/entities/address.ts'
import { shop } from '../shop.ts'

/**
 * Returns whether an address is outside the delivery provinces, by its postcode or its province. In a shop with zones,
 * the zones decide instead.
 */
export function isOutsideDeliveryArea({
  country,
  state,
  zipcode,
}: Pick<Address, 'country' | 'state' | 'zipcode'>): boolean {
  if (shop.hasZones || shop.deliveryProvinces.length === 0) return false
  if (!isThailand(country)) return true
  return [provinceOf(String(zipcode)), provinceNamed(state)].some(
    (province) => province !== undefined && !shop.deliveryProvinces.includes(province.en),
  )
}

/** Returns whether the text of a country field means another country than that of a shop with zones. */
export const isOtherCountry = (country: string): boolean =>
  shop.hasZones === true && country.trim() !== '' && !isCountry(country, shop.country)
