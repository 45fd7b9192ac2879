import type { DeliverySettings } from '../../contract/page-settings.ts'
import { type LoadedOnce, loadedOnce } from '../common/loaded-once.ts'
import type { Db } from '../database/database.ts'
import { deliverySettingsOf } from './queries.ts'

/** Returns a reader of whether the shop has zones and windows, which pages show. It is kept in memory until `drop`. */
export const deliverySettingsReader = (db: Db): LoadedOnce<DeliverySettings> => loadedOnce(() => deliverySettingsOf(db))
