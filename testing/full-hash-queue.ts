import { ofAddress, ownAccount, queueHash } from '../server/accounts/slow-hashes.ts'
import { newId } from '../server/common/ids.ts'

/** Runs `work` while both queues of hashes are full. */
export async function withFullHashQueue<T>(work: () => Promise<T>): Promise<T> {
  const over = Promise.withResolvers<void>()
  const queued: Promise<unknown>[] = []
  for (const clientOf of [ofAddress, ownAccount]) {
    // Until one is refused: then every further one is refused too.
    const isFull = Promise.withResolvers<void>()
    // New clients: ones that were served before would give way.
    for (let index = 0; index < 250; index += 1)
      queued.push(queueHash(clientOf(newId()), () => over.promise).catch(() => isFull.resolve()))
    await isFull.promise
  }
  try {
    return await work()
  } finally {
    over.resolve()
    await Promise.all(queued)
  }
}
