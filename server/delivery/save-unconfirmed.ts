import type { UnconfirmedRule } from '../../contract/entities/delivery.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db, Tx } from '../database/database.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'

const topic = 'unconfirmed'

/** Returns what becomes of unconfirmed orders; undefined if that was never saved: the shop goes on ringing. */
export const findUnconfirmed = (db: Db) => findSetting<UnconfirmedRule>(db, topic)

/** Saves what becomes of unconfirmed orders. Throws `setting_changed` if the version isn't `seen` (0: never saved). */
export async function saveUnconfirmed(
  db: Db | Tx,
  value: UnconfirmedRule,
  { seen, by }: { seen: number; by: string | undefined },
): Promise<void> {
  refuseUnless(await saveSetting(db, { topic, value, seen, by }), 'setting_changed')
}
