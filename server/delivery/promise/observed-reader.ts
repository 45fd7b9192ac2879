import { loadedOnce } from '../../common/loaded-once.ts'
import type { Db } from '../../database/database.ts'
import { deliveredOrders } from './promise-queries.ts'
import { type ObservedDurations, observedDurationsOf, observedOrders } from './recent-durations.ts'

/** Returns what was observed, read by this connection if it has to be read. */
export type ObservedReader = (db: Db) => Promise<ObservedDurations>

/** Reads what was observed of delivered orders, each time anew. */
export const observedNow: ObservedReader = async (db) =>
  observedDurationsOf(await deliveredOrders(db, observedOrders), Date.now())

/** Milliseconds for which a process caches what it has read. */
const cachedMilliseconds = 30_000

/**
 * Returns a reader that caches what was observed for half a minute: reading it takes longer than the rest of a promise.
 * `now` is a monotonic clock in milliseconds.
 */
export const cachedObserved = (now?: () => number): ObservedReader =>
  loadedOnce(observedNow, cachedMilliseconds, now).read
