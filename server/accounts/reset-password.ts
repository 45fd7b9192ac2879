import { sql } from 'kysely'
import { inTransaction } from '../platform/database.ts'
import { refuse } from '../platform/refusal.ts'
import { type CodeDeps, checkCode, useCode } from './codes.ts'
import { hashPassword, refuseCommonPassword } from './password.ts'

/**
 * Sets a new password with the code, all in one transaction: the code is used up, every session of the account ends,
 * and the address counts as verified, since the code proved the mailbox.
 *
 * Refuses `password_common` before the code is looked at, so that a weak password doesn't cost a try; then `otp_wrong`
 * and `otp_expired`, alike for unknown addresses.
 */
export async function resetPassword(
  deps: CodeDeps,
  wish: { email: string; code: string; newPassword: string },
): Promise<void> {
  const email = wish.email.trim().toLowerCase()
  refuseCommonPassword(wish.newPassword, 'newPassword', email)
  const codeHash = await checkCode(deps, email, 'reset', wish.code)
  const password = await hashPassword(wish.newPassword)
  await inTransaction(deps.db, async (tx) => {
    await useCode(tx, email, 'reset', codeHash)
    const shopper = await tx
      .updateTable('shopper')
      .set({ emailVerified: true, updatedAt: sql<Date>`now()` })
      .where('email', '=', email)
      .returning('id')
      .executeTakeFirst()
    // Whoever guessed the code of an address without an account is told what a wrong code is told.
    if (!shopper) refuse('otp_wrong')
    await tx
      .updateTable('shopperCredential')
      .set({ password, updatedAt: sql<Date>`now()` })
      .where('shopperId', '=', shopper.id)
      .where('providerId', '=', 'credential')
      .execute()
    await tx.deleteFrom('shopperSession').where('shopperId', '=', shopper.id).execute()
  })
}
