import type { ShopClaims, ShopConfig } from './shop.ts'

/*
 * The sample values of shop.config.ts: an address, a phone number and so on that don't exist. Production never shows
 * them, and tells the owner.
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

/** Contact fields that may still have their sample value, named as in shop.config.ts. */
export type SampleField = 'company' | 'address' | 'phone' | 'email' | 'map' | 'social'

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Returns the contact fields that still have their sample value. A link to a network's front page is one, too. */
export function sampleFields({ contact, social }: Pick<ShopConfig, 'contact' | 'social'>): SampleField[] {
  const { latitude, longitude } = contact.map
  const found: Record<SampleField, boolean> = {
    company: contact.company === samples.company || contact.companyTh === samples.companyTh,
    address:
      isSame(contact.addressLines, samples.addressLines) || isSame(contact.addressLinesTh, samples.addressLinesTh),
    phone: contact.phone === samples.phone,
    email: contact.email === samples.email,
    map: isSame({ latitude, longitude }, samples.map),
    social: social.some(({ url }) => isFrontPage(url)),
  }
  return (Object.keys(found) as SampleField[]).filter((field) => found[field])
}

/**
 * Returns whether documents would name a company or an address of the sample, and not the shop's own. A demo's
 * documents may print its address: they are removed with it.
 */
export function hasSampleIssuer(
  shop: Pick<ShopConfig, 'contact' | 'social'>,
  { isDemo }: { isDemo: boolean },
): boolean {
  const fields = sampleFields(shop)
  return fields.includes('company') || (!isDemo && fields.includes('address'))
}

/** Returns whether every claim still has its sample value: an owner who has read them has changed one. */
export const areClaimsSamples = (claims: ShopClaims): boolean =>
  Object.entries(sampleClaims).every(([name, value]) => claims[name as keyof ShopClaims] === value)

/** Returns the shop as production's mails name it: without the sample's company, phone number and address of e-mail. */
export function withoutSampleContact(shop: ShopConfig): ShopConfig {
  const samples = sampleFields(shop)
  const { companyTh, ...contact } = shop.contact
  return {
    ...shop,
    contact: {
      ...contact,
      ...(samples.includes('company') ? { company: '' } : companyTh && { companyTh }),
      ...(samples.includes('phone') && { phone: '' }),
      ...(samples.includes('email') && { email: '' }),
    },
  }
}

const isFrontPage = (url: string) => {
  const { pathname, search, hash } = new URL(url)
  return pathname === '/' && !search && !hash
}
