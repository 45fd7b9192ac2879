import type { TaxClass, TaxRules } from './pricing.ts'
import { standardTaxClass } from './pricing.ts'
import { digitsOfTaxNumber, isBranch, isTaxId } from './tax-id.ts'

/** Limits of the owner's tax rules. */
export const taxLimits = {
  classes: 10,
  /** Rates of a class. */
  rates: 20,
  /** Characters of a class's name. */
  name: 40,
  basisPoints: 10_000,
} as const

/** The first day of a rate that has no earlier one. */
export const always = '0001-01-01'

/**
 * Returns the tax that a shop charges. One that issues documents and isn't registered for VAT can't charge it, so its
 * prices include none, whatever the rates say; the classes stay for the day on which it registers.
 */
export function chargedTax({ tax, issuer }: { tax: TaxRules; issuer?: { vatRegistered: boolean } }): TaxRules {
  if (!issuer || issuer.vatRegistered || tax.mode !== 'included') return tax
  return { ...tax, classes: tax.classes.map((each) => ({ ...each, rates: [{ from: always, basisPoints: 0 }] })) }
}

export type TaxSettingsError = 'tax_day_repeated' | 'tax_rate_past' | 'tax_day_past' | 'tax_class_taken'

type Rules = { classes: readonly (Omit<TaxClass, 'id'> & { id?: string })[] }

export type IssuerError = 'tax_id' | 'branch' | 'tax_included'

/** Returns the errors of the issuer of documents, by the path of the field; an empty branch is the head office. */
export function issuerErrors({
  mode,
  issuer,
}: {
  mode: TaxRules['mode']
  issuer: { taxId: string; branch: string; vatRegistered: boolean } | null
}): Record<string, IssuerError> {
  const errors: Record<string, IssuerError> = {}
  if (!issuer) return errors
  if (!isTaxId(digitsOfTaxNumber(issuer.taxId))) errors['issuer.taxId'] = 'tax_id'
  const branch = digitsOfTaxNumber(issuer.branch)
  if (branch !== '' && !isBranch(branch)) errors['issuer.branch'] = 'branch'
  // An abbreviated tax invoice states that its prices include VAT.
  if (issuer.vatRegistered && mode !== 'included') errors.mode = 'tax_included'
  return errors
}

/**
 * Returns the errors of tax rules, by the path of the field, such as `classes.1.rates.0.from`.
 *
 * Orders and documents were made with the rates that have begun, so in a shop with orders these can't be changed, added
 * or removed: a new rate begins `tomorrow` or later (`tax_rate_past`, `tax_day_past`). A new class, which no product
 * can have yet, may begin with any rate.
 */
export function taxErrors(
  rules: Rules,
  before: Rules,
  { tomorrow, hasOrders }: { tomorrow: string; hasOrders: boolean },
): Record<string, TaxSettingsError> {
  const errors: Record<string, TaxSettingsError> = {}
  const names = { name: new Set<string>(), nameTh: new Set<string>() }
  for (const [classIndex, { id, rates, ...named }] of rules.classes.entries()) {
    for (const field of ['name', 'nameTh'] as const) {
      const name = named[field].trim().toLowerCase()
      if (name !== '' && names[field].has(name)) errors[`classes.${classIndex}.${field}`] = 'tax_class_taken'
      names[field].add(name)
    }
    const had = before.classes.find((each) => each.id === id)
    const begun = hasOrders && had ? had.rates.filter(({ from }) => from < tomorrow) : undefined
    for (const [index, { from, basisPoints }] of rates.entries()) {
      const path = `classes.${classIndex}.rates.${index}`
      if (rates.findIndex((each) => each.from === from) < index) errors[`${path}.from`] = 'tax_day_repeated'
      else if (begun && from < tomorrow) {
        const known = begun.find((each) => each.from === from)
        if (!known) errors[`${path}.from`] = 'tax_day_past'
        else if (known.basisPoints !== basisPoints) errors[`${path}.basisPoints`] = 'tax_rate_past'
      }
    }
    if (begun?.some(({ from }) => !rates.some((rate) => rate.from === from)))
      errors[`classes.${classIndex}.rates`] = 'tax_rate_past'
  }
  return errors
}

/** Returns the id of a new class, from its English name: no other class's, and never `standard`. */
export function newTaxClassId(name: string, taken: readonly string[]): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const joined = words.join('-')
  const base = /^[a-z]/.test(joined) ? joined : ['class', joined].filter(Boolean).join('-')
  let id = base
  for (let number = 2; id === standardTaxClass || taken.includes(id); number += 1) id = `${base}-${number}`
  return id
}
