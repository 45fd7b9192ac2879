import { setTimeout as wait } from 'node:timers/promises'
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { Db } from '../database/database.ts'
import {
  currentTransactionId,
  haveTransactionsEnded,
  picturesOfProducts,
  picturesOfSettings,
  soldPictures,
} from './queries.ts'
import type { PictureStore } from './store.ts'

/*
 * Deletes unused pictures: of products that were never inserted because the process was killed in between, and those that
 * an edit removed and no order shows.
 */

/** Every night. If the server was stopped then, the job runs at the next start. */
export const cleanPicturesTimetable = '23 3 * * * clean-pictures ?fill=1d'

/** Minimum age in milliseconds: a newer picture may belong to a form that is being saved. */
const minAge = 24 * 3600_000

/** How many pictures are looked up in the orders at a time. */
const batchSize = 10_000

/** The job `clean-pictures`. */
export function pictureTasks(deps: { db: Db; store: PictureStore }): TaskList {
  return {
    'clean-pictures': async (_payload: unknown, { abortSignal }: JobHelpers) => {
      await cleanPictures({ ...deps, signal: abortSignal })
    },
  }
}

/**
 * Deletes every picture older than a day that neither a product, an order nor a setting shows, and unfinished files of killed
 * processes. Returns how many files were deleted. Memory is bounded: eight bytes for each picture of a product, and one
 * batch of names.
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
  const moment = new Date(now - minAge)
  const removedDrafts = await store.removeDrafts(moment)
  const shown = await shownByProducts(db, signal)
  const ofSettings = new Set((await picturesOfSettings(db)).map(hashOf))
  // An order that is being placed may have read a product before its pictures were changed. So orders are searched only
  // after all transactions that were open by now have ended.
  await transactionsEnded(db, await currentTransactionId(db), signal)

  let removed = removedDrafts
  let unused = new Map<string, string[]>()
  const removeUnsold = async () => {
    if (unused.size === 0) return
    const sold = await soldPictures(db, [...unused.keys()], { signal })
    for (const [hash, names] of unused) {
      if (sold.has(hash)) continue
      signal?.throwIfAborted()
      for (const name of names) if (await store.removeOlder(name, moment)) removed += 1
    }
    unused = new Map()
  }
  for await (const name of store.list()) {
    const hash = name.slice(0, 32)
    if (shown.has(hash) || ofSettings.has(hash)) continue
    const names = unused.get(hash)
    if (names) names.push(name)
    else unused.set(hash, [name])
    if (unused.size >= batchSize) await removeUnsold()
    signal?.throwIfAborted()
  }
  await removeUnsold()
  return removed
}

/**
 * Returns a lookup of the hashes of all products' pictures. It holds their first 52 bits as sorted numbers: a set of texts
 * would take ten times the memory. If two hashes share these bits, an unused picture may stay.
 */
async function shownByProducts(db: Db, signal: AbortSignal | undefined): Promise<{ has(hash: string): boolean }> {
  let numbers = new Float64Array(1024)
  let count = 0
  for await (const urls of picturesOfProducts(db)) {
    signal?.throwIfAborted()
    for (const url of urls) {
      const hash = hashOf(url)
      if (hash === undefined) continue
      if (count === numbers.length) {
        const more = new Float64Array(count * 2)
        more.set(numbers)
        numbers = more
      }
      numbers[count] = numberOf(hash)
      count += 1
    }
  }
  const sorted = numbers.subarray(0, count).sort()
  return {
    has(hash) {
      const number = numberOf(hash)
      let [low, high] = [0, sorted.length]
      while (low < high) {
        const middle = (low + high) >>> 1
        if ((sorted[middle] ?? 0) < number) low = middle + 1
        else high = middle
      }
      return sorted[low] === number
    },
  }
}

/** Returns the hash in a picture's URL. */
const hashOf = (url: string) => /\/([0-9a-f]{32})-/.exec(url)?.[1]

const numberOf = (hash: string) => Number.parseInt(hash.slice(0, 13), 16)

/** Resolves once all transactions before the given one have ended. Throws after a minute; the job is then repeated later. */
async function transactionsEnded(db: Db, transactionId: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await haveTransactionsEnded(db, transactionId))) {
    if (Date.now() > deadline)
      throw new Error('transactions that are older than a minute keep the pictures from being cleaned')
    await wait(100, undefined, signal ? { signal } : {})
  }
}
