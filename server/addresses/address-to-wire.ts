import type { orderAddressFields } from '../../contract/delivery/address-fields.ts'
import type { Address, AddressInput, OrderAddress } from '../../contract/entities/address.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { normaliseText } from '../common/normalise-text.ts'
import type { AddressRow } from './queries.ts'

/** Returns an address as the API sends it. */
export function addressToWire(row: AddressRow): Address {
  return {
    _id: row.id,
    userId: row.shopperId,
    ...orderAddressOf(row),
    label: row.label,
    note: row.note,
    isDefault: row.isDefault,
    version: row.version,
  }
}

/** Returns the copy of an address that an order stores: the eight fields and the note for the rider. */
export function orderAddressOf(row: Pick<AddressRow, (typeof orderAddressFields)[number]>): OrderAddress {
  return {
    firstName: row.firstName,
    lastName: row.lastName,
    street: row.street,
    city: row.city,
    state: row.state,
    zipcode: postcodeOnWire(row.zipcode),
    country: row.country,
    phone: row.phone,
    ...(row.note !== null && { note: row.note }),
  }
}

/**
 * Returns a postcode as a number if it is one without a leading zero, else as text. Only digits count: "NaN" and
 * "1e5" are codes that `Number` would read too, and JSON has no NaN.
 */
export function postcodeOnWire(postcode: string): number | string {
  return /^(?:0|[1-9]\d*)$/.test(postcode) ? Number(postcode) : postcode
}

/** Returns a typed address as the table stores it: texts normalised, empty optional fields as null. */
export function addressRowOf(input: AddressInput) {
  return {
    firstName: normaliseText(input.firstName),
    lastName: normaliseText(input.lastName),
    street: normaliseText(input.street),
    city: normaliseText(input.city),
    state: normaliseText(input.state),
    zipcode: asciiDigits(normaliseText(String(input.zipcode))),
    country: normaliseText(input.country),
    phone: normaliseText(input.phone),
    label: normaliseText(input.label ?? '') || null,
    note: normaliseText(input.note ?? '') || null,
  }
}
