import { openDaysOf } from '../../contract/opening-hours.ts'
import type { DeliverySettings } from '../../contract/page-settings.ts'
import { type LoadedOnce, loadedOnce } from '../common/loaded-once.ts'
import type { Db } from '../database/database.ts'
import { deliverySettingsOf } from './queries.ts'

/** Returns a reader of what pages show of the delivery's settings. It is kept in memory until `drop`. */
export const deliverySettingsReader = (db: Db): LoadedOnce<DeliverySettings> =>
  loadedOnce(async () => {
    const { hours, ...has } = await deliverySettingsOf(db)
    return { ...has, openDays: openDaysOf(hours?.week ?? []) }
  })
