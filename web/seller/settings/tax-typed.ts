import { asciiDigits } from '../../../contract/ascii-digits.ts'
import type { TaxSettings } from '../../../contract/entities/settings.ts'
import { fieldErrorMessage } from '../../../contract/field-errors.ts'
import { always, taxLimits } from '../../../contract/tax-settings.ts'
import { getLocale, m } from '../../messages/messages.ts'
import type { sellerApi } from '../area/seller-api.ts'

/** The settings as the shop has them. */
export type SavedTax = Extract<Awaited<ReturnType<typeof sellerApi.settings.tax>>, { success: true }>

/** A rate as typed: a day, empty for always, and percent. */
export type TypedRate = { from: string; percent: string; isFixed: boolean }

/** A class as typed; `key` identifies it on the screen. */
export type TypedClass = { key: string; id?: string | undefined; name: string; nameTh: string; rates: TypedRate[] }

/** The form's values, as typed. */
export type TypedTax = {
  mode: TaxSettings['mode']
  rounding: TaxSettings['rounding']
  classes: TypedClass[]
  issues: boolean
  taxId: string
  branch: string
  vatRegistered: boolean
}

/** Returns the form's values for what is saved. A rate that has begun can't be changed in a shop with orders. */
export function typedTaxOf({ mode, rounding, classes, issuer, hasOrders, firstDay }: SavedTax): TypedTax {
  return {
    mode,
    rounding,
    classes: classes.map(({ id, name, nameTh, rates }) => ({
      key: id,
      id,
      name,
      nameTh,
      rates: rates.map(({ from, basisPoints }) => ({
        from: from === always ? '' : from,
        percent: String(basisPoints / 100),
        isFixed: hasOrders && from < firstDay,
      })),
    })),
    issues: issuer !== null,
    taxId: issuer?.taxId ?? '',
    branch: issuer?.branch ?? '',
    vatRegistered: issuer?.vatRegistered ?? false,
  }
}

/** Returns hundredths of a percent, from percent as people type them; undefined if they aren't a rate. */
export function basisPointsOf(typed: string): number | undefined {
  const text = asciiDigits(typed).replace(',', '.').replace(/[\s%]/g, '')
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(text)) return undefined
  const points = Math.round(Number(text) * 100)
  return points <= taxLimits.basisPoints ? points : undefined
}

/** Returns what is wrong with each field, by the names that the shop has for them. */
export function errorsOfTax({ classes }: TypedTax): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const [at, { rates }] of classes.entries())
    for (const [index, { percent }] of rates.entries())
      if (basisPointsOf(percent) === undefined)
        errors[`classes.${at}.rates.${index}.basisPoints`] = m.settings_tax_percent_error()
  if (classes.length > taxLimits.classes) errors.classes = fieldErrorMessage('invalid', getLocale())
  return errors
}

/** Returns the rules that complete values make; a rate that isn't complete is left out. */
export function taxOfTyped({ mode, rounding, classes, issues, taxId, branch, vatRegistered }: TypedTax): TaxSettings {
  return {
    mode,
    rounding,
    classes: classes.map(({ id, name, nameTh, rates }) => ({
      ...(id !== undefined && { id }),
      name,
      nameTh,
      rates: rates.flatMap(({ from, percent }) => {
        const basisPoints = basisPointsOf(percent)
        return basisPoints === undefined ? [] : [{ from: from || always, basisPoints }]
      }),
    })),
    issuer: issues ? { taxId, branch, vatRegistered } : null,
  }
}
