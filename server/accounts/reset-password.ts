import type { Language } from '../../contract/values/languages.ts'
import { limits } from '../../contract/values/limits.ts'
import { emailOf } from '../common/email.ts'
import { refuse } from '../common/refusal.ts'
import { inTransaction } from '../database/database.ts'
import type { AccountKind } from '../domain/session-queries.ts'
import { queuePasswordMail, queueStaffAccountMail } from '../mail/queue-mail.ts'
import { type CodeDeps, type CodeRequest, checkCode, checkLink, consumeCode, type MailboxCredential } from './codes.ts'
import { rememberBrowser } from './known-browser-queries.ts'
import { orUndo } from './or-undo.ts'
import { hashPassword, isCommonPassword, refuseCommonPassword } from './password.ts'
import { claimAccount, findAccount, restoreCodeTry, type StoredCode } from './queries.ts'
import { setPassword } from './set-password.ts'
import { resetSignInLimits } from './sign-in-limits.ts'

/** Returns whether a credential is the token of a link. It is longer than a code, which has six digits. */
export const isLinkCredential = (credential: string) => credential.trim().length > limits.codeDigits

/**
 * Sets a new password with the code or the link of a mail, and returns the account's id and a new token for the
 * caller's browser cookie. One transaction deletes the code, ends every session of the account, forgets its other
 * browsers, and marks a shopper's address as verified, because the caller can read the mailbox. An account that was
 * never verified is emptied, unless the caller is signed in to it. The address gets a mail that the password was
 * changed.
 *
 * Throws `password_common` and `unavailable` without using up a try; `otp_wrong`, `otp_expired` and `codes_closed`, the
 * same for unknown addresses.
 */
export async function resetPassword(
  deps: CodeDeps,
  kind: AccountKind,
  request: CodeRequest,
  input: {
    credential: string
    newPassword: string
    caller: string | undefined
    browserToken: string | undefined
    language: Language
  },
): Promise<{ id: string; browserToken: string }> {
  const { email, purpose } = request
  const { db } = deps
  refuseCommonPassword(input.newPassword, 'newPassword', email)
  const stored: StoredCode | undefined = isLinkCredential(input.credential)
    ? undefined
    : await checkCode(deps, request, input.credential)
  const proven: MailboxCredential = stored ?? (await checkLink(db, email, purpose, input.credential))
  const undo = async () => {
    if (stored) await restoreCodeTry(db, request, stored)
  }
  // A shopper's name is easily guessed too. Checked after the code, because the reply reveals the name of the account.
  const known = kind === 'shopper' ? await findAccount(db, kind, email) : undefined
  if (known && isCommonPassword(input.newPassword, known.name)) {
    await undo()
    refuseCommonPassword(input.newPassword, 'newPassword', known.name)
  }
  const password = await orUndo(hashPassword(input.newPassword, request), undo)
  const reset = await inTransaction(db, async (tx) => {
    await consumeCode(tx, email, purpose, proven)
    const id = kind === 'shopper' ? await claimAccount(tx, email, input) : (await findAccount(tx, kind, email))?.id
    // A right guess of the code of an address without an account gets the reply of a wrong code.
    if (!id) refuse('otp_wrong', stored ? { triesLeft: stored.triesLeft } : {})
    await setPassword(tx, kind, id, password)
    const to = emailOf(email)
    if (kind === 'shopper') await queuePasswordMail(tx, { to, language: input.language })
    else await queueStaffAccountMail(tx, { to, about: 'password_changed' })
    return { id, browserToken: await rememberBrowser(tx, kind, id, input.browserToken) }
  })
  // Earlier tries were guesses of a password that is gone: the new one works at once, from any browser.
  await resetSignInLimits(db, kind, emailOf(email))
  return reset
}
