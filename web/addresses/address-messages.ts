import { fieldErrorMessage, requiredMessage } from '../../contract/messages/field-errors.ts'
import { getLocale, m } from '../messages/messages.ts'
import type { AddressErrorCode, RequiredField } from './address-form.ts'

export const addressLabels: Record<RequiredField, () => string> = {
  firstName: m.address_first_name,
  lastName: m.address_last_name,
  phone: m.address_phone,
  zipcode: m.address_zipcode,
  state: m.address_state,
  city: m.address_city,
  street: m.address_street,
  country: m.address_country,
}

function errorMessage(name: RequiredField, error: AddressErrorCode): string {
  switch (error) {
    case 'required':
      return requiredMessage(addressLabels[name](), getLocale())
    case 'phone':
      return m.address_phone_short()
    case 'thai_phone':
      return fieldErrorMessage('thai_phone', getLocale())
    case 'zipcode':
      return m.address_zipcode_format()
    case 'thai_zipcode':
      return m.address_thai_zipcode()
  }
}

/** Returns the messages about an address's fields, by field. */
export function errorMessages(errors: Partial<Record<RequiredField, AddressErrorCode>>): Record<string, string> {
  const entries = Object.entries(errors) as [RequiredField, AddressErrorCode][]
  return Object.fromEntries(entries.map(([name, error]) => [name, errorMessage(name, error)]))
}

/**
 * Returns the server's messages by the form's inputs: it names a field by its path in the call (`address.phone`).
 */
export function byInput(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.replace(/^address\./, ''), message]))
}
