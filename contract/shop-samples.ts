import type { ShopClaims, ShopConfig } from './shop.ts'

/*
 * What shop.config.ts comes with: an address, a phone and so on that are nobody's. A shop of production never shows
 * them, and its owner is told.
 */

const samples = {
  company: 'Talad Grocery Co., Ltd.',
  companyTh: 'บริษัท ตลาด โกรเซอรี จำกัด',
  addressLines: ['88 Charoen Krung Road', 'Bang Rak, Bangkok 10500', 'Thailand'],
  addressLinesTh: ['88 ถนนเจริญกรุง', 'แขวงบางรัก เขตบางรัก กรุงเทพมหานคร 10500'],
  phone: '+66 2 000 0000',
  email: 'hello@talad.example',
  map: { latitude: 13.7246, longitude: 100.5147 },
}

const sampleClaims: ShopClaims = {
  deliveryMinutes: 30,
  customers: 10_000,
  freshness: true,
  prices: true,
  rating: true,
  mrpAndTaxes: true,
}

/** What of a shop's contact may still be a sample, named as in shop.config.ts. */
export type SampleField = 'company' | 'address' | 'phone' | 'email' | 'map' | 'social'

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What of the contact is still a sample. A link to the front page of a network is nobody's page. */
export function sampleFields({ contact, social }: Pick<ShopConfig, 'contact' | 'social'>): SampleField[] {
  const { latitude, longitude } = contact.map
  const found: Record<SampleField, boolean> = {
    company: contact.company === samples.company || contact.companyTh === samples.companyTh,
    address: same(contact.addressLines, samples.addressLines) || same(contact.addressLinesTh, samples.addressLinesTh),
    phone: contact.phone === samples.phone,
    email: contact.email === samples.email,
    map: same({ latitude, longitude }, samples.map),
    social: social.some(({ url }) => isFrontPage(url)),
  }
  return (Object.keys(found) as SampleField[]).filter((field) => found[field])
}

/** Whether every promise on the screens is still the sample's: an owner who thought about them has changed one. */
export const areClaimsSamples = (claims: ShopClaims): boolean =>
  Object.entries(sampleClaims).every(([name, value]) => claims[name as keyof ShopClaims] === value)

/** The shop as mails of production name it: without a company that is nobody's. */
export function withoutSampleCompany(shop: ShopConfig): ShopConfig {
  if (!sampleFields(shop).includes('company')) return shop
  const { companyTh: _, ...contact } = shop.contact
  return { ...shop, contact: { ...contact, company: '' } }
}

const isFrontPage = (url: string) => {
  const { pathname, search, hash } = new URL(url)
  return pathname === '/' && !search && !hash
}
