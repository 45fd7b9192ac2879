import type { Tx } from '../database/database.ts'
import { type AccountKind, endSessions } from '../domain/session-queries.ts'
import { deleteBrowsers } from './known-browser-queries.ts'
import { storePassword } from './queries.ts'
import { deleteSignIns } from './second-step-queries.ts'

/**
 * Stores the hash of a new password, ends every session of the account and forgets its browsers: another person may
 * know the old password, and be signed in with it. A second factor stays as it is.
 */
export async function setPassword(tx: Tx, kind: AccountKind, accountId: string, hash: string): Promise<void> {
  await storePassword(tx, kind, accountId, hash)
  // In separate statements after the lock on the password is taken, so that they see the session of a sign-in that held
  // the lock before.
  if (kind === 'seller') await deleteSignIns(tx, accountId)
  await endSessions(tx, kind, accountId)
  await deleteBrowsers(tx, kind, accountId)
}
