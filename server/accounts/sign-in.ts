import type { Language } from '../../contract/shop.ts'
import { emailOf } from '../common/email.ts'
import { Refusal } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { hashOfToken, type Kind } from '../http/sessions.ts'
import type { Accounts } from './accounts.ts'
import type { Client } from './devices.ts'
import { refuseCommonPassword, withCheckedHash, withPasswordHashed } from './password.ts'
import { deleteSession, findShopperOf, settledPassword } from './queries.ts'
import { countSignIn } from './sign-in-tries.ts'

export type SignedIn = { token: string; user: { id: string; name: string; email: string; emailVerified: boolean } }
export type Credentials = { email: string; password: string }

/**
 * Opens an account and signs its shopper in. Refuses `password_common`, `email_taken`, and `invalid_form` for an
 * address that mail servers wouldn't take.
 */
export async function register(
  db: Db,
  accounts: Accounts,
  wish: Credentials & { name: string; language: Language },
): Promise<SignedIn> {
  const email = emailOf(wish.email)
  const name = wish.name.trim()
  refuseCommonPassword(wish.password, 'password', email, name)
  try {
    const { shoppers } = await accounts()
    // Hashed ahead: the library asks for the hash in the midst of its transaction.
    const { token, user } = await withPasswordHashed(wish.password, () =>
      shoppers.api.signUpEmail({ body: { ...wish, email, name } }),
    )
    if (!token) throw new Error('signing up opened no session')
    return { token, user }
  } catch (error) {
    // Of two registrations of one address at once the second meets the unique index. The library reports that like any
    // other failure to store the account, and keeps the cause to itself.
    if (codeOf(error) === 'FAILED_TO_CREATE_USER') {
      throw (await findShopperOf(db, email))
        ? emailTaken()
        : new Error('the account could not be stored', { cause: error })
    }
    throw refusalOf(error)
  }
}

const emailTaken = () => new Refusal('email_taken', { fields: { email: 'taken' } })

/**
 * Signs a shopper or a seller in. Refuses `invalid_credentials`, alike for an unknown address and a wrong password, and
 * `too_many`.
 */
export async function signIn(
  db: Db,
  accounts: Accounts,
  kind: Kind,
  credentials: Credentials,
  client: Client,
): Promise<SignedIn> {
  const email = emailOf(credentials.email)
  const counted = await countSignIn(db, kind, email, client)
  const { shoppers, sellers } = await accounts()
  const { api } = kind === 'shopper' ? shoppers : sellers
  const { result, hash } = await withCheckedHash(() =>
    api.signInEmail({ body: { email, password: credentials.password } }),
  ).catch((error) => {
    throw refusalOf(error)
  })
  const { token, user } = result
  await endIfPasswordChanged(db, kind, { userId: user.id, token, hash })
  await counted.forget()
  return { token, user }
}

/**
 * Ends a session that was opened with a password which a new one has replaced meanwhile: setting a password ends every
 * session there is, and one that was just being opened would slip through. The lock waits for a new password that is
 * about to be committed; one that comes later finds this session and ends it itself. Refuses `invalid_credentials`.
 */
async function endIfPasswordChanged(
  db: Db,
  kind: Kind,
  { userId, token, hash }: { userId: string; token: string; hash: string | undefined },
): Promise<void> {
  if (hash !== undefined && (await settledPassword(db, kind, userId)) === hash) return
  await deleteSession(db, kind, hashOfToken(token))
  throw new Refusal('invalid_credentials')
}

/** Why the accounts library refused. Its own way to tell would load it all when the shop opens. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'APIError'
    ? (error as { body?: { code?: string } }).body?.code
    : undefined
}

function refusalOf(error: unknown): unknown {
  switch (codeOf(error)) {
    case 'INVALID_EMAIL_OR_PASSWORD':
      return new Refusal('invalid_credentials')
    case 'INVALID_EMAIL':
    // Signing up checks the form of the address before anything else, and is stricter than the contract with nothing else.
    case 'VALIDATION_ERROR':
      return new Refusal('invalid_form', { fields: { email: 'email' } })
    case 'USER_ALREADY_EXISTS':
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return emailTaken()
    default:
      return error
  }
}
