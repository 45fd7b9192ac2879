import { useState } from 'react'

type Reply = { success: boolean; code?: string }

/**
 * What a colleague has saved while a form was filled in. The shop then refuses to save over it, with `setting_changed`:
 * nothing typed is lost, and `theirs` is what is saved now, as `readNow` reads it, until `forget`.
 */
export function useTheirs<Saved>(readNow: () => Promise<(Saved & { success: true }) | { success: false }>) {
  const [theirs, setTheirs] = useState<Saved>()

  /** Returns a reply, once what a colleague has saved is read if that is why the shop refused. */
  async function withTheirs<R extends Reply>(reply: R): Promise<R> {
    if (!reply.success && reply.code === 'setting_changed') {
      const current = await readNow()
      if (current.success) setTheirs(current)
    }
    return reply
  }

  return { theirs, withTheirs, forget: () => setTheirs(undefined) }
}
