import * as z from 'zod'
import { categoryLimits } from '../catalog/shop-categories.ts'
import { always, taxLimits } from '../pricing/tax-settings.ts'
import { shopLimits } from '../settings/shop-limits.ts'
import { auditDays } from '../staff/audit.ts'
import { roles } from '../staff/staff-roles.ts'
import { limits } from '../values/limits.ts'
import { day, email, textField } from './fields.ts'

/** A category as its owner edits it. `path` is absent for a new one, and never changes afterwards. */
export const categoryInput = z.object({
  path: textField(limits.shortText).optional(),
  name: textField(categoryLimits.name),
  nameTh: textField(categoryLimits.name),
  /** The URL of its picture, as settings.picture returned it; null for the usual one. */
  picture: textField(limits.shortText).nullable(),
})
export type CategoryInput = z.infer<typeof categoryInput>

/** A category with the number of its products, counted up to 1,000, and of those in the archive among them. */
export const ownersCategory = z.object({
  path: z.string(),
  name: z.string(),
  nameTh: z.string(),
  picture: z.string().nullable(),
  products: z.int(),
  archived: z.int(),
})
export type OwnersCategory = z.infer<typeof ownersCategory>

export const line = textField(shopLimits.text)

const noLine = textField(shopLimits.text, 0)

function isLink(value: string): boolean {
  const link = value.trim()
  if (!/^https:\/\/\S+$/i.test(link) || !URL.canParse(link)) return false
  const { username, password } = new URL(link)
  // Before an @ a link can name another site than the one to which it leads.
  return username === '' && password === ''
}

/**
 * Returns whether a text is exactly one telephone number, from a short one of three digits up to the fifteen of ITU-T
 * E.164.
 */
function isPhoneNumber(value: string): boolean {
  const digits = value.match(/[0-9๐-๙]/g)?.length ?? 0
  return /^\+?[0-9๐-๙\s().\u2010-\u2013-]+$/.test(value.trim()) && digits >= limits.phoneMin && digits <= 15
}

const addressOfShop = z
  .array(line)
  .min(1, { error: 'required' })
  .refine((all) => all.length <= shopLimits.addressLines, {
    error: 'too_many_lines',
    params: { max: shopLimits.addressLines },
  })

/** The shop's own details. Optional texts are empty. */
export const shopSettings = z.object({
  name: textField(shopLimits.name),
  nameTh: textField(shopLimits.name),
  /** The URL of its picture, as settings.picture returned it; null for none. */
  logo: textField(limits.shortText).nullable(),
  company: line,
  companyTh: noLine,
  addressLines: addressOfShop,
  addressLinesTh: addressOfShop,
  phone: textField(limits.phoneMax, limits.phoneMin).refine(isPhoneNumber, { error: 'phone' }),
  email,
  hours: noLine,
  hoursTh: noLine,
  /** The shop's chat on LINE. */
  line: noLine.refine((value) => value.trim() === '' || isLink(value), { error: 'link' }),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  deliveryArea: line,
  deliveryAreaTh: line,
  social: z.array(z.object({ name: line, url: line.refine(isLink, { error: 'link' }) })).max(shopLimits.links),
  /** The promises on the screens; null and false hide them. */
  claims: z.object({
    deliveryMinutes: z.int().min(1).max(shopLimits.minutes).nullable(),
    customers: z.int().min(1).max(shopLimits.customers).nullable(),
    freshness: z.boolean(),
    prices: z.boolean(),
    rating: z.boolean(),
    mrpAndTaxes: z.boolean(),
    bestSellers: z.boolean().default(false),
  }),
})
export type ShopSettings = z.infer<typeof shopSettings>

/** The shop's taxes, and the issuer of its receipts and tax invoices. */
export const taxSettings = z.object({
  mode: z.enum(['added', 'included']),
  rounding: z.enum(['down', 'half up']),
  classes: z
    .array(
      z.object({
        /** Absent for a new one, and never changes afterwards. */
        id: textField(limits.shortText).optional(),
        name: textField(taxLimits.name),
        nameTh: textField(taxLimits.name),
        rates: z
          .array(
            z.object({
              from: z.union([z.literal(always), day()], { error: 'tax_day' }),
              basisPoints: z.int().min(0).max(taxLimits.basisPoints),
            }),
          )
          .max(taxLimits.rates),
      }),
    )
    .min(1)
    .max(taxLimits.classes),
  /** Null in a shop without documents. */
  issuer: z
    .object({
      taxId: textField(limits.shortText, 0),
      branch: textField(limits.shortText, 0),
      vatRegistered: z.boolean(),
    })
    .nullable(),
})
export type TaxSettings = z.infer<typeof taxSettings>

/** The roles that need a second factor. */
export const factorSettings = z.object({ roles: z.array(z.enum(roles)).max(roles.length) })
export type FactorSettings = z.infer<typeof factorSettings>

export const staffSettings = z.object({
  /** Days for which entries of the audit log are kept. */
  auditDays: z.int().min(auditDays.min).max(auditDays.max),
})
export type StaffSettings = z.infer<typeof staffSettings>
