import type { SecondFactor } from '../../contract/staff/second-factor.ts'
import type { Language } from '../../contract/values/languages.ts'
import { emailOf, refuseUndeliverable } from '../common/email.ts'
import { normaliseText } from '../common/normalise-text.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction } from '../database/database.ts'
import { type AccountKind, describeSession, endSession, openSession } from '../domain/session-queries.ts'
import { rememberBrowser, type SignInClient } from './known-browser-queries.ts'
import { orUndo } from './or-undo.ts'
import { hashPassword, refuseCommonPassword, verifyPassword } from './password.ts'
import { findAccount, insertAccount, lockPassword, lockSecondFactors, storePassword } from './queries.ts'
import { insertSignIn } from './second-step-queries.ts'
import { consumeSignInLimits } from './sign-in-limits.ts'
import { ofAddress } from './slow-hashes.ts'

export type Credentials = { email: string; password: string }

/** The account that signed in, and the tokens of its session cookie and browser cookie. */
export type SignedIn = {
  user: { id: string; name: string; email: string; emailVerified: boolean }
  token: string
  browserToken: string
}

/** A sign-in whose password was right: the account's second factors, and the token for the second step. */
export type HalfSignedIn = { factors: SecondFactor[]; signInToken: string }

/**
 * Creates an account and signs its shopper in. Throws `password_common`, `email_taken`, `invalid_form` for an address
 * that mail servers reject, and `unavailable` if the queue of hashes is full.
 */
export async function register(
  db: Db,
  input: Credentials & { name: string; language: Language },
  client: Pick<SignInClient, 'address' | 'browserToken'>,
): Promise<SignedIn> {
  const { language } = input
  const email = emailOf(input.email)
  const name = normaliseText(input.name)
  refuseCommonPassword(input.password, 'password', email, name)
  refuseUndeliverable(email)
  // Before the transaction: hashes are queued, and a queued hash must not hold a database connection.
  const password = await hashPassword(input.password, ofAddress(client.address))
  return inTransaction(db, async (tx) => {
    const id = await insertAccount(tx, 'shopper', { email, name, language })
    if (!id) refuse('email_taken', { fields: { email: 'taken' } })
    await storePassword(tx, 'shopper', id, password)
    const token = await openSession(tx, 'shopper', id)
    const user = { id, name, email, emailVerified: false }
    return { user, token, browserToken: await rememberBrowser(tx, 'shopper', id, client.browserToken) }
  })
}

/**
 * Signs a shopper or a seller in; an account with a second factor gets only a token for the second step
 * (second-factor/second-step.ts). Throws `invalid_credentials`, the same for an unknown address and a wrong password,
 * `too_many`, `invalid_form` for an address that no account can have, and `unavailable` if the queue of hashes is full.
 */
export async function signIn(
  db: Db,
  kind: AccountKind,
  credentials: Credentials,
  client: SignInClient,
): Promise<SignedIn | HalfSignedIn> {
  const email = emailOf(credentials.email)
  const counted = await consumeSignInLimits(db, kind, email, client)
  refuseUndeliverable(email)
  const account = await findAccount(db, kind, email)
  const hashClient = { email, ofAccount: client.known, clientAddress: client.address }
  // If nothing was compared, the caller learned nothing: a full queue of hashes must not use up tries.
  const isRight = await orUndo(
    verifyPassword(account?.password ?? undefined, credentials.password, hashClient),
    counted.undo,
  )
  if (!account || !isRight) refuse('invalid_credentials')
  const { password, ...user } = account
  const signedIn = await inTransaction(db, async (tx) => {
    // Inserting the session locks the account's row first, then the password is locked: the lock order of every change
    // of an account, which prevents deadlocks.
    const token = await openSession(tx, kind, user.id)
    // Throws if the password was changed since it was checked. A later change waits for this transaction, and then ends
    // this session.
    refuseUnless((await lockPassword(tx, kind, user.id)) === password, 'invalid_credentials')
    // After the password's lock: these lock the account's row against changes.
    const factors = kind === 'seller' ? await lockSecondFactors(tx, user.id) : []
    if (factors.length > 0) {
      // The session is of this transaction: no request has seen it.
      await endSession(tx, kind, token)
      return { factors, signInToken: await insertSignIn(tx, user.id) }
    }
    if (kind === 'seller') await describeSession(tx, token, client.browser ?? '')
    return { user, token, browserToken: await rememberBrowser(tx, kind, user.id, client.browserToken) }
  })
  await counted.restore()
  return signedIn
}
