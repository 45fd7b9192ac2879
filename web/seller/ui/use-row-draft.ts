import { useEffect, useState } from 'react'
import { m } from '../../messages/messages.ts'
import { keptDraft } from './kept-drafts.ts'
import { useUnsaved } from './unsaved.tsx'
import { isEqual, withChanges } from './with-changes.ts'

type Reply = { success: boolean; code?: string; message: string }
/** A row as a form shows it, and its version: 0 of a new one. */
type ShownDraft<Draft> = { id: string; version: number; draft: Draft }

/** Codes of refusals to save over what a colleague has saved since the row was read. */
const changedCodes = new Set(['zone_changed', 'promotion_changed', 'setting_changed'])

/**
 * The draft of a form of one row of a `kind` that sellers share, such as a zone. If a colleague has saved the row since
 * it was read, `withCurrent` reads it again by `readNow` and puts what was changed here into it, to look over and save
 * again. An unsaved draft survives the end of the session: the row's form has it when it is opened again. That of a new
 * row has the new one's id too.
 */
export function useRowDraft<Draft extends object>(
  kind: string,
  read: ShownDraft<Draft>,
  readNow: (id: string) => Promise<ShownDraft<Draft> | undefined>,
) {
  const [kept] = useState(() =>
    keptDraft<{ shown: ShownDraft<Draft>; draft: Draft }>(`${kind} ${read.version === 0 ? 'new' : read.id}`),
  )
  const [first] = useState(() => kept.find() ?? { shown: read, draft: read.draft })
  const [shown, setShown] = useState(first.shown)
  const [draft, setDraft] = useState(first.draft)
  const isUnsaved = !isEqual(draft, shown.draft)

  useEffect(() => {
    if (isUnsaved) kept.store({ shown, draft })
    else kept.delete()
  }, [kept, isUnsaved, shown, draft])
  useUnsaved(isUnsaved, kept.delete)

  /** Returns a reply, once the row is read again if that is why the shop refused. */
  async function withCurrent<R extends Reply>(reply: R): Promise<R> {
    if (reply.success) kept.delete()
    if (reply.success || !changedCodes.has(reply.code ?? '')) return reply
    const current = await readNow(shown.id)
    if (!current) return reply
    setShown(current)
    setDraft((typed) => withChanges(current.draft, { before: shown.draft, draft: typed }))
    return { ...reply, message: m.settings_row_changed() }
  }

  return {
    id: shown.id,
    draft,
    version: shown.version,
    isUnsaved,
    discard: kept.delete,
    change: (next: Partial<Draft>) => setDraft((current) => ({ ...current, ...next })),
    withCurrent,
  }
}
