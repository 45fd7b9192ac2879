import { isLinkSecret } from '../../contract/entities/fields.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import { rememberBrowser, type SignInClient } from '../accounts/known-browser-queries.ts'
import { hashPassword, refuseCommonPassword } from '../accounts/password.ts'
import { insertAccount, storePassword } from '../accounts/queries.ts'
import { ofAddress } from '../accounts/slow-hashes.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { describeSession, hashOfToken, openSession } from '../domain/session-queries.ts'
import { consumeInvitation, findInvitation, setActorOf } from './queries.ts'

/**
 * Returns the stored form of an invitation's token. Throws `invitation_incomplete` for one that was cut off with its
 * link.
 */
export function invitationHash(token: string): string {
  refuseUnless(isLinkSecret(token), 'invitation_incomplete')
  return hashOfToken(token)
}

/**
 * Makes the account of an invitation, uses up the invitation, and signs in. Throws `invitation_incomplete`,
 * `invitation_closed` if it was used, withdrawn or replaced, or has expired, `password_common`, and `staff_member` if
 * the address has got an account since.
 */
export async function acceptInvitation(
  db: Db,
  input: { token: string; name: string; password: string },
  client: Pick<SignInClient, 'address' | 'browserToken' | 'browser'>,
): Promise<{ id: string; token: string; browserToken: string }> {
  const tokenHash = invitationHash(input.token)
  const invited = (await findInvitation(db, tokenHash)) ?? refuse('invitation_closed')
  const name = normaliseText(input.name)
  refuseCommonPassword(input.password, 'newPassword', invited.email, name)
  // Before the transaction: hashes are queued, and a queued hash must not hold a database connection.
  const password = await hashPassword(input.password, ofAddress(client.address))
  return inTransaction(db, async (tx) => {
    const { email, role } = (await consumeInvitation(tx, { tokenHash })) ?? refuse('invitation_closed')
    // The actor in the audit log is the person who accepts it.
    await setActorOf(tx, email)
    const id = (await insertAccount(tx, 'seller', { email, name, role: role as Role })) ?? refuse('staff_member')
    await storePassword(tx, 'seller', id, password)
    const token = await openSession(tx, 'seller', id)
    await describeSession(tx, token, client.browser ?? '')
    return { id, token, browserToken: await rememberBrowser(tx, 'seller', id, client.browserToken) }
  })
}
