import { hasPhoneDigits, isPostcode, isThaiPostcode } from '../../contract/delivery/address-rules.ts'
import { isThailand } from '../../contract/delivery/thailand.ts'
import type { Address, AddressInput, OrderAddress } from '../../contract/entities/address.ts'
import type { User } from '../../contract/entities/user.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import { isPhoneForThailand } from '../../contract/values/thai-phone.ts'

export const requiredFields = [
  'firstName',
  'lastName',
  'phone',
  'zipcode',
  'state',
  'city',
  'street',
  'country',
] as const
export type RequiredField = (typeof requiredFields)[number]
const fieldNames = [...requiredFields, 'note', 'label'] as const
export type FieldName = (typeof fieldNames)[number]
/** The form's values by field, untrimmed. */
export type AddressDraft = Record<FieldName, string>

/** Returns the values of a form. */
export function draftIn(form: HTMLFormElement): AddressDraft {
  const data = new FormData(form)
  return Object.fromEntries(fieldNames.map((name) => [name, String(data.get(name) ?? '')])) as AddressDraft
}

/** Returns the address to send: with Arabic digits, and each sub-district once; otherwise as typed. */
export function addressOf(draft: AddressDraft): AddressInput {
  return {
    ...draft,
    street: withoutSubdistrict(draft),
    zipcode: asciiDigits(draft.zipcode).trim(),
    phone: asciiDigits(draft.phone).trim(),
  }
}

/**
 * Returns the street without the sub-district at its end, and a district after it, if the district's field names both
 * as the form's suggestions write them. A mere name may be a road's, and stays.
 */
function withoutSubdistrict({ street, city }: AddressDraft): string {
  const [, name, district] =
    /^(?:แขวง|ต\.)([ก-๛]+) (?:เขต|อ\.)([ก-๛]+)$/.exec(city.trim()) ?? /^([A-Z ]+), ([A-Z ]+)$/i.exec(city.trim()) ?? []
  if (!name) return street
  const rest = withoutEnd(street, [...named(districtWords, district), `${district} district`, district ?? ''])
  const shorter = withoutEnd(rest, [...named(subdistrictWords, name), `${name} sub-district`, `${name} subdistrict`])
  return shorter === rest || shorter === '' ? street : shorter
}

const subdistrictWords = ['แขวง', 'ตำบล', 'ต.', 'khwaeng', 'tambon']
const districtWords = ['เขต', 'อำเภอ', 'อ.', 'khet', 'amphoe']
const named = (words: readonly string[], name = '') => words.flatMap((word) => [`${word}${name}`, `${word} ${name}`])

/** Returns a text without the first of these that it ends with, in any case, as words of their own. */
function withoutEnd(text: string, ends: readonly string[]): string {
  const whole = trimmedEnd(text)
  const end = ends.find((each) => each !== '' && isLastWord(whole.toLowerCase(), each.toLowerCase()))
  return end === undefined ? whole : trimmedEnd(whole.slice(0, -end.length))
}

const isLastWord = (text: string, end: string) => text.endsWith(end) && ' ,'.includes(text.at(-end.length - 1) ?? ' ')

/** Returns a text without the spaces and commas at its end. */
function trimmedEnd(text: string): string {
  let length = text.length
  while (length > 0 && ' ,'.includes(text[length - 1] ?? '')) length -= 1
  return text.slice(0, length)
}

export type AddressErrorCode = 'required' | 'phone_digits' | 'thai_phone' | 'postcode' | 'thai_postcode'

/** Returns the errors of an address, by field, in the order of the form. */
export function addressErrors(address: AddressInput): Partial<Record<RequiredField, AddressErrorCode>> {
  const errors: Partial<Record<RequiredField, AddressErrorCode>> = {}
  const thai = isThailand(address.country)
  for (const name of requiredFields) {
    const value = String(address[name]).trim()
    if (value === '') errors[name] = 'required'
    else if (name === 'phone' && thai && !isPhoneForThailand(value)) errors[name] = 'thai_phone'
    else if (name === 'phone' && !hasPhoneDigits(value)) errors[name] = 'phone_digits'
    else if (name === 'zipcode' && thai && !isThaiPostcode(value)) errors[name] = 'thai_postcode'
    else if (name === 'zipcode' && !isPostcode(value)) errors[name] = 'postcode'
  }
  return errors
}

/**
 * Returns the initial values of a new address: name and phone of the last used address, else the account's name; and
 * the shop's country.
 */
export function newAddress(
  user: Pick<User, 'name'>,
  lastUsed: Address | undefined,
  country: string,
): Partial<AddressDraft> {
  const { firstName, lastName, phone } = lastUsed ?? { ...splitName(user.name), phone: '' }
  return { firstName, lastName, phone, country }
}

/**
 * Splits a full name in two. A Thai first name is one word, and the rest is the last name ("ณ อยุธยา"); of other names
 * the last word is the last name ("Mary Ann Smith").
 */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const firstWords = words.length === 1 || /[ก-๛]/.test(name) ? 1 : words.length - 1
  return { firstName: words.slice(0, firstWords).join(' '), lastName: words.slice(firstWords).join(' ') }
}

/** Returns a saved address, or that of an order, as form values. */
export function draftOf(address: Omit<OrderAddress, 'note'> & Partial<Address>): AddressDraft {
  return Object.fromEntries(fieldNames.map((name) => [name, String(address[name] ?? '')])) as AddressDraft
}
