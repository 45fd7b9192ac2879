import { LRUCache } from 'lru-cache'
import type { Db } from '../database/database.ts'
import type { PromotionReader } from '../promotions/current-promotions.ts'
import { productRecord } from './product-record.ts'
import * as queries from './queries.ts'

/** Characters of JSON that are cached: some 10,000 products of the demo's length. */
const maxCharacters = 5_000_000

export type WrittenProductsDeps = {
  db: Db
  promotions: Pick<PromotionReader, 'read'>
  /** Returns a version number, which differs whenever products or promotions may have changed. */
  generation: () => number
}

/**
 * Returns a function that returns the JSON of the products with some ids, as the API sends it to everyone, in the ids'
 * order; unknown and archived products are left out. It is cached until `generation` changes: reading and writing a
 * hundred products takes 4 ms, for which other requests wait.
 */
export function writtenProducts(
  { db, promotions, generation }: WrittenProductsDeps,
  maxSize = maxCharacters,
): (ids: readonly string[]) => Promise<string[]> {
  const cache = new LRUCache<string, string>({ maxSize, sizeCalculation: (json) => json.length })
  let cachedGeneration = generation()

  return async (given) => {
    const ids = [...new Set(given.map((id) => id.toLowerCase()))]
    const current = generation()
    if (cachedGeneration !== current) {
      cache.clear()
      cachedGeneration = current
    }
    const found = new Map(ids.map((id) => [id, cache.get(id)]))
    const missing = ids.filter((id) => found.get(id) === undefined)
    if (missing.length > 0) {
      const [rows, { labelOf }] = await Promise.all([queries.productsByIds(db, missing), promotions.read()])
      for (const row of rows) {
        const json = JSON.stringify(productRecord(row, labelOf))
        found.set(row.id, json)
        // Otherwise it may be from before the change.
        if (current === generation()) cache.set(row.id, json)
      }
    }
    return [...found.values()].filter((json) => json !== undefined)
  }
}
