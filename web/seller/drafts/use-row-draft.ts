import { useState } from 'react'
import { makeRowDraft, type ReadRow, type ShownDraft } from './row-draft.ts'
import { useUnsaved } from './unsaved.tsx'

/**
 * The draft of a form of one row of a `kind` that sellers share, such as a zone. If a colleague has saved the row since
 * it was read, `save` reads it again by `readNow` and puts what was changed here into it, to look over and save again.
 * An unsaved draft survives the end of the session: the row's form has it when it is opened again. That of a new row
 * has the new one's id too. After a save, `isUnsaved` returns whether more was typed meanwhile.
 */
export function useRowDraft<Draft extends object>(kind: string, read: ShownDraft<Draft>, readNow: ReadRow<Draft>) {
  const [row] = useState(() => makeRowDraft(kind, read, readNow))
  const { shown, draft } = row.state.use()
  const { isUnsaved, change, save, discard } = row
  useUnsaved(isUnsaved(), discard)
  return { id: shown.id, draft, isUnsaved, change, save, discard }
}
