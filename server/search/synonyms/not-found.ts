import type { NotFoundSearch } from '../../../contract/entities/search.ts'
import type { Log } from '../../common/log.ts'
import type { Db } from '../../database/database.ts'
import { fold } from '../text/fold.ts'
import { countNotFound, deleteOldNotFound, frequentNotFound, type NotFound } from './synonym-queries.ts'

const notFoundLimits = {
  /** Different searches that are counted in memory until they are written. */
  pending: 500,
  /** Milliseconds until they are written. */
  delay: 2000,
  /** The minimum number of times before the owner sees a search: a text that one person typed once stays private. */
  least: 3,
  shown: 100,
  /** Rows that are kept. */
  kept: 5000,
  days: 180,
}

/**
 * Counts searches that found nothing: the text and how often, without the user. Buffers in memory and writes every two
 * seconds in one statement, so that many searches don't cause many writes. Once as many were written as are kept, it
 * deletes the rarest, not only the nightly job: one client can type 250 new ones a second.
 */
export class NotFoundCounter {
  readonly #db: Db
  readonly #log: Pick<Log, 'warn'>
  readonly #pending = new Map<string, NotFound>()
  #timer: NodeJS.Timeout | undefined
  /** Written since the rarest were deleted. */
  #written = 0

  constructor(db: Db, log: Pick<Log, 'warn'>) {
    this.#db = db
    this.#log = log
  }

  /** Counts a search, unless it looks like something personal: an address, a phone number or another long number. */
  count(typed: string): void {
    const folded = fold(typed)
    if (folded.length < 2 || typed.includes('@') || /[0-9]{5}/.test(folded.replaceAll(' ', ''))) return
    const known = this.#pending.get(folded)
    if (!known && this.#pending.size >= notFoundLimits.pending) return
    this.#pending.set(folded, { folded, typed: known?.typed ?? typed, count: (known?.count ?? 0) + 1 })
    this.#timer ??= setTimeout(() => void this.write(), notFoundLimits.delay).unref()
  }

  /** Writes the buffered counts. A failure is logged, and the counts are lost. */
  async write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const searches = [...this.#pending.values()]
    this.#pending.clear()
    if (searches.length === 0) return
    await this.#store(searches).catch((error) =>
      this.#log.warn({ err: error }, 'searches that found nothing could not be counted'),
    )
  }

  async #store(searches: readonly NotFound[]): Promise<void> {
    await countNotFound(this.#db, searches)
    this.#written += searches.length
    if (this.#written < notFoundLimits.kept) return
    this.#written = 0
    await tidyNotFound(this.#db)
  }
}

/**
 * Returns the searches that found nothing, the most frequent first, without rare ones and without prefixes of others,
 * which come from lists that are updated while a person types.
 */
export async function notFoundSearches(db: Db): Promise<NotFoundSearch[]> {
  const rows = await frequentNotFound(db, { least: notFoundLimits.least, max: 3 * notFoundLimits.shown })
  const isBeginning = (row: { folded: string; count: number }) =>
    rows.some((other) => other !== row && other.folded.startsWith(row.folded) && other.count >= row.count / 2)
  return rows
    .filter((row) => !isBeginning(row))
    .slice(0, notFoundLimits.shown)
    .map(({ q, count, lastSeen }) => ({ q, count, lastSeen }))
}

/** Deletes old and the rarest searches. */
export const tidyNotFound = (db: Db) => deleteOldNotFound(db, notFoundLimits)
