import type { WindowTemplateInput } from '../../../contract/calls/windows.ts'
import { minCutOff } from '../../../contract/delivery/delivery-limits.ts'
import { serverLimits } from '../../../contract/values/limits.ts'
import { centsOf } from '../../../contract/values/money.ts'
import { isId } from '../../common/ids.ts'
import { refuse, refuseField, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import {
  countTemplates,
  deleteTemplate,
  findTemplate,
  lockTemplates,
  storeTemplate,
  type TemplateRow,
  unknownZones,
} from '../windows/template-queries.ts'
import { deleteWindowsOf, endHolds, lockComingWindows, updateWindowsOf } from '../windows/window-queries.ts'
import { refuseBooked, replaceUnfitting } from '../windows/windows.ts'

type SavedBy = { id: string; seen: number; by: string | undefined; timeZone: string }

/**
 * Saves a template, a new one if `seen` is 0, and makes its windows of the next seven days fit it. A template that is
 * switched off takes no more orders; its orders stay.
 *
 * Throws `invalid_form` for an end before the start, a cut-off that isn't before the end, and unknown zones;
 * `setting_changed` if its version isn't `seen`; `too_many_templates`; `delivery_booked`, with what is booked, for less
 * capacity than orders take and for other times of windows with orders. Holds that are in the way end.
 */
export async function saveTemplate(
  db: Db,
  typed: WindowTemplateInput,
  { id, seen, by, timeZone }: SavedBy,
): Promise<void> {
  refuseUnless(isId(id), 'setting_changed')
  if (typed.ends <= typed.starts) refuseField('ends', 'window_ends_first')
  const least = minCutOff(typed)
  if (typed.cutOff < least)
    refuse('invalid_form', { fields: { cutOff: { error: 'window_cut_off', values: { least } } } })
  const template: TemplateRow = {
    id: id.toLowerCase(),
    days: [...new Set(typed.days)].sort(),
    starts: typed.starts,
    ends: typed.ends,
    capacity: typed.capacity,
    cutOffMinutes: typed.cutOff,
    feeCents: typed.fee ? centsOf(typed.fee) : 0,
    zoneIds: typed.zones && typed.zones.length > 0 ? [...new Set(typed.zones.map((each) => each.toLowerCase()))] : null,
    active: typed.active,
  }
  await inTransaction(db, async (tx) => {
    await lockTemplates(tx)
    const current = await findTemplate(tx, template.id)
    refuseUnless((current?.version ?? 0) === seen, 'setting_changed')
    const max = serverLimits.windowTemplates
    refuseUnless(current || (await countTemplates(tx)) < max, 'too_many_templates', { values: { max } })
    if (template.zoneIds) {
      const known = template.zoneIds.every(isId) && (await unknownZones(tx, template.zoneIds)).length === 0
      refuseUnless(known, 'invalid_form', { fields: { zones: 'invalid' } })
    }
    await lockComingWindows(tx)
    if (current) {
      const change = { templateId: template.id, capacityBelow: template.capacity }
      await refuseBooked(tx, change)
      await endHolds(tx, change)
    }
    await storeTemplate(tx, template, by)
    if (template.active) {
      await refuseBooked(tx, { timeZone })
      await replaceUnfitting(tx, timeZone)
    } else await deleteWindowsOf(tx, template.id)
    await updateWindowsOf(tx, template.id)
  })
}

/**
 * Removes a template and its windows to come, whose holds end. Throws `setting_changed` if its version isn't `seen` or
 * it is gone, and `delivery_booked` if its windows to come have orders.
 */
export async function removeTemplate(db: Db, { id, seen }: { id: string; seen: number }): Promise<void> {
  refuseUnless(isId(id), 'setting_changed')
  await inTransaction(db, async (tx) => {
    await lockTemplates(tx)
    const current = await findTemplate(tx, id.toLowerCase())
    refuseUnless(current?.version === seen, 'setting_changed')
    await lockComingWindows(tx)
    await refuseBooked(tx, { templateId: current.id })
    await endHolds(tx, { templateId: current.id })
    await deleteWindowsOf(tx, current.id)
    await deleteTemplate(tx, current.id)
  })
}
