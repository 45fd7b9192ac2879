import type { FactorSettings, StaffSettings } from '../../contract/entities/settings.ts'
import { auditDays } from '../../contract/staff/audit.ts'
import { requireConfirmed, type SignedInSeller } from '../accounts/second-factor/change-second-factor.ts'
import { refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { notifySellers } from '../domain/session-queries.ts'
import { findSetting, storeSetting } from '../settings/queries.ts'
import { versionedSetting } from '../settings/versioned-setting.ts'
import { deleteOldEntries } from './audit-queries.ts'

/** How long the log of changes is kept. */
export const staffSetting = versionedSetting('staff')

/** The default until an owner has saved something. */
export const usualStaffSettings: StaffSettings = { auditDays: auditDays.usual }

// Read with each request of the staff too (domain/session-queries.ts).
const factorTopic = 'second-factor'

/** Returns the stored roles that need a second factor; undefined if they were never saved. */
export const findFactorSettings = (db: Db) => findSetting(db, factorTopic)

/** The default until an owner has saved something. */
export const usualFactorSettings: FactorSettings = { roles: [] }

/**
 * Saves the roles that need a second factor. It applies to open sessions at once. Throws `confirm_password`,
 * `own_step_first` if the caller would have to set one up, and `setting_changed` if its version isn't `seen` (0: never
 * saved).
 */
export async function saveFactorSettings(
  db: Db,
  { roles }: FactorSettings,
  seen: number,
  { seller, session }: SignedInSeller,
): Promise<void> {
  await requireConfirmed(db, session)
  refuseUnless(!roles.includes(seller.role) || seller.secondFactors.length > 0, 'own_step_first')
  const value: FactorSettings = { roles: [...new Set(roles)].sort() }
  await inTransaction(db, async (tx) => {
    const saved = await storeSetting(tx, { topic: factorTopic, value, seen, by: seller.email })
    refuseUnless(saved, 'setting_changed')
    await notifySellers(tx)
  })
}

/** Deletes the entries of the audit log that are older than the owner keeps them. */
export async function tidyAudit(db: Db): Promise<void> {
  const { auditDays } = (await staffSetting.find(db))?.value ?? usualStaffSettings
  await deleteOldEntries(db, auditDays)
}
