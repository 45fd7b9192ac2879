import type { MatchReason } from '../../contract/entities/search.ts'
import { findCategory } from '../../contract/settings/shop.ts'
import { m } from '../messages/messages.ts'
import { shop } from '../shop.ts'
import { categoryName } from './categories.ts'

/** Returns the words for what was found: the name of a category, or the text itself. */
export function foundAs({ kind, to }: MatchReason): string {
  const category = kind === 'category' ? findCategory(shop, to) : undefined
  return category ? categoryName(category) : to
}

/** Returns a short note why a search found a product that doesn't have the typed words: "courgette: zucchini". */
export function matchReasonText(because: MatchReason): string {
  const to = foundAs(because)
  if (because.kind === 'without') return m.because_without({ from: because.from })
  if (because.kind === 'description') return m.because_description({ to })
  if (because.kind === 'category') return m.because_category({ to })
  return m.because_note({ from: because.from, to })
}
