import { type FormEvent, useState } from 'react'
import { reloadShop } from '../../client/reload-shop.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { toast } from '../../ui/toast.ts'
import { withSessionEnd } from '../client/session-end.ts'
import { useTheirs } from '../ui/use-theirs.ts'

type Refused = { success: false; code: string; message: string; fields?: Record<string, string> | undefined }
type Settings<Saved, Typed> = {
  typedOf: (saved: Saved) => Typed
  /** What is wrong that the shop can't see, because it can't be sent as it is typed, or that it checks last. */
  errorsOf: (typed: Typed, saved: Saved) => Record<string, string>
  /** Saves what is typed, if `seen` is still the saved version. The shop has to refuse what `errorsOf` finds. */
  save: (typed: Typed, seen: number) => Promise<(Saved & { success: true; message: string }) | Refused>
  readNow: () => Promise<(Saved & { success: true }) | { success: false }>
}

/**
 * The state of a form of settings that every page shows. If another owner has saved them since, `keep` saves one's own over
 * `theirs`, and `take` shows them.
 */
export function useSettingsForm<Saved extends { version: number }, Typed>(
  read: Saved,
  { typedOf, errorsOf, save: saveTyped, readNow }: Settings<Saved, Typed>,
) {
  const [saved, setSaved] = useState(read)
  const [typed, setTyped] = useState(() => typedOf(read))
  const { theirs, withTheirs, forget } = useTheirs(readNow)
  const form = useSubmit({ toasts: false })

  function change(next: Partial<Typed>) {
    setTyped((now) => ({ ...now, ...next }))
    form.clear()
  }

  function show(now: Saved) {
    setSaved(now)
    setTyped(typedOf(now))
    forget()
    form.clear()
  }

  async function save(seen: number) {
    const reply = await form.send(async () => {
      const reply = await withTheirs(withSessionEnd(await saveTyped(typed, seen)))
      // The fields that are wrong are all marked at once, whichever side finds them.
      if (!reply.success && reply.code === 'invalid_form')
        return { ...reply, fields: { ...reply.fields, ...errorsOf(typed, saved) } }
      return reply
    })
    if (!reply) return
    await reloadShop()
    toast.success(reply.message)
    show(reply)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    void save(saved.version)
  }

  return {
    saved,
    typed,
    theirs,
    form,
    isUnsaved: JSON.stringify(typed) !== JSON.stringify(typedOf(saved)),
    change,
    submit,
    keep: () => theirs && void save(theirs.version),
    take: () => theirs && show(theirs),
  }
}
