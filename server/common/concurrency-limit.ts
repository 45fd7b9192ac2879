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

type QueuedTask = { client: string; group: string; start: () => void; refuse: (error: Refusal) => void }

/** Milliseconds for which it counts how often a client was served. */
const servedPeriod = 600_000

/**
 * Like {@link limitConcurrency}, with a bounded queue for each client, served round robin. If `maxQueued` are running
 * or waiting, the newest entry of the client or group with most entries is dropped for one with fewer, and if they have
 * as many, that of the client that was served most often in these ten minutes for one that was served less often;
 * otherwise the new entry is refused. Either throws `unavailable` with a Retry-After. With accounts as clients, and
 * their addresses as groups, neither many addresses nor many accounts bring more turns than a few. By default, each
 * client is a group.
 */
export function limitConcurrencyByClient(
  max: number,
  maxQueued: number,
): <T>(client: string, work: () => Promise<T>, group?: string) => Promise<T> {
  const full = () => new Refusal('unavailable', { retryAfter: 2 })
  /** Round robin: the first client is next, and moves to the end after its turn. */
  const queues = new Map<string, QueuedTask[]>()
  let running = 0
  let queued = 0
  const served = new Map<string, number>()
  let servedSince = performance.now()
  const servedTo = (client: string) => served.get(client) ?? 0

  function countServed(client: string): void {
    if (performance.now() - servedSince > servedPeriod) {
      served.clear()
      servedSince = performance.now()
    }
    served.set(client, servedTo(client) + 1)
  }

  function makeRoom(client: string, group: string): void {
    // Within a queue, the newest first.
    const waiting = [...queues.values()].flat().reverse()
    const ofClient = countBy(waiting, (task) => task.client)
    const ofGroup = countBy(waiting, (task) => task.group)
    const entriesOf = (task: Pick<QueuedTask, 'client' | 'group'>) =>
      Math.max(ofClient.get(task.client) ?? 0, ofGroup.get(task.group) ?? 0)
    const [dropped] = waiting.toSorted(
      (one, other) => entriesOf(other) - entriesOf(one) || servedTo(other.client) - servedTo(one.client),
    )
    if (!dropped) throw full()
    const more = entriesOf(dropped) - (entriesOf({ client, group }) + 1)
    if (more < 0 || (more === 0 && servedTo(dropped.client) <= servedTo(client))) throw full()
    const queue = queues.get(dropped.client) ?? []
    queue.splice(queue.indexOf(dropped), 1)
    if (queue.length === 0) queues.delete(dropped.client)
    queued -= 1
    dropped.refuse(full())
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

  return async (client, work, group = client) => {
    if (running < max) running += 1
    else {
      if (running + queued >= maxQueued) makeRoom(client, group)
      const queue = queues.get(client) ?? []
      queues.set(client, queue)
      queued += 1
      await new Promise<void>((start, refuse) => queue.push({ client, group, start, refuse }))
    }
    countServed(client)
    try {
      return await work()
    } finally {
      startNext()
    }
  }
}

function countBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const each of list) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return counts
}
