import { refuseUnless } from '../common/refusal.ts'
import type { Tx } from '../database/database.ts'
import { findSetting, lockChoices, missingProducts } from './queries.ts'

/**
 * Locks a product's category and tax class until the transaction ends. The caller has checked them against the settings
 * that its process knows. Throws `invalid_form`, at the field, if one has been removed since.
 */
export async function lockProductChoices(
  tx: Tx,
  { category, taxClass }: { category: string; taxClass: string },
): Promise<void> {
  await lockChoices(tx, 'shared')
  const stored = await findSetting(tx, 'categories')
  refuseUnless(!stored || stored.value.categories.some(({ path }) => path === category), 'invalid_form', {
    fields: { category: 'category' },
  })
  const tax = await findSetting(tx, 'tax')
  refuseUnless(!tax || tax.value.tax.classes.some(({ id }) => id === taxClass), 'invalid_form', {
    fields: { taxClass: 'tax_class' },
  })
}

/**
 * Locks the categories that a promotion is about until the transaction ends. `known` are those that this process knows,
 * of a shop that has stored none. Throws `invalid_form`, at the field, for a category or product that the shop doesn't
 * have.
 */
export async function lockScope(
  tx: Tx,
  { categories = [], products = [] }: { categories?: readonly string[]; products?: readonly string[] },
  known: readonly { path: string }[],
): Promise<void> {
  await lockChoices(tx, 'shared')
  const stored = await findSetting(tx, 'categories')
  const paths = (stored?.value.categories ?? known).map(({ path }) => path)
  refuseUnless(
    categories.every((category) => paths.includes(category)),
    'invalid_form',
    { fields: { 'terms.categories': 'category_unknown' } },
  )
  refuseUnless((await missingProducts(tx, products)).length === 0, 'invalid_form', {
    fields: { 'terms.products': 'product_unknown' },
  })
}
