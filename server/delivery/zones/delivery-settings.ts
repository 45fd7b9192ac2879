import { type OpeningHours, openDaysOf } from '../../../contract/delivery/opening-hours.ts'
import type { DeliverySettings } from '../../../contract/settings/page-settings.ts'
import { type LoadedOnce, loadedOnce } from '../../common/loaded-once.ts'
import type { Db } from '../../database/database.ts'
import { deliverySettingsOf } from './queries.ts'

type CachedSettings = DeliverySettings & {
  /** Null if they were never saved: the shop is always open. */
  hours: OpeningHours | null
}

/** Returns a reader of the delivery's settings that pages and orders show. They are cached until `drop`. */
export const deliverySettingsReader = (db: Db): LoadedOnce<CachedSettings> =>
  loadedOnce(async () => {
    const { hours, ...has } = await deliverySettingsOf(db)
    return { ...has, hours, ...(hours ? { openDays: openDaysOf(hours.week) } : {}) }
  })
