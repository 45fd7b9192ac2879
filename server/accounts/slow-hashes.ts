import { limitConcurrencyAndQueue } from '../common/concurrency-limit.ts'

/**
 * Queues the hashes of passwords and codes, and runs three at a time. Each takes about 20 MiB and a thread for about
 * 25 ms; three leave one thread of Node's pool for files and DNS. Throws `unavailable` if the queue is full.
 */
export const queueHash = limitConcurrencyAndQueue(3, 200)
