import { versionedSetting } from '../../settings/versioned-setting.ts'

/** How ASAP orders are offered; until it is saved they aren't. */
export const asapSetting = versionedSetting('asap')

/** What becomes of unconfirmed orders; until it is saved the shop goes on ringing. */
export const unconfirmedSetting = versionedSetting('unconfirmed')
