import * as z from 'zod'
import { thaiProvinces } from '../../contract/delivery/thai-provinces.ts'
import { standardTaxClass } from '../../contract/pricing/pricing.ts'
import { isTaxId } from '../../contract/pricing/tax-id.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import { hasSampleIssuer } from '../../contract/settings/shop-samples.ts'
import { languages } from '../../contract/values/languages.ts'

/*
 * Validates shop.config.ts. TypeScript would find most of these errors, but owners don't run it.
 */

/**
 * Currencies without hundredths: those of ISO 4217 with another number of decimals, and one that Stripe takes whole.
 * @see https://docs.stripe.com/currencies
 */
const withoutCents = new Set(
  'BHD BIF CLF CLP DJF GNF IQD ISK JOD JPY KMF KRW KWD LYD MGA OMR PYG RWF TND UGX UYI UYW VND VUV XAF XOF XPF'.split(
    ' ',
  ),
)

const words = z.string().trim().min(1, 'needs words')
const link = z.url({ protocol: /^https?$/, error: 'needs an address that begins with https://' })
const onOff = z.boolean('is true or false')

const shopSchema = z.strictObject({
  name: words,
  nameTh: words,
  contact: z.strictObject({
    company: words,
    companyTh: words.optional(),
    addressLines: z.array(words).min(1, 'needs a line'),
    addressLinesTh: z.array(words).min(1, 'needs a line'),
    phone: words,
    email: z.email('needs an email address'),
    hours: words.optional(),
    hoursTh: words.optional(),
    line: link.optional(),
    map: z.strictObject({
      latitude: z.number().min(-90).max(90),
      longitude: z.number().min(-180).max(180),
      zoom: z.number().min(0).max(19),
    }),
  }),
  deliveryArea: words,
  deliveryAreaTh: words,
  country: z.string().regex(/^[A-Z]{2}$/, "is a country's code of two letters. Thailand's is TH"),
  // A misspelt province would show the warning to everyone who lives there.
  deliveryProvinces: z.array(z.enum(thaiProvinces, 'is no province of Thailand, such as Bangkok or Chon Buri')),
  social: z.array(z.strictObject({ name: words, url: link })),
  defaultLanguage: z.enum(languages, "is 'en' or 'th'").optional(),
  claims: z.strictObject({
    deliveryMinutes: z.int('is a whole number or null').positive('is above zero, or null').nullable(),
    customers: z.int('is a whole number or null').positive('is above zero, or null').nullable(),
    freshness: onOff,
    prices: onOff,
    rating: onOff,
    mrpAndTaxes: onOff,
    bestSellers: onOff.optional(),
  }),
  currency: z.strictObject({ code: z.string(), symbol: words }),
  tax: z.strictObject({
    mode: z.enum(['added', 'included'], "is 'added' or 'included'"),
    rounding: z.enum(['down', 'half up'], "is 'down' or 'half up'"),
    classes: z
      .array(
        z.strictObject({
          id: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, 'has small letters, digits and hyphens only'),
          name: words,
          nameTh: words,
          rates: z.array(
            z.strictObject({
              from: z.iso.date("is a day as '2026-01-31'"),
              basisPoints: z.int('is a whole number of hundredths of a percent').min(0).max(10_000),
            }),
          ),
        }),
      )
      .refine((classes) => classes.filter(({ id }) => id === standardTaxClass).length === 1, {
        error: `needs one class with the id '${standardTaxClass}'`,
      })
      .refine((classes) => new Set(classes.map(({ id }) => id)).size === classes.length, {
        error: 'has two with the same id',
      }),
  }),
  struckPrices: z.enum(['asked', 'recommended'], "is 'asked' or 'recommended'").optional(),
  issuer: z
    .strictObject({
      taxId: z.string().refine(isTaxId, 'is no tax ID: thirteen digits, the last of which follows from the others'),
      branch: z
        .string()
        .regex(/^[0-9]{5}$/, "is five digits; '00000' is the head office")
        .optional(),
      vatRegistered: onOff,
    })
    .optional(),
  timeZone: z.string().refine(isTimeZone, { error: "is no time zone. Thailand's is Asia/Bangkok" }),
  categories: z
    .array(
      z.strictObject({
        path: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9 _-]*$/, 'has letters from a to z, digits and hyphens only'),
        name: words,
        nameTh: words,
        tint: z
          .string()
          .regex(/^[a-z][a-z0-9-]*$/, 'has small letters, digits and hyphens only')
          .optional(),
      }),
    )
    .min(1, 'needs a category')
    .refine((categories) => new Set(categories.map(({ path }) => path?.toLowerCase())).size === categories.length, {
      error: 'has two with the same path',
    }),
})

/**
 * Returns every error of the owner's settings as a sentence: those of a demo, which may keep the sample's address, or
 * of a real shop.
 */
export function shopConfigErrors(shop: ShopConfig, { isDemo = true } = {}): string[] {
  const result = shopSchema.safeParse(shop)
  const errors = (result.error?.issues ?? []).map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? `number ${part + 1}` : String(part))).join(', ')
    return path ? `${path}: ${sentenceOf(issue, shop)}` : sentenceOf(issue, shop)
  })
  const code = String(shop?.currency?.code).toUpperCase()
  if (!/^[A-Z]{3}$/.test(code)) errors.push(`currency, code: ${shop?.currency?.code} is no code of ISO 4217`)
  // All sums are in cents. Stripe would take the cents as whole yen, a hundred times as much.
  else if (withoutCents.has(code))
    errors.push(`currency, code: ${code} has no hundredths, in which the shop counts all its sums`)
  // An abbreviated tax invoice states that its prices include VAT.
  if (shop?.issuer?.vatRegistered && shop.tax?.mode !== 'included')
    errors.push("tax, mode: is 'included' in a shop that is registered for VAT")
  if (shop?.issuer && shop.contact && hasSampleIssuer(shop, { isDemo }))
    errors.push("contact: its company or address is still the sample's, and documents need your own")
  return errors.map((error) => `shop.config.ts: ${error}`)
}

function sentenceOf(issue: z.core.$ZodIssue, shop: unknown): string {
  if (issue.code === 'unrecognized_keys')
    return `${issue.keys.join(', ')} ${issue.keys.length > 1 ? 'are no settings' : 'is no setting'} of the shop`
  const value = issue.path.reduce<unknown>(
    (value, part) => (value as Record<PropertyKey, unknown> | undefined)?.[part],
    shop,
  )
  return value === undefined ? 'is missing' : issue.message
}

/** Returns whether Node knows this time zone. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
