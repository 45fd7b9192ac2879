import { createHash } from 'node:crypto'
import { type Db, inTransaction } from '../../database/database.ts'
import { entryOf } from '../text/terms.ts'
import { vocabularyText } from '../text/vocabulary.ts'
import {
  consumePending,
  deleteUnusedWords,
  expectVersion,
  lockIndex,
  searchableProducts,
  writeEntries,
  writeWords,
} from './index-queries.ts'

/** Increment with any change of the rules that make entries; a change of the word lists is detected automatically. */
const rules = 7
const version = createHash('sha256').update(`${rules} ${vocabularyText}`).digest('hex').slice(0, 16)

/** Products indexed in one transaction: few enough that other requests hardly wait for the computation. */
const usualBatch = 100

/**
 * Indexes products that are new or changed, up to `max`. Returns whether some may be left. Database triggers queue
 * them, so code that writes products needn't call the search.
 */
export async function indexPending(
  db: Db,
  { max = Number.POSITIVE_INFINITY, batch = usualBatch } = {},
): Promise<boolean> {
  for (let done = 0; done < max; done += batch) {
    const taken = await inTransaction(db, async (tx) => {
      await lockIndex(tx)
      await expectVersion(tx, version)
      const ids = await consumePending(tx, batch)
      const products = await searchableProducts(tx, ids)
      const entries = products.map((product) => ({ id: product.id, ...entryOf(product) }))
      if (entries.length > 0) await writeEntries(tx, entries)
      const words = new Set(entries.flatMap(({ english, thai }) => [...english, ...thai]).filter(isWord))
      if (words.size > 0) await writeWords(tx, [...words])
      return ids.length
    })
    if (taken < batch) return false
  }
  return true
}

/** Longer words are never typed. */
const isWord = (word: string): boolean => word.length > 1 && word.length <= 40 && !/^[0-9.]+$/.test(word)

/** Deletes the words that no product has any more. Every night. */
export async function tidyWords(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockIndex(tx)
    await deleteUnusedWords(tx)
  })
}
