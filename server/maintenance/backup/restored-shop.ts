import { setTimeout as wait } from 'node:timers/promises'
import { type Db, inTransaction, wasUpdated } from '../../database/database.ts'
import type { Jobs } from '../../database/run-jobs.ts'
import { skipDocumentNumbers } from '../../documents/queries.ts'
import { pausedSince } from '../../domain/pause-queries.ts'
import { skipOrderNumbers } from '../../orders/queries.ts'

/*
 * A restored shop is paused: it runs no jobs, so it sends no mails, notices and refunds, and cancels nothing. It may be
 * a copy that is only looked at, while the shop itself goes on. `npm run resume` says that it is the shop now.
 */

/**
 * Ends the pause of a restored shop, and leaves out the next `skip` numbers of orders and documents, which it has given
 * already, to what isn't in its backup. Returns whether it was paused.
 */
export async function resumeShop(db: Db, { skip = 0 } = {}): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const updated = await tx
      .updateTable('shopId')
      .set({ restoredAt: null })
      .where('restoredAt', 'is not', null)
      .executeTakeFirst()
    if (!wasUpdated(updated)) return false
    if (skip > 0) {
      await skipOrderNumbers(tx, skip)
      await skipDocumentNumbers(tx, skip)
    }
    return true
  })
}

/** Milliseconds after which a paused shop looks again whether it is resumed. */
const interval = 5000

/** Starts the jobs by `start`, as soon as the shop isn't paused. A start that fails after a pause is tried again. */
export async function startUnlessPaused(
  db: Db,
  start: () => Promise<Jobs>,
  { every = interval, onFailed = () => {} }: { every?: number; onFailed?: (error: unknown) => void } = {},
): Promise<Jobs> {
  if (!(await pausedSince(db))) return start()
  const stopping = new AbortController()
  const { signal } = stopping
  const resumed = async (): Promise<Jobs | undefined> => {
    while (!signal.aborted) {
      await wait(every, undefined, { signal, ref: false }).catch(() => {})
      // Without its database the shop stays paused.
      if (signal.aborted || (await pausedSince(db).catch(() => true))) continue
      try {
        return await start()
      } catch (error) {
        onFailed(error)
      }
    }
  }
  const jobs = resumed()
  return {
    stop: async () => {
      stopping.abort()
      await (await jobs)?.stop()
    },
  }
}
