import type { standardTaxClass, TaxClass, TaxRules } from '../pricing/pricing.ts'
import type { Language } from '../values/languages.ts'

/**
 * A category of the shop. `path` is the value stored with a product; its lower-cased form is the URL segment. `tint`
 * names a colour of web/tokens.css and the pictures `category-<tint>` in web/pictures; `picture` is the URL of one that
 * the owner chose. Without either the category is shown by its first letter on a colour.
 */
export type Category = { path: string; name: string; nameTh: string; tint?: string; picture?: string }

/** Promises on the screens. Null and false hide them: keep only those that are true of the shop. */
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
  /** "MRP" before a product's price, and "inclusive of all taxes" after it. */
  mrpAndTaxes: boolean
  /** "Best Seller" above the products of the home page, instead of "In stock now". */
  bestSellers?: boolean
}

/** Who issues documents: the owner's settings. */
export type Issuer = {
  /** Thirteen digits. */
  taxId: string
  /** Five digits; `00000`, the head office, if it is absent. */
  branch?: string
  /** Registered for VAT: tax invoices instead of plain receipts. Prices must include their tax then. */
  vatRegistered: boolean
}

export type ShopConfig = {
  name: string
  nameTh: string
  /** The URL of the logo's picture, which replaces the names in header and footer. */
  logo?: string
  contact: {
    company: string
    companyTh?: string
    addressLines: string[]
    addressLinesTh: string[]
    phone: string
    email: string
    /** When the shop answers, in words: "Every day 8:00 to 20:00". */
    hours?: string
    hoursTh?: string
    /** The shop's chat on LINE, as `https://line.me/R/ti/p/@shop`. */
    line?: string
    /** WGS 84 degrees; `zoom` as in web maps, 0 (world) to 19 (house). */
    map: { latitude: number; longitude: number; zoom: number }
  }
  /** The delivery area in the banner. */
  deliveryArea: string
  deliveryAreaTh: string
  /** ISO 3166-1 code of the country that the address form begins with. */
  country: string
  /**
   * English names of the Thai provinces that the shop delivers to. An address elsewhere is accepted with a warning to
   * call first. If empty, there is no warning.
   */
  deliveryProvinces: string[]
  social: { name: string; url: string }[]
  /** The language of pages for visitors whose browsers ask for neither English nor Thai; English if it is absent. */
  defaultLanguage?: Language
  claims: ShopClaims
  /**
   * ISO 4217 code for the gateway, symbol for people. Only currencies with two decimals: others are refused at the
   * start.
   */
  currency: { code: string; symbol: string }
  tax: TaxRules
  /**
   * The meaning of a struck price. `asked`: the product was sold at it within the last 30 days, for a day at least;
   * other prices aren't shown. `recommended`, the default: any price that the seller entered, such as the maker's
   * recommendation.
   */
  struckPrices?: 'asked' | 'recommended'
  /**
   * Who issues receipts and tax invoices in Thailand. With it, each payment of an order gets a numbered document;
   * without it the shop issues none.
   */
  issuer?: Issuer
  /**
   * When the owner last switched documents on, as an ISO time: earlier payments get none. Absent if they were never
   * switched on in an open shop.
   */
  documentsSince?: string
  /** IANA name of the time zone of the shop's days. */
  timeZone: string
  categories: Category[]
}

/**
 * Returns whether the product page may say that its price includes all taxes: not if a real shop's cart adds some. The
 * demo shows it as configured.
 */
export function mayClaimTaxes({ claims, tax }: Pick<ShopConfig, 'claims' | 'tax'>, isDemo: boolean): boolean {
  return (
    claims.mrpAndTaxes &&
    (isDemo ||
      tax.mode === 'included' ||
      tax.classes.every(({ rates }) => rates.every(({ basisPoints }) => basisPoints === 0)))
  )
}

// Every page loads this module. So it imports types only, and the annotations let the build leave out the tax rules.

const standardId: typeof standardTaxClass = 'standard'
/** A class with one rate for all days. */
// @__NO_SIDE_EFFECTS__
const alwaysTaxed = (id: string, basisPoints: number, name: string, nameTh: string): TaxClass => ({
  id,
  name,
  nameTh,
  rates: basisPoints > 0 ? [{ from: '0001-01-01', basisPoints }] : [],
})
// @__NO_SIDE_EFFECTS__
const standard = (basisPoints: number) => alwaysTaxed(standardId, basisPoints, 'Standard rate', 'อัตราปกติ')

/** Predefined tax rules. A basis point is a hundredth of a percent. */
export const taxRules = {
  /** 2% on top of the cart amount, rounded down to the cent. */
  added2Percent: { mode: 'added', rounding: 'down', classes: [standard(200)] },
  /**
   * Thailand's VAT, included in every price: shown, never added. 7% is a reduced rate that is extended by decree
   * (Revenue Code, section 80); add a row to `rates` when it changes. Unprocessed farm produce is exempt (section 81
   * (1)).
   */
  thailand: {
    mode: 'included',
    rounding: 'half up',
    classes: [standard(700), alwaysTaxed('exempt', 0, 'Exempt from VAT', 'ยกเว้น VAT')],
  },
  /** No tax is charged or mentioned. For a shop that isn't registered for VAT. */
  none: { mode: 'included', rounding: 'half up', classes: [standard(0)] },
} as const satisfies Record<string, TaxRules>

/** Finds a category by its URL segment, in any letter case. */
export function findCategory<C extends Pick<Category, 'path'>>(
  config: { categories: readonly C[] },
  segment: string,
): C | undefined {
  return config.categories.find((category) => category.path.toLowerCase() === segment.toLowerCase())
}
