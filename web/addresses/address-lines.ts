import type { Address } from '../../contract/entities.ts'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { isThailand } from './thai-address.ts'

const home = new Set(['Home', 'บ้าน'])
const work = new Set(['Work', 'ที่ทำงาน'])

/** Returns the shopper's label; the form's own suggestions in the page's language. */
export function labelWords(label: string | null): string | undefined {
  if (label === null) return undefined
  if (home.has(label)) return m.address_home()
  return work.has(label) ? m.address_work() : label
}

/** Returns an address's label and recipient. */
export function addressName({ label, firstName, lastName }: Address): string {
  return [labelWords(label), `${firstName} ${lastName}`].filter(Boolean).join(' · ')
}

/** Returns district, province and postcode, and the country if it isn't the shop's. */
export function placeLine({ city, state, zipcode, country }: Address): string {
  const place = `${city}, ${state} ${zipcode}`
  return shop.country === 'TH' && isThailand(country) ? place : `${place}, ${country}`
}

/** Returns a short form of an address: its label, or the recipient, and the district. */
export function shortAddress({ label, firstName, city }: Address): string {
  return `${labelWords(label) ?? firstName} · ${city}`
}
