import { auditDays } from '../../contract/audit.ts'
import type { StaffSettings } from '../../contract/calls/staff.ts'
import { refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { findSetting, saveSetting } from '../settings/queries.ts'
import { removeOldEntries } from './audit-queries.ts'

const topic = 'staff'

/** Returns the setting as it is stored; undefined if it was never saved. */
export const findStaffSettings = (db: Db) => findSetting<StaffSettings>(db, topic)

/** What applies until an owner has saved something. */
export const usualStaffSettings: StaffSettings = { auditDays: auditDays.usual }

/** Saves the setting. Refuses `setting_changed` if its version isn't `seen` (0: never saved). */
export async function saveStaffSettings(
  db: Db,
  value: StaffSettings,
  { seen, by }: { seen: number; by: string },
): Promise<void> {
  refuseUnless(await saveSetting(db, { topic, value, seen, by }), 'setting_changed')
}

/** Deletes the entries of the audit log that are older than the owner keeps them. */
export async function tidyAudit(db: Db): Promise<void> {
  const { auditDays } = (await findStaffSettings(db))?.value ?? usualStaffSettings
  await removeOldEntries(db, auditDays)
}
