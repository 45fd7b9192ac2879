import { useState } from 'react'
import { m } from '../../messages/messages.ts'
import { isEqual, withChanges } from './with-changes.ts'

type Reply = { success: boolean; code?: string; message: string }
/** A row as a form shows it, and its version. */
type ShownDraft<Draft> = { version: number; draft: Draft }

/** Codes of refusals to save over what a colleague has saved since the row was read. */
const changedCodes = new Set(['zone_changed', 'promotion_changed', 'setting_changed'])

/**
 * The draft of a form of one row that sellers share, such as a zone; a new row has version 0. If a colleague has saved
 * the row since it was read, `withCurrent` reads it again by `readNow` and puts what was changed here into it, to look
 * over and save again.
 */
export function useRowDraft<Draft extends object>(
  read: ShownDraft<Draft>,
  readNow: () => Promise<ShownDraft<Draft> | undefined>,
) {
  const [shown, setShown] = useState(read)
  const [draft, setDraft] = useState(read.draft)

  /** Returns a reply, once the row is read again if that is why the shop refused. */
  async function withCurrent<R extends Reply>(reply: R): Promise<R> {
    if (reply.success || !changedCodes.has(reply.code ?? '')) return reply
    const current = await readNow()
    if (!current) return reply
    setShown(current)
    setDraft((typed) => withChanges(current.draft, { before: shown.draft, draft: typed }))
    return { ...reply, message: m.settings_row_changed() }
  }

  return {
    draft,
    version: shown.version,
    isUnsaved: !isEqual(draft, shown.draft),
    change: (next: Partial<Draft>) => setDraft((current) => ({ ...current, ...next })),
    withCurrent,
  }
}
