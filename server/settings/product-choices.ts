import { refuseUnless } from '../common/refusal.ts'
import type { Tx } from '../database/database.ts'
import type { TopicValue } from './live-shop.ts'
import { findSetting, lockChoices } from './queries.ts'

/**
 * Keeps a product's category until the transaction ends. The caller has checked it against the settings that its process
 * knows. Refuses `invalid_form`, at the field, if it has been removed since.
 */
export async function holdChoices(tx: Tx, { category }: { category: string }): Promise<void> {
  await lockChoices(tx, 'shared')
  const stored = await findSetting<TopicValue<'categories'>>(tx, 'categories')
  refuseUnless(!stored || stored.value.categories.some(({ path }) => path === category), 'invalid_form', {
    fields: { category: 'category' },
  })
}
