import { openAt } from '../../../contract/delivery/opening-hours.ts'
import type { OpeningHoursInput } from '../../../contract/entities/delivery.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { findSetting, storeSetting } from '../../settings/queries.ts'
import { ordersWithPromise, type PromisedOrder } from '../promise/promise-queries.ts'
import { fitWindows } from '../windows/windows.ts'

const topic = 'hours'

/** Returns when the shop is open; undefined if that was never saved. */
export const findHours = (db: Db) => findSetting(db, topic)

type SavedHours = { seen: number; by: string | undefined; timeZone: string }

/**
 * Saves when the shop is open, and makes the windows to come fit it. Throws what `storeHours` and `fitWindows` throw,
 * which also says what `keepsBooked` does.
 */
export async function saveHours(
  db: Db,
  typed: OpeningHoursInput,
  { keepsBooked, ...saved }: SavedHours & { keepsBooked?: boolean },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const promised = await storeHours(tx, typed, saved)
    await fitWindows(tx, { timeZone: saved.timeZone, keepsBooked, promised })
  })
}

/**
 * Saves when the shop is open. Returns the ASAP orders whose promised time was within the hours, and no longer is.
 * Throws `invalid_form`, at their fields, for spans that end before they start or overlap, and `setting_changed` if the
 * version isn't `seen` (0: never saved).
 */
export async function storeHours(
  tx: Tx,
  { week, closed }: OpeningHoursInput,
  { seen, by, timeZone }: SavedHours,
): Promise<PromisedOrder[]> {
  const fields = errorsOf(week)
  if (Object.keys(fields).length > 0) refuse('invalid_form', { fields })
  const value = { week: inOrder(week), closed: [...new Set(closed)].sort() }
  const before = (await findHours(tx))?.value
  refuseUnless(await storeSetting(tx, { topic, value, seen, by }), 'setting_changed')
  const promised = await ordersWithPromise(tx)
  return promised.filter(
    ({ promisedAt }) => (!before || openAt(before, promisedAt, timeZone)) && !openAt(value, promisedAt, timeZone),
  )
}

type Week = OpeningHoursInput['week']

function inOrder<Span extends Week[number]>(week: readonly Span[]): Span[] {
  return [...week].sort((a, b) => a.day - b.day || (a.from < b.from ? -1 : 1))
}

/**
 * Returns what is wrong with spans, by their fields: an end before its start, and the start of one before another's
 * end.
 */
function errorsOf(week: Week): Record<string, 'hours_ends_first' | 'hours_overlap'> {
  const errors: ReturnType<typeof errorsOf> = {}
  let last = { day: 0, to: '' }
  for (const { index, day, from, to } of inOrder(week.map((span, index) => ({ ...span, index })))) {
    if (last.day !== day) last = { day, to: '' }
    if (from >= to) errors[`week.${index}.to`] = 'hours_ends_first'
    else if (from < last.to) errors[`week.${index}.from`] = 'hours_overlap'
    if (to > last.to) last = { day, to }
  }
  return errors
}
