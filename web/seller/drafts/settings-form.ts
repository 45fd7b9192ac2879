import { makeStore } from '../../store.ts'
import { keptDraft } from './kept-drafts.ts'
import { isEqual, withChanges } from './with-changes.ts'

/*
 * The state of a form of settings. Typed text is never lost: not by a colleague's change, which the shop refuses to
 * overwrite with `setting_changed`, not while the form is being saved, and not at the end of the session.
 */

type SettingsRefusal = { success: false; code: string; message: string; fields?: Record<string, string> }
export type SettingsReply<Saved> = (Saved & { success: true; message: string }) | SettingsRefusal

export type SettingsDeps<Saved, Draft> = {
  /** The form's own name, under which its draft is kept. */
  name: string
  draftOf: (saved: Saved) => Draft
  /** Errors that the shop can't see, because the text can't be sent as it is typed, or that it checks last. */
  errorsOf?: (draft: Draft, saved: Saved) => Record<string, string>
  /** Reads what is saved now. */
  readNow: () => Promise<(Saved & { success: true }) | { success: false }>
}

export type SettingsState<Saved, Draft> = {
  saved: Saved
  draft: Draft
  /** What a colleague has saved meanwhile, until the seller chooses whose values to save. */
  theirs: Saved | undefined
}

/** Makes the state of a form that shows `read`, or the draft that was kept. */
export function makeSettingsForm<Saved extends { version: number }, Draft extends object>(
  read: Saved,
  { name, draftOf, errorsOf, readNow }: SettingsDeps<Saved, Draft>,
) {
  const kept = keptDraft<{ saved: Saved; draft: Draft }>(name)
  const first = kept.find() ?? { saved: read, draft: draftOf(read) }
  const state = makeStore<SettingsState<Saved, Draft>>({ ...first, theirs: undefined })
  /** Whether the seller left the form without saving. A reply that arrives later keeps nothing of it. */
  let isDiscarded = false

  function isUnsaved(): boolean {
    const { saved, draft } = state.get()
    return !isEqual(draft, draftOf(saved))
  }

  function set(changes: Partial<SettingsState<Saved, Draft>>): void {
    state.set({ ...state.get(), ...changes })
    const { saved, draft } = state.get()
    if (isUnsaved() && !isDiscarded) kept.store({ saved, draft })
    else kept.delete()
  }

  function change(next: Partial<Draft>): void {
    isDiscarded = false
    set({ draft: { ...state.get().draft, ...next } })
  }

  /** Shows settings instead of what was typed. */
  function show(saved: Saved): void {
    set({ saved, draft: draftOf(saved), theirs: undefined })
  }

  /** Shows a later read, unless typed values are unsaved. */
  function showRead(later: Saved): void {
    if (!isUnsaved()) show(later)
  }

  /**
   * Saves the draft by `send`, which the shop refuses unless `seen` is still the saved version (optimistic locking), or
   * if the draft has an error of `errorsOf`. Returns the reply, with the errors of both sides. What is typed meanwhile
   * stays.
   */
  async function save(
    send: (draft: Draft, seen: number) => Promise<SettingsReply<Saved>>,
  ): Promise<SettingsReply<Saved>> {
    const { draft: sent, saved: over } = state.get()
    const reply = await send(sent, over.version)
    if (reply.success) {
      const draft = withChanges(draftOf(reply), { before: sent, draft: state.get().draft })
      set({ saved: reply, draft, theirs: undefined })
      return reply
    }
    if (reply.code === 'setting_changed') {
      const current = await readNow()
      if (current.success) set({ theirs: current })
    }
    if (reply.code !== 'invalid_form') return reply
    // The fields that are wrong are all marked at once, whichever side finds them.
    return { ...reply, fields: { ...reply.fields, ...errorsOf?.(sent, over) } }
  }

  /** Puts what was changed here into what the colleague has saved, to save it. */
  function keep(): void {
    const { saved, draft, theirs } = state.get()
    if (!theirs) return
    const merged = withChanges(draftOf(theirs), { before: draftOf(saved), draft })
    set({ saved: theirs, draft: merged, theirs: undefined })
  }

  /** Shows what the colleague has saved. */
  function take(): void {
    const { theirs } = state.get()
    if (theirs) show(theirs)
  }

  /** Keeps the draft no longer, as the form is left. */
  function discard(): void {
    isDiscarded = true
    kept.delete()
  }

  return { state, isUnsaved, change, show, showRead, save, keep, take, discard }
}
