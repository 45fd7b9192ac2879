import type { TaxRule } from './pricing.ts'

/** The two languages of the shop, as BCP 47 tags. */
export const languages = ['en', 'th'] as const
export type Language = (typeof languages)[number]

/** Whether a text from outside (a cookie, an address, a header) names one of the shop's languages. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'th'
}

/** A shelf of the shop. `path` is the value stored with a product; its lower-cased form is the URL segment. */
export type Category = { path: string; name: string; nameTh: string; tint: string }

export type ShopConfig = {
  name: string
  nameTh: string
  contact: {
    company: string
    addressLines: string[]
    addressLinesTh: string[]
    phone: string
    email: string
    /** WGS 84 degrees; `zoom` as in web maps, 0 (world) to 19 (house). */
    map: { latitude: number; longitude: number; zoom: number }
  }
  /** Where the shop delivers, as its banner says it. */
  deliveryArea: string
  deliveryAreaTh: string
  social: { name: string; url: string }[]
  /** ISO 4217 code for the gateway, symbol for people. Always one with two decimals: the shop refuses to start with another. */
  currency: { code: string; symbol: string }
  tax: TaxRule
  /** IANA name of the zone in which the shop's days begin and end. */
  timeZone: string
  categories: Category[]
}

/** Ready-made tax rules. A basis point is a hundredth of a percent. */
export const taxRules = {
  /** 2% on top of the cart amount. */
  added2Percent: { basisPoints: 200, mode: 'added' },
  /** Thailand's VAT, 7%, already inside every shelf price: shown, never added. */
  thailand: { basisPoints: 700, mode: 'included' },
} as const satisfies Record<string, TaxRule>

/** Finds a shelf by its URL segment, in any letter case. */
export function findCategory(config: Pick<ShopConfig, 'categories'>, segment: string): Category | undefined {
  return config.categories.find((category) => category.path.toLowerCase() === segment.toLowerCase())
}
