import type { Address, OrderAddress } from '../../contract/entities.ts'
import type { AddressRow } from './queries.ts'

/** An address as calls answer it. */
export function addressRecord(row: AddressRow): Address {
  return { _id: row.id, userId: row.shopperId, ...orderAddressOf(row) }
}

/** The eight fields, as an order keeps its copy of them. */
export function orderAddressOf(row: Omit<AddressRow, 'id' | 'shopperId' | 'createdAt'>): OrderAddress {
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    street: row.street,
    city: row.city,
    state: row.state,
    zipcode: zipcodeOnWire(row.zipcode),
    country: row.country,
    phone: row.phone,
  }
}

/** A number where that loses nothing; 01000 stays text, or its zero would be gone. */
export function zipcodeOnWire(zipcode: string): number | string {
  const number = Number(zipcode)
  return String(number) === zipcode ? number : zipcode
}
