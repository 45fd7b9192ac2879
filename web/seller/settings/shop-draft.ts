import type { ShopSettings } from '../../../contract/entities/settings.ts'
import { fieldErrorMessage } from '../../../contract/messages/field-errors.ts'
import { asciiDigits } from '../../../contract/values/ascii-digits.ts'
import { readWhole } from '../../../contract/values/read-whole.ts'
import { isShopPhoneForThailand } from '../../../contract/values/thai-phone.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import type { sellerApi } from '../client/seller-api.ts'

/** The settings as the shop has them. */
export type SavedShop = Extract<Awaited<ReturnType<typeof sellerApi.settings.shop>>, { success: true }>

/** The fields that are typed as one line. */
export const textFields = [
  ...(['name', 'nameTh', 'company', 'companyTh', 'phone', 'email', 'hours', 'hoursTh', 'line'] as const),
  ...(['deliveryArea', 'deliveryAreaTh', 'latitude', 'longitude'] as const),
]
export type TextName = (typeof textFields)[number]
export const claimSwitches = ['freshness', 'prices', 'rating', 'mrpAndTaxes', 'bestSellers'] as const

/** The form's values, as typed. */
export type ShopDraft = Record<TextName, string> & {
  logo: string | null
  /** One line each. */
  addressLines: string
  addressLinesTh: string
  social: { name: string; url: string }[]
  /** Empty: not shown. */
  deliveryMinutes: string
  customers: string
  claims: Record<(typeof claimSwitches)[number], boolean>
}

/** Returns the form's values for the saved settings. */
export function draftOfShop(saved: SavedShop): ShopDraft {
  const { deliveryMinutes, customers, ...claims } = saved.claims
  return {
    ...(Object.fromEntries(textFields.map((field) => [field, String(saved[field])])) as Record<TextName, string>),
    logo: saved.logo,
    addressLines: saved.addressLines.join('\n'),
    addressLinesTh: saved.addressLinesTh.join('\n'),
    social: saved.social,
    deliveryMinutes: String(deliveryMinutes ?? ''),
    customers: String(customers ?? ''),
    claims,
  }
}

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')
const isBlank = (text: string) => text.trim() === ''

/** Returns typed degrees; undefined for other text. */
function degreesOf(input: string): number | undefined {
  const text = asciiDigits(input).trim()
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** Returns a typed number above zero; undefined for other text. Whether it is too large, the shop checks. */
const countOf = (input: string) => readWhole(input, { min: 1 })

/** Numbers that the shop refuses. */
const refusedNumbers = { degrees: 999, count: 0 }

/** Returns the errors of the numbers, and of a phone, which the shop checks last; the shop checks the other fields. */
export function errorsOfShop(draft: ShopDraft): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const field of ['latitude', 'longitude'] as const)
    if (degreesOf(draft[field]) === undefined) errors[field] = m.settings_shop_degrees()
  for (const field of ['deliveryMinutes', 'customers'] as const)
    if (!isBlank(draft[field]) && countOf(draft[field]) === undefined)
      errors[`claims.${field}`] = m.settings_shop_count()
  if (shop.country === 'TH' && !isBlank(draft.phone) && !isShopPhoneForThailand(draft.phone))
    errors.phone = fieldErrorMessage('thai_phone', getLocale())
  return errors
}

/** Returns the settings to send. In place of a number that can't be read they have one that the shop refuses. */
export function shopOfDraft({ claims, deliveryMinutes, customers, ...draft }: ShopDraft): ShopSettings {
  return {
    ...draft,
    latitude: degreesOf(draft.latitude) ?? refusedNumbers.degrees,
    longitude: degreesOf(draft.longitude) ?? refusedNumbers.degrees,
    addressLines: linesOf(draft.addressLines),
    addressLinesTh: linesOf(draft.addressLinesTh),
    social: draft.social.filter(({ name, url }) => !isBlank(name) || !isBlank(url)),
    claims: {
      ...claims,
      deliveryMinutes: isBlank(deliveryMinutes) ? null : (countOf(deliveryMinutes) ?? refusedNumbers.count),
      customers: isBlank(customers) ? null : (countOf(customers) ?? refusedNumbers.count),
    },
  }
}
