import { inTransaction } from '../platform/database.ts'
import { refuse } from '../platform/refusal.ts'
import { forgetTries } from '../platform/tries.ts'
import { type CodeDeps, checkCode, useCode } from './codes.ts'
import { hashPassword, isCommonPassword, refuseCommonPassword } from './password.ts'
import { findShopperOf, giveTryBack, putPassword, setVerifiedOf } from './queries.ts'
import { signInTries } from './sign-in.ts'

/**
 * Sets a new password with the code and gives the shopper's id, all in one transaction: the code is used up, every
 * session of the account ends, and the address counts as verified, since the code proved the mailbox. Who forgot the
 * password has often guessed at it first, so tries to sign in are counted anew.
 *
 * Refuses `password_common` at no cost of a try; `otp_wrong` and `otp_expired`, alike for unknown addresses.
 */
export async function resetPassword(
  deps: CodeDeps,
  wish: { email: string; code: string; newPassword: string },
): Promise<string> {
  const email = wish.email.trim().toLowerCase()
  refuseCommonPassword(wish.newPassword, 'newPassword', email)
  const { codeHash, triesLeft } = await checkCode(deps, email, 'reset', wish.code)
  // The account's name is a guess too, but only whoever holds the code may be told anything about the account.
  const known = await findShopperOf(deps.db, email)
  if (known && isCommonPassword(wish.newPassword, known.name)) {
    await giveTryBack(deps.db, email, 'reset', codeHash)
    refuseCommonPassword(wish.newPassword, 'newPassword', known.name)
  }
  const password = await hashPassword(wish.newPassword).catch(async (error) => {
    await giveTryBack(deps.db, email, 'reset', codeHash)
    throw error
  })
  const shopperId = await inTransaction(deps.db, async (tx) => {
    await useCode(tx, email, 'reset', codeHash)
    const id = await setVerifiedOf(tx, email)
    // Whoever guessed the code of an address without an account is told what a wrong code is told.
    if (!id) refuse('otp_wrong', { triesLeft })
    await putPassword(tx, 'shopper', id, password)
    return id
  })
  await forgetTries(deps.db, signInTries('shopper', email))
  return shopperId
}
