import { actAs } from '../../common/actor.ts'
import { Refusal, refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { type BurstLimit, consumeBurstLimit, restoreRateLimit } from '../../database/rate-limit.ts'
import { describeSession, openSession } from '../../domain/session-queries.ts'
import { rememberBrowser, type SignInClient } from '../known-browser-queries.ts'
import { lockSecondFactors } from '../queries.ts'
import { consumeSignIn, findSignIn } from '../second-step-queries.ts'
import type { SignedIn } from '../sign-in.ts'
import { ownAccount } from '../slow-hashes.ts'
import { consumeRecoveryCode, consumeTotpStep, findRecoverySalt, findTotp } from './factor-queries.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { openTotp, stepOfCode } from './totp.ts'

/*
 * The second step of a sign-in, after the password. docs/decisions/072-second-factor.md derives the numbers.
 */

/**
 * Tries of an app's codes for an account, by browsers that signed in before and by all others. Three of a million codes
 * are right at any moment, so a caller who knows the password and never stops has a chance of 3% in a year, or of 5%
 * from a browser that signed in before.
 */
export const codeLimits = {
  known: { burst: 10, everySeconds: 1800 },
  unknown: { burst: 5, everySeconds: 3600 },
} as const satisfies Record<string, BurstLimit>

export type SecondStepDeps = { db: Db; secret: string }

/** A sign-in that awaits its second step: its account. */
export type PendingSignIn = NonNullable<Awaited<ReturnType<typeof findSignIn>>>

/** Returns the account of a sign-in that awaits its second step. Throws `sign_in_expired`. */
export async function getSignIn(db: Db, token: string | undefined): Promise<PendingSignIn> {
  return (token && (await findSignIn(db, token))) || refuse('sign_in_expired')
}

/**
 * Finishes a sign-in with a code of the app or a recovery code. Throws `sign_in_expired`, `app_code_wrong`,
 * `app_code_used`, `app_codes_closed` after too many wrong ones, `app_unreadable`, `recovery_code_wrong`, and
 * `unavailable` if the queue of hashes is full.
 */
export async function finishSignInByCode(
  deps: SecondStepDeps,
  signIn: PendingSignIn,
  { token, code }: { token: string; code: string },
  client: SignInClient,
): Promise<SignedIn> {
  const { sellerId } = signIn
  const digits = code.replaceAll(/\s/g, '')
  const use = /^[0-9]{6}$/.test(digits)
    ? await checkedAppCode(deps, sellerId, digits, client)
    : await checkedRecoveryCode(deps.db, signIn, code)
  return finishSignIn(deps.db, signIn, { token, use }, client)
}

/** Uses a checked factor up in the transaction that opens the session; throws if another call was faster. */
type UseFactor = (tx: Tx) => Promise<void>

/**
 * Opens the session of a sign-in whose second factor was checked. Throws `sign_in_expired` if the sign-in is over or
 * was finished by another request, and what `use` throws.
 */
export async function finishSignIn(
  db: Db,
  { sellerId, email, name }: PendingSignIn,
  { token, use }: { token: string; use: UseFactor },
  client: SignInClient,
): Promise<SignedIn> {
  // The use of a recovery code is an entry of the audit log.
  return actAs(email, () =>
    inTransaction(db, async (tx) => {
      await lockSecondFactors(tx, sellerId)
      refuseUnless(await consumeSignIn(tx, token), 'sign_in_expired')
      await use(tx)
      const session = await openSession(tx, 'seller', sellerId)
      await describeSession(tx, session, client.browser ?? '')
      const browserToken = await rememberBrowser(tx, 'seller', sellerId, client.browserToken)
      return { user: { id: sellerId, name, email, emailVerified: true }, token: session, browserToken }
    }),
  )
}

async function checkedAppCode(
  { db, secret }: SecondStepDeps,
  sellerId: string,
  code: string,
  client: SignInClient,
): Promise<UseFactor> {
  const which = client.known ? 'known' : 'unknown'
  const key = `second-step:${sellerId}:${which}`
  // Counted before the comparison, in a statement of its own, as the tries of all codes.
  await consumeBurstLimit(db, key, codeLimits[which]).catch((error) => {
    throw error instanceof Refusal ? new Refusal('app_codes_closed', error.details) : error
  })
  const totp = await findTotp(db, sellerId)
  if (!totp) refuse('app_code_wrong')
  const opened = openTotp(secret, sellerId, totp.secret)
  if (!opened) refuse('app_unreadable')
  const step = stepOfCode(opened, code, totp.now)
  if (step === undefined) refuse('app_code_wrong')
  return async (tx) => {
    refuseUnless(await consumeTotpStep(tx, sellerId, step), 'app_code_used')
    await restoreRateLimit(tx, key, codeLimits[which])
  }
}

/**
 * Not counted per account: a stranger who knows the password could use up the owner's last way in, and can't guess 60
 * bits.
 */
async function checkedRecoveryCode(
  db: Db,
  { sellerId, email }: Pick<PendingSignIn, 'sellerId' | 'email'>,
  code: string,
): Promise<UseFactor> {
  const salt = await findRecoverySalt(db, sellerId)
  const hash = await hashRecoveryCode(ownAccount(email), code, salt ?? '')
  return async (tx) => refuseUnless(await consumeRecoveryCode(tx, sellerId, hash), 'recovery_code_wrong')
}
