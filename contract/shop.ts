import type { TaxRule } from './pricing.ts'

/** The two languages of the shop, as BCP 47 tags. */
export const languages = ['en', 'th'] as const
export type Language = (typeof languages)[number]

/** Whether a text from outside (a cookie, an address, a header) names one of the shop's languages. */
export function isLanguage(value: unknown): value is Language {
  return value === 'en' || value === 'th'
}

/**
 * A shelf of the shop. `path` is the value stored with a product; its lower-cased form is the URL segment. `tint` is the
 * name of a colour of web/tokens.css and of the pictures `category-<tint>` in web/pictures; without it, or without
 * pictures, the shelf gets a colour and a letter of its own.
 */
export type Category = { path: string; name: string; nameTh: string; tint?: string }

/** What the screens promise. Null and false leave the words out: keep only what is true of the shop. */
export type ShopClaims = {
  /** "Delivered within 30 minutes". */
  deliveryMinutes: number | null
  /** "Trusted by over 10,000 customers". */
  customers: number | null
  /** "Freshness guaranteed". */
  freshness: boolean
  /** "Affordable prices". */
  prices: boolean
  /** Every product shows the same four stars of five. */
  rating: boolean
  /** "MRP" before a product's price, and "inclusive of all taxes" behind it. */
  mrpAndTaxes: boolean
}

export type ShopConfig = {
  name: string
  nameTh: string
  contact: {
    company: string
    companyTh?: string
    addressLines: string[]
    addressLinesTh: string[]
    phone: string
    email: string
    /** When somebody answers, in words: "Every day 8:00 to 20:00". */
    hours?: string
    hoursTh?: string
    /** The shop's chat on LINE, as `https://line.me/R/ti/p/@shop`. */
    line?: string
    /** WGS 84 degrees; `zoom` as in web maps, 0 (world) to 19 (house). */
    map: { latitude: number; longitude: number; zoom: number }
  }
  /** Where the shop delivers, as its banner says it. */
  deliveryArea: string
  deliveryAreaTh: string
  /** ISO 3166-1 code of the country that the address form begins with. */
  country: string
  /**
   * English names of the Thai provinces that the shop delivers to. An address elsewhere is taken with a warning to call
   * first. Without any, nothing is warned of.
   */
  deliveryProvinces: string[]
  social: { name: string; url: string }[]
  claims: ShopClaims
  /** ISO 4217 code for the gateway, symbol for people. Always one with two decimals: the shop refuses to start with another. */
  currency: { code: string; symbol: string }
  tax: TaxRule
  /** IANA name of the zone in which the shop's days begin and end. */
  timeZone: string
  categories: Category[]
}

/**
 * Whether the product page may say that its price includes all taxes: not where a real shop's cart adds some. The demo
 * shows the words as the owner left them.
 */
export function mayClaimTaxes({ claims, tax }: Pick<ShopConfig, 'claims' | 'tax'>, isDemo: boolean): boolean {
  return claims.mrpAndTaxes && (isDemo || tax.mode === 'included' || tax.basisPoints === 0)
}

/** Ready-made tax rules. A basis point is a hundredth of a percent. */
export const taxRules = {
  /** 2% on top of the cart amount. */
  added2Percent: { basisPoints: 200, mode: 'added' },
  /** Thailand's VAT, 7%, already inside every shelf price: shown, never added. */
  thailand: { basisPoints: 700, mode: 'included' },
  /** No tax: none is charged and none is mentioned. For a shop that isn't registered for VAT. */
  none: { basisPoints: 0, mode: 'included' },
} as const satisfies Record<string, TaxRule>

/** Finds a shelf by its URL segment, in any letter case. */
export function findCategory(config: Pick<ShopConfig, 'categories'>, segment: string): Category | undefined {
  return config.categories.find((category) => category.path.toLowerCase() === segment.toLowerCase())
}
