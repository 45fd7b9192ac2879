import type { orderAddressFields } from '../../contract/address-fields.ts'
import type { Address, AddressInput, OrderAddress } from '../../contract/entities.ts'
import { plainText } from '../common/plain-text.ts'
import type { AddressRow } from './queries.ts'

/** An address as calls answer it. */
export function addressRecord(row: AddressRow): Address {
  return {
    _id: row.id,
    userId: row.shopperId,
    ...orderAddressOf(row),
    label: row.label,
    note: row.note,
    isDefault: row.isDefault,
  }
}

/** The eight fields and the note for the rider, as an order keeps its copy of them. */
export function orderAddressOf(row: Pick<AddressRow, (typeof orderAddressFields)[number]>): OrderAddress {
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    street: row.street,
    city: row.city,
    state: row.state,
    zipcode: zipcodeOnWire(row.zipcode),
    country: row.country,
    phone: row.phone,
    ...(row.note !== null && { note: row.note }),
  }
}

/** A number where that loses nothing; 01000 stays text, or its zero would be gone. */
export function zipcodeOnWire(zipcode: string): number | string {
  const number = Number(zipcode)
  return String(number) === zipcode ? number : zipcode
}

/** What a shopper typed, as the table keeps it: texts plain, empty ones of the optional fields as null. */
export function addressFields(input: AddressInput) {
  return {
    firstName: plainText(input.firstName),
    lastName: plainText(input.lastName),
    street: plainText(input.street),
    city: plainText(input.city),
    state: plainText(input.state),
    zipcode: plainText(String(input.zipcode)),
    country: plainText(input.country),
    phone: plainText(input.phone),
    label: plainText(input.label ?? '') || null,
    note: plainText(input.note ?? '') || null,
  }
}
