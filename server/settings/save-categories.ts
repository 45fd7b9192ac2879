import { newCategoryPath } from '../../contract/catalog/shop-categories.ts'
import type { CategoryInput } from '../../contract/entities/settings.ts'
import type { Category } from '../../contract/settings/shop.ts'
import { cappedCount } from '../../contract/values/capped-count.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { type RefusalDetails, refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import type { PictureStore } from '../media/store.ts'
import { currentTopic, type LiveShop } from './live-shop.ts'
import { lockChoices, productsOfCategories, promotionsOfCategory, storeSetting } from './queries.ts'
import { isStored } from './store-picture.ts'

const topic = 'categories'

export type CategoryDeps = { db: Db; live: Pick<LiveShop, 'first'>; store: PictureStore }

/**
 * Saves the list of categories in its order. A category without a path is new and gets one; the others keep theirs.
 *
 * Throws `invalid_form` at `categories.N.name` and so on, `setting_changed` if the version isn't `seen`, and, for one
 * that is left out, `category_in_use` while it has products, archived ones too, and `category_promoted` while
 * promotions name it.
 */
export async function saveCategories(
  { db, live, store }: CategoryDeps,
  typed: readonly CategoryInput[],
  { seen, by }: { seen: number; by: string },
): Promise<void> {
  await refuseMissingPictures(store, typed)
  await inTransaction(db, async (tx) => {
    await lockChoices(tx, 'exclusive')
    const { stored, value: before } = await currentTopic(tx, topic, live)
    refuseUnless((stored?.version ?? 0) === seen, 'setting_changed')
    const categories = categoriesOf(typed, before.categories)
    for (const { path } of before.categories)
      if (!categories.some((each) => each.path === path)) await refuseRemoval(tx, path)
    refuseUnless(await storeSetting(tx, { topic, value: { categories }, seen, by }), 'setting_changed')
  })
}

/**
 * Returns the new list. Throws `invalid_form` for a name that two have, an unknown path, and one that is sent twice.
 */
function categoriesOf(typed: readonly CategoryInput[], before: readonly Category[]): Category[] {
  const fields: NonNullable<RefusalDetails['fields']> = {}
  const categories: Category[] = []
  const names = { name: new Set<string>(), nameTh: new Set<string>() }
  for (const [index, { path, picture, ...given }] of typed.entries()) {
    const known = before.find((each) => each.path === path)
    if (path !== undefined && (!known || categories.includes(known) || categories.some((each) => each.path === path)))
      fields[`categories.${index}.path`] = 'invalid'
    const name = normaliseText(given.name)
    const nameTh = normaliseText(given.nameTh)
    for (const [field, value] of Object.entries({ name, nameTh }) as [keyof typeof names, string][]) {
      const key = value.toLowerCase()
      if (names[field].has(key)) fields[`categories.${index}.${field}`] = 'category_name_taken'
      names[field].add(key)
    }
    const usedPaths = [...before, ...categories].map((each) => each.path)
    categories.push({
      path: known?.path ?? newCategoryPath(name, usedPaths),
      name,
      nameTh,
      ...(known?.tint && { tint: known.tint }),
      ...(picture && { picture }),
    })
  }
  if (Object.keys(fields).length > 0) refuse('invalid_form', { fields })
  return categories
}

async function refuseRemoval(tx: Tx, path: string): Promise<void> {
  const [used] = await productsOfCategories(tx, [path])
  refuseUnless(!used || used.products === 0, 'category_in_use', {
    values: { count: cappedCount(used?.products ?? 0), archived: cappedCount(used?.archived ?? 0) },
  })
  const promotions = await promotionsOfCategory(tx, path)
  refuseUnless(promotions.length === 0, 'category_promoted', { values: { names: promotions.join(', ') } })
}

async function refuseMissingPictures(store: PictureStore, typed: readonly CategoryInput[]): Promise<void> {
  for (const [index, { picture }] of typed.entries())
    refuseUnless(!picture || (await isStored(store, picture)), 'invalid_form', {
      fields: { [`categories.${index}.picture`]: 'picture_gone' },
    })
}
