import type { ShopClaims, ShopConfig } from './shop.ts'

/*
 * The sample values of shop.config.ts and of the Bangkok demo, whose settings an owner may save and take along: an
 * address, a phone number and so on that don't exist. Production never shows them, and tells the owner.
 */

const ofFile = { company: 'Talad Grocery Co., Ltd.', companyTh: 'บริษัท ตลาด โกรเซอรี จำกัด' }
const samples = {
  company: [ofFile.company, 'Talad Bangkok Co., Ltd.'],
  companyTh: [ofFile.companyTh, 'บริษัท ตลาด บางกอก จำกัด'],
  addressLines: [
    ['88 Charoen Krung Road', 'Bang Rak, Bangkok 10500', 'Thailand'],
    ['88 Charoen Krung Road', 'Bang Rak, Bangkok 10500'],
  ],
  addressLinesTh: [['88 ถนนเจริญกรุง', 'แขวงบางรัก เขตบางรัก กรุงเทพมหานคร 10500']],
  phone: ['+66 2 000 0000', '02 000 0000'],
  email: ['hello@talad.example'],
  hours: ['Every day 8:00 to 21:00'],
  hoursTh: ['ทุกวัน 8.00–21.00\u00a0น.'],
  map: [{ latitude: 13.7246, longitude: 100.5147 }],
}

const sampleClaims: ShopClaims = {
  deliveryMinutes: 30,
  customers: 10_000,
  freshness: true,
  prices: true,
  rating: true,
  mrpAndTaxes: true,
  bestSellers: true,
}

/** Contact fields that may still have their sample value, named as in shop.config.ts. */
export type SampleField = 'company' | 'address' | 'phone' | 'email' | 'hours' | 'map' | 'social'

/** Saving makes every space an ordinary one. */
const textOf = (value: unknown) => JSON.stringify(value)?.replaceAll('\u00a0', ' ')

const isIn = (field: keyof typeof samples, value: unknown) =>
  samples[field].some((sample) => textOf(sample) === textOf(value))

/**
 * Returns the contact fields that still have their sample value. A link to a network's front page is one, too. A shop
 * can really have the sample's hours: they are one beside a company or a phone number that is.
 */
export function sampleFields({ contact, social }: Pick<ShopConfig, 'contact' | 'social'>): SampleField[] {
  const { latitude, longitude } = contact.map
  const company = isIn('company', contact.company) || isIn('companyTh', contact.companyTh)
  const phone = isIn('phone', contact.phone)
  const found: Record<SampleField, boolean> = {
    company,
    address: isIn('addressLines', contact.addressLines) || isIn('addressLinesTh', contact.addressLinesTh),
    phone,
    email: isIn('email', contact.email),
    hours: (company || phone) && (isIn('hours', contact.hours) || isIn('hoursTh', contact.hoursTh)),
    map: isIn('map', { latitude, longitude }),
    social: social.some(({ url }) => isFrontPage(url)),
  }
  return (Object.keys(found) as SampleField[]).filter((field) => found[field])
}

/**
 * Returns whether documents would name a company or an address of a sample, and not the shop's own. A demo's documents
 * may name those of the Bangkok demo: they are removed with it.
 */
export function hasSampleIssuer(
  shop: Pick<ShopConfig, 'contact' | 'social'>,
  { isDemo }: { isDemo: boolean },
): boolean {
  const { company, companyTh } = shop.contact
  if (isDemo) return company === ofFile.company || companyTh === ofFile.companyTh
  const fields = sampleFields(shop)
  return fields.includes('company') || fields.includes('address')
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
