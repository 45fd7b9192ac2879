import type { SellerOrder } from '../../../../contract/entities/order.ts'

/** Returns the URL of an address on a map service. */
export function mapLink({
  street,
  city,
  state,
  zipcode,
  country,
}: Pick<SellerOrder['address'], 'street' | 'city' | 'state' | 'zipcode' | 'country'>): string {
  const query = [street, city, `${state} ${zipcode}`, country].join(', ')
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`
}
