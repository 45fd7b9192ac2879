import type { SettingValue } from '../../contract/entities/setting-values.ts'
import type { TaxSettings } from '../../contract/entities/settings.ts'
import { headOffice } from '../../contract/orders/documents.ts'
import { standardTaxClass, type TaxClass } from '../../contract/pricing/pricing.ts'
import { digitsOfTaxNumber } from '../../contract/pricing/tax-id.ts'
import { issuerErrors, newTaxClassId, taxErrors } from '../../contract/pricing/tax-settings.ts'
import type { Issuer, ShopConfig } from '../../contract/settings/shop.ts'
import { hasSampleIssuer } from '../../contract/settings/shop-samples.ts'
import { cappedCount } from '../../contract/values/capped-count.ts'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { currentTopic, type LiveShop } from './live-shop.ts'
import { countOfTaxClass, hasAnyOrder, lockChoices, lockIssuer, storeSetting, transactionTime } from './queries.ts'

const topic = 'tax'

/** Returns the first day of the shop on which a new rate may begin. */
export const firstDayOfRates = ({ timeZone }: Pick<ShopConfig, 'timeZone'>): string => dayAfter(dayIn(timeZone), 1)

/**
 * Saves the shop's tax rules and the issuer of its documents. Orders keep the taxes that they were placed with, unless
 * the registration for VAT changes before they are paid, and documents never change. From the moment at which documents
 * are switched on, payments get them; earlier ones don't.
 *
 * Throws `invalid_form` at the field; `setting_changed` if the version isn't `seen`; `tax_class_in_use` for a class
 * that is left out while products have it, archived ones too; `tax_sample_issuer` if documents would name the sample's
 * company or address.
 */
export async function saveTax(
  { db, live, isDemo }: { db: Db; live: Pick<LiveShop, 'first'>; isDemo: boolean },
  typed: TaxSettings,
  { seen, by }: { seen: number; by: string },
): Promise<void> {
  const issuer = issuerOf(typed)
  await inTransaction(db, async (tx) => {
    await lockIssuer(tx)
    await lockChoices(tx, 'exclusive')
    const { stored, value: current } = await currentTopic(tx, topic, live)
    refuseUnless((stored?.version ?? 0) === seen, 'setting_changed')
    const { value: shop } = await currentTopic(tx, 'shop', live)
    refuseUnless(!issuer || !hasSampleIssuer(shop, { isDemo }), 'tax_sample_issuer')
    const before = current.tax
    const classes = classesOf(typed, before.classes)
    const fields = taxErrors({ classes }, before, {
      tomorrow: firstDayOfRates(live.first),
      hasOrders: await hasAnyOrder(tx),
    })
    if (Object.keys(fields).length > 0) refuse('invalid_form', { fields })
    for (const { id } of before.classes)
      if (!classes.some((each) => each.id === id)) {
        const count = await countOfTaxClass(tx, id)
        refuseUnless(count === 0, 'tax_class_in_use', { values: { count: cappedCount(count) } })
      }
    const tax = { mode: typed.mode, rounding: typed.rounding, classes }
    const value: SettingValue<'tax'> = { tax, ...(issuer && { issuer, ...(await since(tx, current)) }) }
    refuseUnless(await storeSetting(tx, { topic, value, seen, by }), 'setting_changed')
  })
}

/** Returns the time from which payments get documents, once they are on: the earlier time, or now. */
async function since(tx: Tx, before: Pick<ShopConfig, 'issuer' | 'documentsSince'>) {
  const documentsSince = before.issuer ? before.documentsSince : (await transactionTime(tx)).toISOString()
  return documentsSince === undefined ? {} : { documentsSince }
}

/** Returns the classes in their order. Refuses an unknown or repeated id, and rules without the standard class. */
function classesOf(typed: TaxSettings, before: readonly TaxClass[]): TaxClass[] {
  const classes: TaxClass[] = []
  for (const [index, { id, name, nameTh, rates }] of typed.classes.entries()) {
    const isKnown =
      id === undefined || (before.some((each) => each.id === id) && !classes.some((each) => each.id === id))
    refuseUnless(isKnown, 'invalid_form', { fields: { [`classes.${index}.id`]: 'invalid' } })
    const usedIds = [...before, ...classes].map((each) => each.id)
    classes.push({
      id: id ?? newTaxClassId(name, usedIds),
      name: normaliseText(name),
      nameTh: normaliseText(nameTh),
      rates: [...rates],
    })
  }
  const hasStandard = classes.some(({ id }) => id === standardTaxClass)
  refuseUnless(hasStandard, 'invalid_form', { fields: { classes: 'tax_standard' } })
  return classes
}

/**
 * Returns the issuer of documents. Refuses, each at its field, a wrong number and prices without the tax of a VAT shop.
 */
function issuerOf({ issuer, mode }: TaxSettings): Issuer | undefined {
  const fields = issuerErrors({ issuer, mode })
  if (Object.keys(fields).length > 0) refuse('invalid_form', { fields })
  if (!issuer) return undefined
  const branch = digitsOfTaxNumber(issuer.branch) || headOffice
  return { taxId: digitsOfTaxNumber(issuer.taxId), branch, vatRegistered: issuer.vatRegistered }
}
