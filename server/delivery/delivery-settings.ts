import type { DeliverySettings } from '../../contract/page-settings.ts'
import type { Db } from '../database/database.ts'
import { deliverySettingsOf } from './queries.ts'

/** Returns a reader of whether the shop has zones and windows, which pages show. It is kept in memory until `drop`. */
export function deliverySettingsReader(db: Db) {
  let kept: Promise<DeliverySettings> | undefined
  return {
    drop(): void {
      kept = undefined
    },
    read(): Promise<DeliverySettings> {
      if (kept) return kept
      const reading = deliverySettingsOf(db)
      kept = reading
      // The next page tries again.
      reading.catch(() => {
        if (kept === reading) kept = undefined
      })
      return reading
    },
  }
}
