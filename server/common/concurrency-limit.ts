import { Refusal } from './refusal.ts'

/** Runs work when fewer than the limit are running. */
export type Limiter = <T>(work: () => Promise<T>) => Promise<T>

/** Returns a limiter that runs at most `max` pieces of work at a time, first in, first out. */
export function limitConcurrency(max: number): Limiter {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= max) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // `running` stays: the next caller runs instead, and a new one can't start in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

type QueuedTask = { account: string; start: () => void; refuse: (error: Refusal) => void }

/** Milliseconds for which it counts how often an account was served. */
const servedPeriod = 600_000

/**
 * Like {@link limitConcurrency}, with a bounded queue for each client, served round robin. If `maxQueued` are running
 * or waiting, the newest entry of the longest queue is dropped for a client with a shorter one, and of queues as long,
 * that of the account that was served most often in these ten minutes for one that was served less often; otherwise
 * the new entry is refused. Either throws `unavailable` with a Retry-After. So accounts that come again and again, from
 * however many addresses, leave the first turn to others. By default, the client is the account.
 */
export function limitConcurrencyByClient(
  max: number,
  maxQueued: number,
): <T>(client: string, work: () => Promise<T>, account?: string) => Promise<T> {
  const full = () => new Refusal('unavailable', { retryAfter: 2 })
  /** Round robin: the first client is next, and moves to the end after its turn. */
  const queues = new Map<string, QueuedTask[]>()
  let running = 0
  let queued = 0
  const served = new Map<string, number>()
  let servedSince = performance.now()
  const servedTo = (account: string) => served.get(account) ?? 0

  function countServed(account: string): void {
    if (performance.now() - servedSince > servedPeriod) {
      served.clear()
      servedSince = performance.now()
    }
    served.set(account, servedTo(account) + 1)
  }

  /** How often the account of a queue's newest entry was served. */
  const servedToNewest = (queue: readonly QueuedTask[]) => servedTo(queue.at(-1)?.account ?? '')

  function makeRoom(account: string, ownQueued: number): void {
    const [first] = [...queues].sort(
      ([, one], [, other]) => other.length - one.length || servedToNewest(other) - servedToNewest(one),
    )
    if (!first) throw full()
    const [largest, queue] = first
    const isLonger = queue.length > ownQueued + 1
    const isAsLong = queue.length === ownQueued + 1
    if (!isLonger && !(isAsLong && servedToNewest(queue) > servedTo(account))) throw full()
    queue.pop()?.refuse(full())
    if (queue.length === 0) queues.delete(largest)
    queued -= 1
  }

  function startNext(): void {
    const [next] = queues
    if (!next) {
      running -= 1
      return
    }
    const [client, queue] = next
    queues.delete(client)
    const first = queue.shift()
    if (queue.length > 0) queues.set(client, queue)
    queued -= 1
    first?.start()
  }

  return async (client, work, account = client) => {
    if (running < max) running += 1
    else {
      const queue = queues.get(client) ?? []
      if (running + queued >= maxQueued) makeRoom(account, queue.length)
      queues.set(client, queue)
      queued += 1
      await new Promise<void>((start, refuse) => queue.push({ account, start, refuse }))
    }
    countServed(account)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}
