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

/** Milliseconds for which it counts how much time the work of a client took. */
const usagePeriod = 600_000

/**
 * Like {@link limitConcurrency}, with a bounded queue that is fair by time: next is the work of the client, and the
 * group of clients, whose work took least time in these ten minutes; first come, first served if they are equal. With
 * accounts as clients, and their addresses as groups, neither many addresses nor many accounts bring more than a few,
 * and work that takes long waits for that of others. By default, each client is a group.
 *
 * If `maxQueued` are running or waiting, the newest entry of the client or group with most entries is dropped for one
 * with fewer, and if they have as many, that of the one whose work took longer for one whose took less; otherwise the
 * new entry is refused. Either throws `unavailable` with a Retry-After.
 */
export function limitConcurrencyByClient(
  max: number,
  maxQueued: number,
): <T>(client: string, work: () => Promise<T>, group?: string) => Promise<T> {
  const full = () => new Refusal('unavailable', { retryAfter: 2 })
  /** In the order in which they came. */
  const waiting: QueuedTask[] = []
  let running = 0
  const used = { client: new Map<string, number>(), group: new Map<string, number>() }
  let usedSince = performance.now()
  const usedBy = ({ client, group }: Pick<QueuedTask, 'client' | 'group'>) =>
    Math.max(used.client.get(client) ?? 0, used.group.get(group) ?? 0)

  function startPeriod(): void {
    used.client.clear()
    used.group.clear()
    usedSince = performance.now()
  }

  function countUsage(client: string, group: string, from: number): void {
    // At least one, so that clients take turns however short their work is.
    const milliseconds = Math.max(performance.now() - from, 1)
    used.client.set(client, (used.client.get(client) ?? 0) + milliseconds)
    used.group.set(group, (used.group.get(group) ?? 0) + milliseconds)
  }

  function makeRoom(client: string, group: string): void {
    const newestFirst = waiting.toReversed()
    const ofClient = countBy(newestFirst, (task) => task.client)
    const ofGroup = countBy(newestFirst, (task) => task.group)
    const entriesOf = (task: Pick<QueuedTask, 'client' | 'group'>) =>
      Math.max(ofClient.get(task.client) ?? 0, ofGroup.get(task.group) ?? 0)
    const [dropped] = newestFirst.toSorted(
      (one, other) => entriesOf(other) - entriesOf(one) || usedBy(other) - usedBy(one),
    )
    if (!dropped) throw full()
    const more = entriesOf(dropped) - (entriesOf({ client, group }) + 1)
    if (more < 0 || (more === 0 && usedBy(dropped) <= usedBy({ client, group }))) throw full()
    waiting.splice(waiting.indexOf(dropped), 1)
    dropped.refuse(full())
  }

  function startNext(): void {
    const [first, ...others] = waiting
    if (!first) {
      running -= 1
      return
    }
    const next = others.reduce((best, task) => (usedBy(task) < usedBy(best) ? task : best), first)
    waiting.splice(waiting.indexOf(next), 1)
    next.start()
  }

  return async (client, work, group = client) => {
    if (performance.now() - usedSince > usagePeriod) startPeriod()
    if (running < max) running += 1
    else {
      if (running + waiting.length >= maxQueued) makeRoom(client, group)
      await new Promise<void>((start, refuse) => waiting.push({ client, group, start, refuse }))
    }
    const from = performance.now()
    try {
      return await work()
    } finally {
      countUsage(client, group, from)
      startNext()
    }
  }
}

function countBy<T>(list: readonly T[], keyOf: (each: T) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const each of list) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1)
  return counts
}
