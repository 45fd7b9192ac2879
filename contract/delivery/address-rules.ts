import { limits } from '../values/limits.ts'

/*
 * What a postcode and a phone number of an address can be. The form asks for a Thai postcode and phone in Thailand; the
 * call takes those of any country (docs/decisions/039-addresses.md).
 */

/** Returns whether a text can be a postcode: letters and digits, in groups, such as "10500", "๑๐๕๐๐" and "SW1A 1AA". */
export const isPostcode = (text: string): boolean =>
  text.length >= limits.postcodeMin &&
  text.length <= limits.postcodeMax &&
  /^[0-9๐-๙A-Za-z]+(?:[ -][0-9๐-๙A-Za-z]+)*$/.test(text)

/** A Thai postcode: five digits. */
export const thaiPostcodePattern = /^[0-9]{5}$/

/** Returns whether a text is a Thai postcode. */
export const isThaiPostcode = (text: string): boolean => thaiPostcodePattern.test(text)

/** Returns whether a phone number has digits to call, of any script; words such as "ext." may stand beside them. */
export const hasPhoneDigits = (phone: string): boolean => (phone.match(/\p{Nd}/gu)?.length ?? 0) >= limits.phoneMin
