import type { Tx } from '../database/database.ts'
import { endSessions, type Kind } from '../http/sessions.ts'
import { forgetDevices } from './devices.ts'
import { putPassword } from './queries.ts'

/**
 * Sets a new password by its hash. Every session of the account ends and its browsers are forgotten: a password is set
 * anew because somebody else may know the old one.
 */
export async function setPassword(tx: Tx, kind: Kind, accountId: string, hash: string): Promise<void> {
  await putPassword(tx, kind, accountId, hash)
  // In statements that begin after the lock on the password is held, so that they see the session of a sign-in which held
  // it before.
  await endSessions(tx, kind, accountId)
  await forgetDevices(tx, kind, accountId)
}
