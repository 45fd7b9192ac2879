import { channel } from 'node:diagnostics_channel'
import { limitConcurrencyAndQueue } from '../common/concurrency-limit.ts'

const queue = limitConcurrencyAndQueue(3, 200)
/** Tests subscribe to it, to find calls that hash without `hashes: true` in their route's configuration. */
export const hashes = channel('talad:hash')

/**
 * Queues the hashes of passwords and codes, and runs three at a time. Each takes about 20 MiB and a thread for about
 * 25 ms; three leave one thread of Node's pool for files and DNS. Throws `unavailable` if the queue is full.
 */
export function queueHash<T>(hash: () => Promise<T>): Promise<T> {
  hashes.publish(undefined)
  return queue(hash)
}
