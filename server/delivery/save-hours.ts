import type { OpeningHours } from '../../contract/entities/delivery.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { Db, Tx } from '../database/database.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'

const topic = 'hours'

/** Returns when the shop is open; undefined if that was never saved. */
export const findHours = (db: Db | Tx) => findSetting<OpeningHours>(db, topic)

/**
 * Saves when the shop is open. Refuses `invalid_form` for spans that end before they start or overlap, and
 * `setting_changed` if the version isn't `seen` (0: never saved).
 */
export async function saveHours(
  tx: Tx,
  { week, closed }: OpeningHours,
  { seen, by }: { seen: number; by: string | undefined },
): Promise<void> {
  const sorted = [...week].sort((one, other) => one.day - other.day || (one.from < other.from ? -1 : 1))
  const isApart = sorted.every(({ day, from, to }, at) => {
    const next = sorted[at + 1]
    return from < to && !(next?.day === day && next.from < to)
  })
  if (!isApart) refuse('invalid_form', { fields: { week: 'hours_span' } })
  const value = { week: sorted, closed: [...new Set(closed)].sort() }
  refuseUnless(await saveSetting(tx, { topic, value, seen, by }), 'setting_changed')
}
