import type { MetaFunction } from 'react-router'
import { m } from '../../messages/messages.ts'
import { useLazy } from '../../page/lazy.tsx'
import { personalMeta } from '../../page/personal-meta.ts'

export const meta: MetaFunction = (page) => personalMeta(m.words_title(), '/seller/search', page)

// Loaded apart: every page lists the scripts that a route itself imports.
const loadLists = () => import('./word-lists.tsx')

/** Searches that found nothing, and the shop's own synonyms. */
export default function SearchWordsScreen() {
  const Lists = useLazy(loadLists, true)
  return (
    <>
      <h1 tabIndex={-1} className="display-2 mb-1">
        {m.words_title()}
      </h1>
      <p className="mb-5 max-w-3xl text-muted">{m.words_intro()}</p>
      {Lists && <Lists />}
    </>
  )
}
