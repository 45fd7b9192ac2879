import { limitConcurrencyAndQueue } from '../common/concurrency-limit.ts'

/**
 * The line that hashes of passwords and codes wait in. Each takes some 20 MiB and a thread for some 25 ms: three at a
 * time leave one of Node's threads to files and names. Refuses `unavailable` when the line is very long.
 */
export const inTurn = limitConcurrencyAndQueue(3, 200)
