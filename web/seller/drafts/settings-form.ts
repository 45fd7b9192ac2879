import { makeStore } from '../../store.ts'
import { makeDraft } from './draft.ts'

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
  const typed = makeDraft<{ saved: Saved }, Draft>({
    name,
    read: { saved: read },
    draftOf: ({ saved }) => draftOf(saved),
  })
  const { isUnsaved, change, discard } = typed
  const theirs = makeStore<Saved | undefined>(undefined)
  const state = {
    get: (): SettingsState<Saved, Draft> => ({ ...typed.state.get(), theirs: theirs.get() }),
    use: (): SettingsState<Saved, Draft> => ({ ...typed.state.use(), theirs: theirs.use() }),
  }

  /** Puts what was changed since `before` into `saved`, and asks about a colleague's change no longer. */
  function rebase(saved: Saved, before?: Draft): void {
    theirs.set(undefined)
    typed.rebase({ saved }, before)
  }

  /** Shows settings instead of what was typed. */
  function show(saved: Saved): void {
    // Compared with itself, the draft has no change to put into them.
    rebase(saved, state.get().draft)
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
      rebase(reply, sent)
      return reply
    }
    if (reply.code === 'setting_changed') {
      const current = await readNow()
      if (current.success) theirs.set(current)
    }
    if (reply.code !== 'invalid_form') return reply
    // The fields that are wrong are all marked at once, whichever side finds them.
    return { ...reply, fields: { ...reply.fields, ...errorsOf?.(sent, over) } }
  }

  /** Puts what was changed here into what the colleague has saved, to save it. */
  function keep(): void {
    const current = theirs.get()
    if (current) rebase(current)
  }

  /** Shows what the colleague has saved. */
  function take(): void {
    const current = theirs.get()
    if (current) show(current)
  }

  return { state, isUnsaved, change, show, showRead, save, keep, take, discard }
}
