import { streetAndLocality } from '../../../contract/delivery/address-text.ts'
import type { OrderAddress } from '../../../contract/entities/address.ts'

/** Returns the URL of an address on a map service. */
export function mapLink(address: Pick<OrderAddress, 'street' | 'city' | 'state' | 'zipcode' | 'country'>): string {
  const query = `${streetAndLocality(address)}, ${address.country}`
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}
