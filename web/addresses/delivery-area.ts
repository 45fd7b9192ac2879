import type { Address } from '../../contract/entities.ts'
import { provinceOf } from '../../contract/thai-provinces.ts'
import { shop } from '../../shop.config.ts'
import { isThailand } from './thai-address.ts'

/** Whether an address certainly lies outside the provinces that the shop delivers to. */
export function isOutsideDeliveryArea({ country, zipcode }: Pick<Address, 'country' | 'zipcode'>): boolean {
  if (shop.deliveryProvinces.length === 0) return false
  if (!isThailand(country)) return true
  const province = provinceOf(String(zipcode))
  return province !== undefined && !shop.deliveryProvinces.includes(province.en)
}
