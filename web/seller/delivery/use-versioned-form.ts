import { useState } from 'react'
import { useSubmit } from '../../client/use-submit.ts'
import { toast } from '../../ui/toast.ts'

/**
 * The state of a form of a setting that others may change too: what is typed, what of it is saved, and the version that
 * it is based on. The shop refuses to save over another version.
 */
export function useVersionedForm<Typed extends object>(initial: Typed, version: number) {
  const [typed, setTyped] = useState(initial)
  const [stored, setStored] = useState({ typed: initial, version })
  const form = useSubmit({ toasts: false })

  return {
    typed,
    form,
    stored: stored.typed,
    /** The version to send. */
    seen: stored.version,
    isUnsaved: JSON.stringify(typed) !== JSON.stringify(stored.typed),
    change: (next: Partial<Typed>) => {
      setTyped((now) => ({ ...now, ...next }))
      form.clear()
    },
    /** Shows what the shop has saved: what was typed, but for `now`. */
    show: (reply: { message: string; version: number }, now: Partial<Typed>) => {
      toast.success(reply.message)
      setTyped((before) => ({ ...before, ...now }))
      setStored({ typed: { ...typed, ...now }, version: reply.version })
    },
  }
}
