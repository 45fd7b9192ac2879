import { type FormEvent, useEffect, useRef, useState } from 'react'
import { incompleteFieldsOf, useSubmit } from '../../client/use-submit.ts'
import { toast } from '../../ui/toast.ts'
import { makeSettingsForm, type SettingsDeps, type SettingsReply } from './settings-form.ts'
import { useUnsaved } from './unsaved.tsx'

type Settings<Saved, Draft, How> = SettingsDeps<Saved, Draft> & {
  /**
   * Saves the draft if `seen` is still the saved version (optimistic locking). The shop has to refuse the errors of
   * `errorsOf`.
   */
  save: (draft: Draft, seen: number, how?: How) => Promise<SettingsReply<Saved>>
  /**
   * Called before each save. Returns what is typed but wasn't added yet as added, or the errors; then
   * nothing is sent.
   */
  addTyped?: (draft: Draft) => { change: Partial<Draft> } | { errors: Record<string, string> }
  /** Called with each save, before the message about it; the draft has what was typed meanwhile. */
  onSaved?: (draft: Draft) => unknown
}

/**
 * The state of a form of settings. If a colleague has saved them since they were read, `keep` saves the fields that
 * were changed here over `theirs`, and `take` shows theirs. A later `read` replaces the values while none are unsaved;
 * unsaved ones survive the end of the session. `How` is in what other way than by `submit` the form is saved, by
 * `saveAs`.
 */
export function useSettingsForm<Saved extends { version: number }, Draft extends object, How = never>(
  read: Saved,
  { save: send, addTyped, onSaved, ...deps }: Settings<Saved, Draft, How>,
) {
  const [settings] = useState(() => makeSettingsForm(read, deps))
  const { saved, draft, theirs } = settings.state.use()
  const form = useSubmit({ toasts: false })
  const element = useRef<HTMLFormElement>(null)
  const isUnsaved = settings.isUnsaved()
  useUnsaved(isUnsaved, settings.discard)
  useEffect(() => settings.showRead(read), [settings, read])

  async function save(how?: How) {
    const added = addTyped?.(settings.state.get().draft) ?? { change: {} }
    const errors = { ...('errors' in added && added.errors), ...incompleteFieldsOf(element.current) }
    if (Object.keys(errors).length > 0) return form.show(errors, element.current)
    if ('change' in added && Object.keys(added.change).length > 0) settings.change(added.change)
    const reply = await form.send(() => settings.save((draft, seen) => send(draft, seen, how)), element.current)
    if (!reply) return
    await onSaved?.(settings.state.get().draft)
    toast.success(reply.message)
  }

  return {
    saved,
    draft,
    theirs,
    form,
    isUnsaved,
    change(next: Partial<Draft>) {
      settings.change(next)
      form.clear()
    },
    submit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      element.current = event.currentTarget
      void save()
    },
    /** Shows settings that were changed otherwise than by the form. */
    show(current: Saved) {
      settings.show(current)
      form.clear()
    },
    saveAs: (how: How) => save(how),
    keep() {
      settings.keep()
      void save()
    },
    take() {
      settings.take()
      form.clear()
    },
  }
}
