import type { TaskList } from 'graphile-worker'
import { isId } from '../../common/ids.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, retryingConflicts, type Tx } from '../../database/database.ts'
import type { Shopper } from '../../domain/session-queries.ts'
import { lockShopper } from '../../domain/shopper-lock.ts'
import {
  deleteHold,
  deleteOldHoldPeriods,
  type HoldEnd,
  insertHold,
  lockHold,
  recountTaken,
  releaseExpired,
  renewHold,
  windowsWithExpired,
} from './hold-queries.ts'
import { addTaken, lockWindows, serves } from './window-queries.ts'
import { makeWindows, refuseClosed, refuseFull } from './windows.ts'

/**
 * Holds a window for ten minutes, but not beyond its cut-off, and returns when the hold expires. It takes capacity like
 * an order.
 *
 * - A shopper has one hold: holding another window releases the first one, and holding the same one renews it.
 * - An expired hold is taken again if there is capacity.
 * - An account can hold windows for thirty minutes in three hours, counted from its first hold, so that it can't keep a
 *   window without an order.
 *
 * Throws, and the shopper keeps the window held before:
 *
 * - `email_unverified`
 * - `window_closed`, also for a held window whose cut-off has passed or that doesn't serve the zone, as an order in it
 *   is refused
 * - `window_full`
 * - `hold_used_up` after the thirty minutes, for a window with capacity left: the shopper can order in it, but others
 *   can too
 */
export async function holdWindow(
  db: Db,
  shopper: Pick<Shopper, 'id' | 'isAccountVerified'>,
  { windowId, zoneId }: { windowId: string; zoneId: string | null },
): Promise<HoldEnd> {
  // An account costs nothing to make: without this a script could hold all windows.
  refuseUnless(shopper.isAccountVerified, 'email_unverified')
  refuseUnless(isId(windowId), 'window_closed')
  const id = windowId.toLowerCase()
  return inTransaction(db, (tx) => holdOnce(tx, shopper.id, { windowId: id, zoneId }))
}

async function holdOnce(
  tx: Tx,
  shopperId: string,
  { windowId, zoneId }: { windowId: string; zoneId: string | null },
): Promise<HoldEnd> {
  // Two first holds at the same instant have no row to lock.
  await lockShopper(tx, shopperId)
  const held = await lockHold(tx, shopperId)
  const window = (await lockWindows(tx, held ? [windowId, held.windowId] : [windowId])).find(
    ({ id }) => id === windowId,
  )
  if (!window || window.isCutOff || !window.isOffered || !serves(window, zoneId))
    return refuseClosed(tx, zoneId, windowId)
  if (held?.windowId === windowId && !held.isExpired) return (await renewHold(tx, shopperId)) ?? held
  if (held) await deleteHold(tx, shopperId)
  const left = window.left + (held?.windowId === windowId ? 1 : 0)
  if (left < 1 && (await releaseExpired(tx, windowId)) === 0) return refuseFull(tx, zoneId, windowId)
  await addTaken(tx, windowId, 1)
  return (await insertHold(tx, shopperId, windowId)) ?? refuse('hold_used_up')
}

/** Releases the window that a shopper holds, if any. */
export function releaseHold(db: Db, shopperId: string): Promise<void> {
  return retryingConflicts(() => deleteHold(db, shopperId))
}

/** Releases all expired holds, in a statement for each window, so that two such jobs can't deadlock. */
export async function releaseExpiredHolds(db: Db): Promise<void> {
  for (const windowId of await windowsWithExpired(db)) await releaseExpired(db, windowId)
}

/** Every minute, and every hour: a day begins at another hour in the shop's time zone than in the server's. */
export const windowTimetable = ['* * * * * release-holds', '3 * * * * make-windows ?fill=2h'].join('\n')

/** The jobs of windows: releasing expired holds, making the windows of a new day, and tidying. */
export function windowTasks({ db, timeZone }: { db: Db; timeZone: string }): TaskList {
  return {
    'release-holds': () => releaseExpiredHolds(db),
    'make-windows': async () => {
      await makeWindows(db, { timeZone })
      await inTransaction(db, recountTaken)
      await deleteOldHoldPeriods(db)
    },
  }
}
