import type { Db } from '../database/database.ts'
import { shopHasZones } from './queries.ts'

/** Returns a reader of whether the shop has zones, which pages show. It is kept in memory until `drop`. */
export function hasZonesReader(db: Db) {
  let kept: Promise<boolean> | undefined
  return {
    drop(): void {
      kept = undefined
    },
    read(): Promise<boolean> {
      if (kept) return kept
      const reading = shopHasZones(db)
      kept = reading
      // The next page tries again.
      reading.catch(() => {
        if (kept === reading) kept = undefined
      })
      return reading
    },
  }
}
