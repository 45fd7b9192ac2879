import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { findSetting, storeSetting } from './queries.ts'

/** Returns how a setting is read and saved that is stored as it was sent. */
export const versionedSetting = <Value extends object>(topic: string) => ({
  /** Returns the setting; undefined if it was never saved. */
  find: (db: Db) => findSetting<Value>(db, topic),
  /** Saves the setting. Throws `setting_changed` if its version isn't `seen` (0: never saved). */
  save: async (db: Db, value: Value, { seen, by }: { seen: number; by: string | undefined }): Promise<void> =>
    refuseUnless(await storeSetting(db, { topic, value, seen, by }), 'setting_changed'),
})
