import type { SettingTopic, SettingValue } from '../../contract/entities/setting-values.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { findSetting, storeSetting } from './queries.ts'

/** Returns how a setting is read and saved that is stored as it was sent. */
export const versionedSetting = <Topic extends SettingTopic>(topic: Topic) => ({
  /** Returns the setting; undefined if it was never saved. */
  find: (db: Db) => findSetting(db, topic),
  /** Saves the setting. Throws `setting_changed` if its version isn't `seen` (0: never saved). */
  save: async (
    db: Db,
    value: SettingValue<Topic>,
    { seen, by }: { seen: number; by: string | undefined },
  ): Promise<void> => refuseUnless(await storeSetting(db, { topic, value, seen, by }), 'setting_changed'),
})
