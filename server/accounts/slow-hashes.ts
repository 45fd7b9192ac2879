import { channel } from 'node:diagnostics_channel'
import { limitConcurrencyByClient } from '../common/concurrency-limit.ts'

/**
 * Who waits for a hash: the account, if its session or a known browser sent the request, otherwise a client address.
 */
export type HashClient = { email: string; ofAccount: boolean; clientAddress: string }

// Apart, so that guesses from however many addresses don't keep an account's own browsers waiting.
const ofAccounts = limitConcurrencyByClient(1, 100)
const ofAddresses = limitConcurrencyByClient(2, 200)
/** Tests subscribe to it, to find calls that hash without `hashes: true` in their route's configuration. */
export const hashes = channel('talad:hash')

/**
 * Queues the hashes of passwords and codes, accounts apart from addresses: next is the client whose hashes took least
 * time in these ten minutes. At most three run at a time. Each takes about 20 MiB and a thread for about 25 ms; three
 * leave one thread of Node's pool for files and DNS. Throws `unavailable` if the queue is full.
 */
export function queueHash<T>({ email, ofAccount, clientAddress }: HashClient, hash: () => Promise<T>): Promise<T> {
  hashes.publish(undefined)
  return ofAccount ? ofAccounts(email, hash) : ofAddresses(clientAddress, hash)
}

/** Returns the client of an account's own request. */
export const ownAccount = (email: string): HashClient => ({ email, ofAccount: true, clientAddress: '' })
/** Returns the client of a request that no account sends. */
export const ofAddress = (clientAddress: string): HashClient => ({ email: '', ofAccount: false, clientAddress })
