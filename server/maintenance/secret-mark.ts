import { keyFor } from '../common/encryption.ts'
import type { Db } from '../database/database.ts'

/**
 * Marks the database with the secret of this process. Returns whether another secret was there before: then codes,
 * tracking links and authenticator apps that were made with it no longer work, and if its process still runs, each
 * takes mails that only the other can decrypt.
 */
export async function isOtherSecret(db: Db, secret: string): Promise<boolean> {
  const mark = keyFor(secret, 'mark of the secret').toString('base64url')
  const { secretMark } = await db.selectFrom('shopId').select('secretMark').executeTakeFirstOrThrow()
  if (secretMark !== mark) await db.updateTable('shopId').set({ secretMark: mark }).execute()
  return secretMark !== null && secretMark !== mark
}
