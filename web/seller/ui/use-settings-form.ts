import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSubmit } from '../../client/use-submit.ts'
import { toast } from '../../ui/toast.ts'
import { keptDraft } from './kept-drafts.ts'
import { useUnsaved } from './unsaved.tsx'
import { useTheirs } from './use-theirs.ts'
import { isEqual, withChanges } from './with-changes.ts'

type SettingsRefusal = { success: false; code: string; message: string; fields?: Record<string, string> }
type Settings<Saved, Draft, How> = {
  /** The form's own name, under which its draft is kept. */
  name: string
  draftOf: (saved: Saved) => Draft
  /** Errors that the shop can't see, because the text can't be sent as it is typed, or that it checks last. */
  errorsOf?: (draft: Draft, saved: Saved) => Record<string, string>
  /**
   * Saves the draft if `seen` is still the saved version (optimistic locking). The shop has to refuse the errors
   * of `errorsOf`.
   */
  save: (
    draft: Draft,
    seen: number,
    how?: How,
  ) => Promise<(Saved & { success: true; message: string }) | SettingsRefusal>
  readNow: () => Promise<(Saved & { success: true }) | { success: false }>
  /** Called with each save, before the message about it. */
  onSaved?: () => unknown
}

/**
 * The state of a form of settings. If a colleague has saved them since they were read, `keep` saves the fields that
 * were changed here over `theirs`, and `take` shows theirs. A later `read` replaces the values while none are unsaved;
 * unsaved ones survive the end of the session. `How` is in what other way than by `submit` the form is saved, by
 * `saveAs`.
 */
export function useSettingsForm<Saved extends { version: number }, Draft extends object, How = never>(
  read: Saved,
  { draftOf, errorsOf, save: saveDraft, readNow, onSaved, name }: Settings<Saved, Draft, How>,
) {
  const [kept] = useState(() => keptDraft<{ saved: Saved; draft: Draft }>(name))
  const [first] = useState(() => kept.find() ?? { saved: read, draft: draftOf(read) })
  const [saved, setSaved] = useState<Saved>(first.saved)
  const [draft, setDraft] = useState(first.draft)
  const { theirs, withTheirs, forget } = useTheirs(readNow)
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const isUnsaved = !isEqual(draft, draftOf(saved))

  useEffect(() => {
    if (isUnsaved) kept.store({ saved, draft })
    else kept.delete()
  }, [kept, isUnsaved, saved, draft])
  useUnsaved(isUnsaved, kept.delete)

  const [lastRead, setLastRead] = useState(read)
  if (read !== lastRead) {
    setLastRead(read)
    if (!isUnsaved) {
      setSaved(read)
      setDraft(draftOf(read))
    }
  }

  function change(next: Partial<Draft>) {
    setDraft((current) => ({ ...current, ...next }))
    form.clear()
  }

  function show(current: Saved) {
    setSaved(current)
    setDraft(draftOf(current))
    // The effect doesn't run if the reply arrives after the form was left.
    kept.delete()
    forget()
    form.clear()
  }

  async function save(sent: Draft, over: Saved, how?: How) {
    const reply = await form.send(async () => {
      const reply = await withTheirs(await saveDraft(sent, over.version, how))
      // The fields that are wrong are all marked at once, whichever side finds them.
      if (!reply.success && reply.code === 'invalid_form')
        return { ...reply, fields: { ...reply.fields, ...errorsOf?.(sent, over) } }
      return reply
    }, element.current)
    if (!reply) return
    await onSaved?.()
    toast.success(reply.message)
    show(reply)
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    element.current = event.currentTarget
    void save(draft, saved)
  }

  function keep(theirs: Saved) {
    const merged = withChanges(draftOf(theirs), { before: draftOf(saved), draft })
    setSaved(theirs)
    setDraft(merged)
    forget()
    void save(merged, theirs)
  }

  return {
    saved,
    draft,
    theirs,
    form,
    isUnsaved,
    change,
    submit,
    /** Shows settings that were changed otherwise than by the form. */
    show,
    saveAs: (how: How) => save(draft, saved, how),
    keep: () => theirs && keep(theirs),
    take: () => theirs && show(theirs),
  }
}
