import { useRef, useState } from 'react'
import { isThaiPostcode } from '../../contract/delivery/address-rules.ts'
import { provinceNamed, provinceOf } from '../../contract/delivery/thai-provinces.ts'
import { isThailand } from '../../contract/delivery/thailand.ts'
import type { AddressInput } from '../../contract/entities/address.ts'
import { asciiDigits } from '../../contract/values/ascii-digits.ts'
import type { Language } from '../../contract/values/languages.ts'
import { getLocale, m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { type AddressDraft, draftIn } from './address-form.ts'
import { bangkokDistricts, isOnlyDistrict } from './bangkok-districts.ts'

/**
 * Returns where the address in a form is, and fills in the province of a Thai postcode, and the district if the
 * postcode determines it. `onFilled` is called with each field that got a value.
 */
export function usePostcode(initial: Partial<AddressDraft>, onFilled: (name: 'state' | 'city') => void) {
  const [place, setPlace] = useState(placeIn(initial))
  const [filled, setFilled] = useState('')
  /** The values filled in by a postcode. */
  const filledIn = useRef<{ state?: string; city?: string }>(ofPostcode(initial))

  /** To be called with the form and the name of the field that was typed in. */
  function update(form: HTMLFormElement, name: string) {
    if (name === 'zipcode' || name === 'country') {
      const { country, zipcode } = draftIn(form)
      setFilled(isThailand(country) ? fillPlace(form, postcodeIn(zipcode)) : '')
    }
    setPlace(placeIn(draftIn(form)))
  }

  /** Fills in the place of a postcode; returns a message with the values, empty if it filled in none. */
  function fillPlace(into: HTMLFormElement, postcode: string): string {
    const province = provinceOf(postcode)
    if (!province) return ''
    const [district, ...others] = bangkokDistricts(postcode)
    const language = languageOf(draftIn(into))
    const found = [
      fill(into, 'city', district && others.length === 0 ? district[language] : ''),
      fill(into, 'state', province[language]),
    ].filter(Boolean)
    return found.length > 0 ? m.address_filled({ place: found.join(', ') }) : ''
  }

  /** Sets a field that follows the postcode; returns the value. */
  function fill(into: HTMLFormElement, name: 'state' | 'city', value: string): string {
    const input = inputOf(into, name)
    const before = input.value.trim()
    if (before === value || !isReplaced(name, before, filledIn.current[name])) return ''
    input.value = value
    filledIn.current[name] = value
    if (value) onFilled(name)
    return value
  }

  return {
    place,
    update,
    /**
     * To be called with the values that a suggestion has put into the fields: another postcode replaces them as well.
     */
    noteFilled: (values: { state?: string; city?: string }) => {
      filledIn.current = { ...filledIn.current, ...values }
    },
    /** The districts that the postcode may mean. */
    districts: isThailand(place.country)
      ? bangkokDistricts(postcodeIn(place.zipcode)).map((names) => names[languageOf(place)])
      : [],
    /** A message with the values that the last change of the postcode filled in. */
    filled,
  }
}

/** The field of this name. */
export const inputOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement
/** A postcode in Arabic digits. */
export const postcodeIn = (text: string) => asciiDigits(text).trim()

/**
 * Returns the language of an address, by the name of its province; without one the page's. What is filled in has it
 * too: an owner with English pages corrects addresses that shoppers have written in Thai.
 */
export function languageOf({ state = '' }: Partial<Pick<AddressDraft, 'state'>>): Language {
  if (!provinceNamed(state)) return getLocale()
  return /\p{Script=Thai}/u.test(state) ? 'th' : 'en'
}

/**
 * Returns whether another postcode replaces a value: an empty one, one filled in from the previous postcode, and any
 * province of Thailand, since the postcode determines it. No other typed value.
 */
export const isReplaced = (name: 'state' | 'city', value: string, filledIn: string | undefined) =>
  value === '' || value === filledIn || (name === 'state' && provinceNamed(value) !== undefined)

/**
 * Returns the district of a saved address or a draft if its postcode determines it, typed or filled in; without a
 * complete postcode, if any does: the one that filled it in may have been removed.
 */
export function ofPostcode({ country = '', zipcode = '', city = '' }: Partial<AddressDraft>): { city?: string } {
  if (!isThailand(country)) return {}
  const postcode = postcodeIn(zipcode)
  const text = city.trim()
  const isOnly = isOnlyDistrict(text, provinceOf(postcode) && postcode)
  return isOnly || namesSubdistrict(city) ? { city: text } : {}
}

/** Returns whether the district's field names a sub-district and its district, as the form's suggestions write them. */
export const namesSubdistrict = (city: string) => asSuggested.some((pattern) => pattern.test(city.trim()))
const asSuggested = [/^(?:แขวง|ต\.)[^ ]+ (?:เขต|อ\.)/, /^[A-Z][A-Za-z ]+, [A-Z]/]

/** Returns the complete Thai postcode of an address whose places decide on delivery. */
export function postcodeToFind({ country, zipcode }: Pick<AddressInput, 'country' | 'zipcode'>): string | undefined {
  const postcode = postcodeIn(String(zipcode))
  return shop.hasZones && isThailand(country) && isThaiPostcode(postcode) ? postcode : undefined
}

type PlaceField = 'country' | 'state' | 'zipcode' | 'city'
/** The fields that decide whether the shop delivers there. */
function placeIn({ country = '', state = '', zipcode = '', city = '' }: Partial<Record<PlaceField, string>>) {
  return { country, state, zipcode, city }
}
