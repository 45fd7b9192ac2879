import type { RefusalCode } from '../../../contract/messages/refusals.ts'
import { m } from '../../messages/messages.ts'
import { makeDraft } from './draft.ts'

type RowReply = { success: boolean; code?: string; message: string }
/** A row as a form shows it, and its version: 0 of a new one. */
export type ShownDraft<Draft> = { id: string; version: number; draft: Draft }
/** Returns the row as it is saved now; undefined if it can't be read. */
export type ReadRow<Draft> = (id: string) => Promise<ShownDraft<Draft> | undefined>

/** Codes of refusals to save over what a colleague has saved since the row was read. */
const changedCodes: ReadonlySet<string> = new Set<RefusalCode>(['zone_changed', 'promotion_changed', 'setting_changed'])

/** Makes the draft of a row of a `kind`: that of `read`, or the one that was kept. */
export function makeRowDraft<Draft extends object>(kind: string, read: ShownDraft<Draft>, readNow: ReadRow<Draft>) {
  const { state, isUnsaved, change, rebase, discard } = makeDraft<{ shown: ShownDraft<Draft> }, Draft>({
    name: `${kind} ${read.version === 0 ? 'new' : read.id}`,
    read: { shown: read },
    draftOf: ({ shown }) => shown.draft,
  })

  /**
   * Saves the draft by `send` and returns the reply. After a colleague's change it reads the row again and puts what
   * was changed here into it, to look over and save again. What is typed meanwhile stays, unsaved.
   */
  async function save<R extends RowReply>(send: (row: { id: string; seen: number }) => Promise<R>): Promise<R> {
    const { shown, draft: sent } = state.get()
    const reply = await send({ id: shown.id, seen: shown.version })
    if (reply.success) {
      rebase({ shown: { ...shown, draft: sent } }, sent)
      // It is saved, also if it can't be read now: the next save then reads it.
      if (isUnsaved()) await showCurrent().catch(() => false)
      return reply
    }
    if (!changedCodes.has(reply.code ?? '') || !(await showCurrent())) return reply
    return { ...reply, message: m.settings_row_changed() }
  }

  /** Puts what was changed here into the row as it is saved now. Returns false if it can't be read. */
  async function showCurrent(): Promise<boolean> {
    const current = await readNow(state.get().shown.id)
    if (!current) return false
    rebase({ shown: current })
    return true
  }

  return { state, isUnsaved, change, save, discard }
}
