import { loadedOnce } from '../../common/loaded-once.ts'
import type { Db } from '../../database/database.ts'
import { deliveredOrders } from './promise-queries.ts'
import { type ObservedDurations, observedDurationsOf, observedOrders } from './recent-durations.ts'

/** Returns the durations of delivered orders, read by this connection if they have to be read. */
export type DurationsReader = (db: Db) => Promise<ObservedDurations>

/** Reads the durations of delivered orders, each time anew. */
export const readDurationsNow: DurationsReader = async (db) =>
  observedDurationsOf(await deliveredOrders(db, observedOrders), Date.now())

/** Milliseconds for which a process caches what it has read. */
const cachedMilliseconds = 30_000

/**
 * Returns a reader that caches the durations for half a minute: reading them takes longer than the rest of a promise.
 * `now` is a monotonic clock in milliseconds.
 */
export const cachedDurations = (now?: () => number): DurationsReader =>
  loadedOnce(readDurationsNow, cachedMilliseconds, now).read
