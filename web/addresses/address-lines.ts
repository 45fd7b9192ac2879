import type { Address } from '../../contract/entities.ts'
import { shop } from '../../shop.config.ts'
import { m } from '../messages/messages.ts'
import { isThailand } from './thai-address.ts'

const home = new Set(['Home', 'บ้าน'])
const work = new Set(['Work', 'ที่ทำงาน'])

/** What the shopper calls the address; the form's own suggestions in the page's language. */
export function labelWords(label: string | null): string | undefined {
  if (label === null) return undefined
  if (home.has(label)) return m.address_home()
  return work.has(label) ? m.address_work() : label
}

/** Whose address it is, after what it is called. */
export function addressName({ label, firstName, lastName }: Address): string {
  return [labelWords(label), `${firstName} ${lastName}`].filter(Boolean).join(' · ')
}

/** District, province and postcode, and the country where it isn't the shop's. */
export function placeLine({ city, state, zipcode, country }: Address): string {
  const place = `${city}, ${state} ${zipcode}`
  return shop.country === 'TH' && isThailand(country) ? place : `${place}, ${country}`
}

/** An address where there is room for a few words: what it is called, or who it is for, and the district. */
export function shortAddress({ label, firstName, city }: Address): string {
  return `${labelWords(label) ?? firstName} · ${city}`
}
