import { useState } from 'react'
import type { Submit } from '../../client/make-submit.ts'

/** The search of a form from whose results something is chosen: its field, and what is called after a choice. */
export type UnchosenSearch = {
  field: { name: string; error: string | undefined; onText: (text: string) => void }
  onChosen: () => void
}

const name = 'search'

/**
 * Returns the search of a form, and the error of one in which text was typed since the last choice: saving would drop
 * it. `onChosen` is also called when the search is hidden.
 */
export function useUnchosen(form: Pick<Submit, 'fields' | 'clearField'>, message: () => string) {
  const [isUnchosen, setIsUnchosen] = useState(false)
  function set(next: boolean) {
    setIsUnchosen(next)
    form.clearField(name)
  }
  const search: UnchosenSearch = {
    field: { name, error: form.fields[name], onText: (text) => set(text.trim() !== '') },
    onChosen: () => set(false),
  }
  return { search, errors: (): Record<string, string> => (isUnchosen ? { [name]: message() } : {}) }
}
