import { setTimeout as wait } from 'node:timers/promises'
import type { JobHelpers, TaskList } from 'graphile-worker'
import type { Db } from '../database/database.ts'
import { ownsStore } from './owns-store.ts'
import {
  currentTransactionId,
  haveTransactionsEnded,
  picturesOfProducts,
  picturesOfSettings,
  soldPictures,
} from './queries.ts'
import type { PictureStore } from './store.ts'

/*
 * Deletes unused pictures: of products that were never inserted because the process was killed in between, and those
 * that an edit removed and no order shows.
 */

/** Every night. If the server was stopped then, the job runs at the next start. */
export const tidyPicturesTimetable = '23 3 * * * tidy-pictures ?fill=1d'

/** Minimum age in milliseconds: a newer picture may belong to a form that is being saved. */
const minAge = 24 * 3600_000

/** How many stored pictures are looked up at a time. They take about 14 MB of memory. */
const batchSize = 50_000

/** The job `tidy-pictures`. */
export function pictureTasks(deps: { db: Db; store: PictureStore }): TaskList {
  return {
    'tidy-pictures': async (_payload: unknown, { abortSignal }: JobHelpers) => {
      await tidyPictures({ ...deps, signal: abortSignal })
    },
  }
}

/**
 * Deletes every picture older than a day that neither a product, an order nor a setting shows, and unfinished files of
 * killed processes; nothing in a store of another shop. Returns how many files were deleted. Memory is bounded: one
 * batch of names.
 */
export async function tidyPictures({
  db,
  store,
  signal,
  now = Date.now(),
}: {
  db: Db
  store: PictureStore
  signal?: AbortSignal
  now?: number
}): Promise<number> {
  if (!(await ownsStore(db, store))) return 0
  const moment = new Date(now - minAge)
  let removed = await store.removeUnfinished(moment)
  /** The stored names by their hash. */
  let batch = new Map<string, string[]>()
  const leaveOut = (urls: readonly string[]) => {
    for (const url of urls) batch.delete(hashOf(url) ?? '')
  }
  const removeUnused = async () => {
    for await (const urls of picturesOfProducts(db)) {
      signal?.throwIfAborted()
      leaveOut(urls)
    }
    leaveOut(await picturesOfSettings(db))
    if (batch.size === 0) return
    // An order that is being placed may have read a product before its pictures were changed. So orders are searched
    // only after all transactions that were open by now have ended.
    await transactionsEnded(db, await currentTransactionId(db), signal)
    const sold = await soldPictures(db, [...batch.keys()], { signal })
    for (const [hash, names] of batch) {
      if (sold.has(hash)) continue
      signal?.throwIfAborted()
      for (const name of names) if (await store.removeOlder(name, moment)) removed += 1
    }
    batch = new Map()
  }
  for await (const name of store.list()) {
    const hash = name.slice(0, 32)
    const names = batch.get(hash)
    if (names) names.push(name)
    else batch.set(hash, [name])
    if (batch.size >= batchSize) await removeUnused()
    signal?.throwIfAborted()
  }
  await removeUnused()
  return removed
}

/** Returns the hash in a picture's URL. */
const hashOf = (url: string) => /\/([0-9a-f]{32})-/.exec(url)?.[1]

/**
 * Resolves once all transactions before the given one have ended. Throws after a minute; the job is then repeated
 * later.
 */
async function transactionsEnded(db: Db, transactionId: string, signal: AbortSignal | undefined): Promise<void> {
  const deadline = Date.now() + 60_000
  while (!(await haveTransactionsEnded(db, transactionId))) {
    if (Date.now() > deadline)
      throw new Error('transactions that are older than a minute keep the pictures from being cleaned')
    await wait(100, undefined, signal ? { signal } : {})
  }
}
