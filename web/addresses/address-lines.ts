import { localityOf } from '../../contract/delivery/address-text.ts'
import { isThailand } from '../../contract/delivery/thailand.ts'
import type { Address } from '../../contract/entities/address.ts'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'

const homeWords = new Set(['Home', 'บ้าน'])
const workWords = new Set(['Work', 'ที่ทำงาน'])

/** Returns an address's label; those that the form suggests are translated to the page's language. */
export function localizedLabel(label: string | null): string | undefined {
  if (label === null) return undefined
  if (homeWords.has(label)) return m.address_home()
  return workWords.has(label) ? m.address_work() : label
}

/** Returns an address's label and recipient. */
export function addressName({ label, firstName, lastName }: Address): string {
  return [localizedLabel(label), `${firstName} ${lastName}`].filter(Boolean).join(' · ')
}

/** Returns district, province and postcode, and the country if it isn't the shop's. */
export function localityLine(address: Address): string {
  const { country } = address
  const line = localityOf(address)
  return shop.country === 'TH' && isThailand(country) ? line : `${line}, ${country}`
}

/** Returns a short form of an address: its label, or the recipient, and the district. */
export function shortAddress({ label, firstName, city }: Address): string {
  return `${localizedLabel(label) ?? firstName} · ${city}`
}
