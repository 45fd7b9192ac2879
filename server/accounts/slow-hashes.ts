import { channel } from 'node:diagnostics_channel'
import { limitConcurrencyByClient } from '../common/concurrency-limit.ts'

const queue = limitConcurrencyByClient(3, 200)
/** Tests subscribe to it, to find calls that hash without `hashes: true` in their route's configuration. */
export const hashes = channel('talad:hash')

/**
 * Queues the hashes of passwords and codes, and runs three at a time. Each takes about 20 MiB and a thread for about
 * 25 ms; three leave one thread of Node's pool for files and DNS. Clients take turns; see `hashClientOf`. Throws
 * `unavailable` if the queue is full.
 */
export function queueHash<T>(client: string, hash: () => Promise<T>): Promise<T> {
  hashes.publish(undefined)
  return queue(client, hash)
}

/**
 * Returns whose turn a hash is: the account's if its session or a known browser sent the request, otherwise that of the
 * client address. So however many addresses guess, an account's own browsers have a turn among them.
 */
export const hashClientOf = (request: { email: string; known: boolean; clientAddress: string }): string =>
  request.known ? request.email : request.clientAddress
