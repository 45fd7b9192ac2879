import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { personalMeta } from '../../page/personal-meta.ts'
import { LazyScreen } from '../ui/lazy-screen.tsx'

export const meta: MetaFunction = (page) => personalMeta(m.searchWords_title(), '/seller/search', page)

const loadLists = () => import('./word-lists.tsx')

/** Searches that found nothing, and the shop's own synonyms. */
export default function SearchWordsScreen() {
  return <LazyScreen heading={m.searchWords_title()} intro={m.searchWords_intro()} load={loadLists} />
}
