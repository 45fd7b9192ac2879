import type { OrderAddress } from '../../contract/entities.ts'

/** An address in one line, as it stands on an order. */
export function addressWords({
  firstName,
  lastName,
  street,
  city,
  state,
  zipcode,
  country,
  note,
}: OrderAddress): string {
  return [`${firstName} ${lastName}`, street, city, `${state} ${zipcode}`, country, note].filter(Boolean).join(', ')
}
