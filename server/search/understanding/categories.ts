import type { Category } from '../../../contract/settings/shop.ts'
import { fold, wordsOf } from '../text/fold.ts'
import { keyOf, vocabulary } from '../text/vocabulary.ts'
import { isWish } from './typed-words.ts'

/** Returns the categories that a key names. */
export function categoriesNamed(key: string, { categories }: { categories: readonly Category[] }): Category[] {
  return categories.filter((category) => categoryKeys(category).has(key))
}

const keysByCategory = new WeakMap<Category, Set<string>>()

/** The names of a category: its own, their main words, and everyday names with the same meaning. */
function categoryKeys(category: Category): Set<string> {
  const known = keysByCategory.get(category)
  if (known) return known
  const english = [category.path, category.name, ...category.name.split(/&|\band\b|,/)].map(fold).flatMap((name) => [
    name,
    wordsOf(name)
      .filter((word) => !isWish(keyOf(word)))
      .join(' '),
  ])
  const keys = new Set([...english, fold(category.nameTh)].map(keyOf).filter((key) => key !== ''))
  for (const key of [...keys])
    for (const meaning of vocabulary().meaningsOf(key)) for (const form of meaning.forms) keys.add(form.key)
  keysByCategory.set(category, keys)
  return keys
}
