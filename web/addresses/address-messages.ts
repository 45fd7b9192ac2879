import { addressLabels } from '../../contract/messages/address-labels.ts'
import { fieldErrorMessage, requiredMessage } from '../../contract/messages/field-errors.ts'
import { getLocale, m } from '../messages/messages.ts'
import type { AddressErrorCode, RequiredField } from './address-form.ts'

function errorMessage(name: RequiredField, error: AddressErrorCode): string {
  if (error === 'required') return requiredMessage(addressLabels[name][getLocale()], getLocale())
  if (error === 'thai_postcode') return m.address_thai_postcode()
  return fieldErrorMessage(error, getLocale())
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
