import type { TaxSettings } from '../../../contract/entities/settings.ts'
import { fieldErrorMessage } from '../../../contract/messages/field-errors.ts'
import { type TaxRules, taxOn } from '../../../contract/pricing/pricing.ts'
import { always, issuerErrors, taxErrors } from '../../../contract/pricing/tax-settings.ts'
import { getLocale, m } from '../../messages/messages.ts'
import type { sellerApi } from '../client/seller-api.ts'
import { readBasisPoints } from '../drafts/read-basis-points.ts'

/** The settings as the shop has them. */
export type SavedTax = Extract<Awaited<ReturnType<typeof sellerApi.settings.tax>>, { success: true }>

/** A rate as typed: a day, empty for always, and percent. `key` identifies it on the screen. */
export type RateDraft = { key: string; from: string; percent: string; isFixed: boolean }

/** A class as typed; `key` identifies it on the screen. */
export type ClassDraft = { key: string; id?: string; name: string; nameTh: string; rates: RateDraft[] }

/** The form's values, as typed. */
export type TaxDraft = {
  mode: TaxSettings['mode']
  rounding: TaxSettings['rounding']
  classes: ClassDraft[]
  issues: boolean
  taxId: string
  branch: string
  vatRegistered: boolean
}

/** Returns the form's values for the saved settings. A rate that has begun can't be changed in a shop with orders. */
export function draftOfTax({ mode, rounding, classes, issuer, hasOrders, firstDay }: SavedTax): TaxDraft {
  return {
    mode,
    rounding,
    classes: classes.map(({ id, name, nameTh, rates }) => ({
      key: id,
      id,
      name,
      nameTh,
      rates: rates.map(({ from, basisPoints }) => ({
        key: from,
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

/** Returns the errors of the fields, by the shop's names for them, except for texts, which the shop checks. */
export function errorsOfTax(draft: TaxDraft, saved: SavedTax): Record<string, string> {
  const tax = taxToSend(draft)
  const rules = { tomorrow: saved.firstDay, hasOrders: saved.hasOrders }
  const found = { ...issuerErrors(tax), ...taxErrors(tax, saved, rules) }
  const errors: Record<string, string> = {}
  for (const [field, error] of Object.entries(found)) errors[field] = fieldErrorMessage(error, getLocale())
  for (const [classIndex, { rates }] of tax.classes.entries())
    for (const [index, { basisPoints }] of rates.entries())
      if (basisPoints === refusedRate)
        errors[`classes.${classIndex}.rates.${index}.basisPoints`] = m.settings_tax_percent_error()
  return errors
}

/** Returns whether a class has a rate above 0% on a day, as YYYY-MM-DD. */
export const hasRateOn = (draft: TaxDraft, day: string): boolean =>
  Object.values(taxOn(rulesOf(taxOfDraft(draft)), day).rates).some((basisPoints) => basisPoints > 0)

/** Returns the rules for computing with them: a class that isn't saved yet has no id. */
export const rulesOf = ({ classes, ...tax }: TaxSettings): TaxRules => ({
  ...tax,
  classes: classes.map((each, index) => ({ ...each, id: each.id ?? `new ${index}` })),
})

/** Returns the rules that complete values make; a rate that isn't complete is left out. */
export function taxOfDraft(draft: TaxDraft): TaxSettings {
  const tax = taxToSend(draft)
  const classes = tax.classes.map(({ rates, ...named }) => ({
    ...named,
    rates: rates.filter(({ basisPoints }) => basisPoints !== refusedRate),
  }))
  return { ...tax, classes }
}

/** A rate that the shop refuses. */
const refusedRate = -1

/** Returns the settings to send. In place of a rate that can't be read they have one that the shop refuses. */
export function taxToSend({ mode, rounding, classes, issues, taxId, branch, vatRegistered }: TaxDraft): TaxSettings {
  return {
    mode,
    rounding,
    classes: classes.map(({ id, name, nameTh, rates }) => ({
      ...(id !== undefined && { id }),
      name,
      nameTh,
      rates: rates.map(({ from, percent }) => ({
        from: from || always,
        basisPoints: readBasisPoints(percent) ?? refusedRate,
      })),
    })),
    issuer: issues ? { taxId, branch, vatRegistered } : null,
  }
}
