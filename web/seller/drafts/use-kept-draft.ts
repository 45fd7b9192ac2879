import { useState } from 'react'
import { keptDraft } from './kept-drafts.ts'

/**
 * The draft of a form that adds something, `empty` at first. It survives the end of the session: `change` keeps what is
 * typed, and `clear` begins anew.
 */
export function useKeptDraft<Draft>(name: string, empty: Draft) {
  const [kept] = useState(() => keptDraft<Draft>(name))
  const [draft, setDraft] = useState(() => kept.find() ?? empty)
  return {
    draft,
    change: (next: Draft) => {
      setDraft(next)
      kept.store(next)
    },
    clear: () => {
      setDraft(empty)
      kept.delete()
    },
  }
}
