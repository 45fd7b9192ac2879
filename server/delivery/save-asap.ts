import type { AsapSettings } from '../../contract/entities/delivery.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db, Tx } from '../database/database.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'

const topic = 'asap'

/** Returns how orders as soon as possible are offered; undefined if that was never saved: they aren't. */
export const findAsap = (db: Db) => findSetting<AsapSettings>(db, topic)

/** Saves how orders as soon as possible are offered. Throws `setting_changed` if the version isn't `seen` (0: never saved). */
export async function saveAsap(
  db: Db | Tx,
  value: AsapSettings,
  { seen, by }: { seen: number; by: string | undefined },
): Promise<void> {
  refuseUnless(await saveSetting(db, { topic, value, seen, by }), 'setting_changed')
}
