import { makeStore } from '../../store.ts'
import { keptDraft } from './kept-drafts.ts'
import { isEqual, withChanges } from './with-changes.ts'

type DraftOptions<Basis, Draft> = {
  /** The form's own name, under which its draft is kept. */
  name: string
  /** What the form begins with, unless a draft was kept. */
  read: Basis
  /** Returns a basis as an unchanged draft. */
  draftOf: (basis: Basis) => Draft
}

/**
 * Makes the draft of a form from its basis, what was read before something was changed in it. Draft and basis are kept
 * while they differ, also after the end of the session: the form's next draft begins with them.
 */
export function makeDraft<Basis extends object, Draft extends object>({
  name,
  read,
  draftOf,
}: DraftOptions<Basis, Draft>) {
  type State = Basis & { draft: Draft }
  const kept = keptDraft<State>(name)
  const state = makeStore<State>(kept.find() ?? { ...read, draft: draftOf(read) })
  /** Whether the seller left the form without saving. A reply that arrives later keeps nothing of it. */
  let isDiscarded = false

  function isUnsaved(): boolean {
    return !isEqual(state.get().draft, draftOf(state.get()))
  }

  function set(next: State): void {
    state.set(next)
    if (isUnsaved() && !isDiscarded) kept.store(next)
    else kept.delete()
  }

  function change(next: Partial<Draft>): void {
    isDiscarded = false
    set({ ...state.get(), draft: { ...state.get().draft, ...next } })
  }

  /** Puts the fields that were changed since `before`, by default since the current basis, into a newer one. */
  function rebase(basis: Basis, before = draftOf(state.get())): void {
    set({ ...basis, draft: withChanges(draftOf(basis), { before, draft: state.get().draft }) })
  }

  /** Keeps the draft no longer, as the form is left. */
  function discard(): void {
    isDiscarded = true
    kept.delete()
  }

  return { state, isUnsaved, change, rebase, discard }
}
