import { setTimeout as wait } from 'node:timers/promises'
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { Db } from '../database/database.ts'
import { everythingEndedSince, momentOfDatabase, picturesOfProducts, soldPictures } from './queries.ts'
import type { PictureStore } from './store.ts'

/*
 * Pictures that nothing shows any more: of products that were never written because the shop was killed in between, and
 * those that an edit left out and no order has.
 */

/** Every night. A shop that was closed then makes up for it when it opens. */
export const cleanPicturesTimetable = '23 3 * * * clean-pictures ?fill=1d'

/** Milliseconds: what was put since then may belong to a form that is being saved. */
const youngFor = 24 * 3600_000

/** Pictures that are looked for in the orders at a time. */
const batch = 10_000

/** The job `clean-pictures`. */
export function pictureTasks(deps: { db: Db; store: PictureStore }): TaskList {
  return {
    'clean-pictures': async (_payload: unknown, { abortSignal }: JobHelpers) => {
      await cleanPictures({ ...deps, signal: abortSignal })
    },
  }
}

/**
 * Removes every picture older than a day that neither a product nor an order shows, and what killed writers left. Memory
 * is bounded: eight bytes for each picture of a product, and one batch of names. Gives how many files went.
 */
export async function cleanPictures({
  db,
  store,
  signal,
  now = Date.now(),
}: {
  db: Db
  store: PictureStore
  signal?: AbortSignal | undefined
  now?: number
}): Promise<number> {
  const moment = new Date(now - youngFor)
  const removedDrafts = await store.removeDrafts(moment)
  const shown = await shownByProducts(db, signal)
  // An order that is being placed may have read a product as it was before its pictures were changed, and still be about
  // to write it down. Orders are looked through only after all of those have.
  await untilEverythingEnded(db, await momentOfDatabase(db), signal)

  let removed = removedDrafts
  let unshown = new Map<string, string[]>()
  const removeUnsold = async () => {
    if (unshown.size === 0) return
    const sold = await soldPictures(db, [...unshown.keys()], { signal })
    for (const [hash, names] of unshown) {
      if (sold.has(hash)) continue
      signal?.throwIfAborted()
      for (const name of names) if (await store.removeOlder(name, moment)) removed += 1
    }
    unshown = new Map()
  }
  for await (const name of store.list()) {
    const hash = name.slice(0, 32)
    if (shown.has(hash)) continue
    const names = unshown.get(hash)
    if (names) names.push(name)
    else unshown.set(hash, [name])
    if (unshown.size >= batch) await removeUnsold()
    signal?.throwIfAborted()
  }
  await removeUnsold()
  return removed
}

/**
 * The hashes in a sorted row of numbers, made of their first 52 bits: a set of texts would take ten times the memory.
 * Two hashes that begin alike count as one, which at worst keeps a picture that could go.
 */
async function shownByProducts(db: Db, signal: AbortSignal | undefined): Promise<{ has(hash: string): boolean }> {
  let marks = new Float64Array(1024)
  let count = 0
  for await (const urls of picturesOfProducts(db)) {
    signal?.throwIfAborted()
    for (const url of urls) {
      const hash = /\/([0-9a-f]{32})-/.exec(url)?.[1]
      if (hash === undefined) continue
      if (count === marks.length) {
        const more = new Float64Array(count * 2)
        more.set(marks)
        marks = more
      }
      marks[count] = markOf(hash)
      count += 1
    }
  }
  const sorted = marks.subarray(0, count).sort()
  return {
    has(hash) {
      const mark = markOf(hash)
      let [low, high] = [0, sorted.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((sorted[middle] ?? 0) < mark) low = middle + 1
        else high = middle
      }
      return sorted[low] === mark
    },
  }
}

const markOf = (hash: string) => Number.parseInt(hash.slice(0, 13), 16)

/** Throws when it takes too long: the job is then tried again later. */
async function untilEverythingEnded(db: Db, mark: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await everythingEndedSince(db, mark))) {
    if (Date.now() > deadline)
      throw new Error('transactions that are older than a minute keep the pictures from being cleaned')
    await wait(100, undefined, signal ? { signal } : {})
  }
}
