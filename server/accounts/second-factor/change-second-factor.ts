import type { ShopConfig } from '../../../contract/settings/shop.ts'
import { refuse, refuseUnless } from '../../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { consumeRateLimit, resetRateLimit, restoreRateLimit } from '../../database/rate-limit.ts'
import { endSessions, type Seller } from '../../domain/session-queries.ts'
import { queueStaffAccountMail } from '../../mail/queue-mail.ts'
import { deleteBrowsers } from '../known-browser-queries.ts'
import { orUndo } from '../or-undo.ts'
import { verifyPassword } from '../password.ts'
import { findAccount, lockSecondFactors } from '../queries.ts'
import { deleteSignIns } from '../second-step-queries.ts'
import { ownAccount } from '../slow-hashes.ts'
import {
  confirmSession,
  endOtherSessions,
  findNewTotp,
  isConfirmed,
  storeNewTotp,
} from './confirmed-session-queries.ts'
import {
  deletePasskeys,
  deleteTotp,
  insertTotp,
  needsSecondFactor,
  refreshSecondFactors,
  secondFactorsOf,
  storeRecoveryCodes,
} from './factor-queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { newTotpSecret, openTotp, sealTotp, stepOfCode, totpUri } from './totp.ts'

/*
 * How one of the staff sets up and changes their own second factor. All of it needs a password that was typed within
 * ten minutes: an open browser isn't enough to lock its owner out, or to remove the protection.
 */

export type FactorDeps = { db: Db; secret: string; shop: Pick<ShopConfig, 'name'> }
/** One of the staff, and the hash of the session's token. */
export type SignedInSeller = { seller: Seller; session: string }

/** Wrong passwords of a session's seller. */
const passwordTries = { limit: 10, perSeconds: 900 }

/** Records that the caller typed the password. Throws `password_wrong`, `too_many` and `unavailable`. */
export async function confirmPassword(db: Db, { seller, session }: SignedInSeller, password: string): Promise<void> {
  const key = `confirm:${seller.id}`
  await consumeRateLimit(db, key, passwordTries)
  const account = await findAccount(db, 'seller', seller.email)
  const hash = account?.password ?? undefined
  // If nothing was compared: a full queue of hashes must not use up tries.
  const isRight = await orUndo(verifyPassword(hash, password, ownAccount(seller.email)), () =>
    restoreRateLimit(db, key),
  )
  refuseUnless(isRight, 'password_wrong')
  await resetRateLimit(db, key)
  await confirmSession(db, session)
}

/**
 * Begins to set an authenticator app up, which takes effect with `finishApp`. One that this session has begun goes on
 * with the same secret, which the app may have already. Throws `confirm_password` and `app_on`.
 */
export async function beginApp({ db, secret, shop }: FactorDeps, { seller, session }: SignedInSeller) {
  await requireConfirmed(db, session)
  refuseUnless(!seller.secondFactors.includes('app'), 'app_on')
  const begun = await findNewTotp(db, session)
  const totp = (begun && openTotp(secret, seller.id, begun.secret)) ?? newTotpSecret()
  await storeNewTotp(db, session, sealTotp(secret, seller.id, totp))
  return { secret: totp, uri: totpUri(totp, { shop: shop.name, email: seller.email }) }
}

/**
 * Switches the authenticator app on, once a code shows that it works, and ends the account's other sessions, which were
 * opened without it. Returns recovery codes with the account's first factor. Throws `confirm_password`, `set_up_again`,
 * `app_on`, `app_code_wrong` and `unavailable`.
 */
export async function finishApp({ db, secret }: FactorDeps, { seller, session }: SignedInSeller, code: string) {
  await requireConfirmed(db, session)
  const begun = await findNewTotp(db, session)
  const totp = begun && openTotp(secret, seller.id, begun.secret)
  if (!begun || !totp) refuse('set_up_again')
  const step = stepOfCode(totp, code.trim(), begun.now)
  if (step === undefined) refuse('app_code_wrong')
  return addFactor(db, { seller, session }, async (tx) => {
    refuseUnless(await insertTotp(tx, seller.id, begun.secret, step), 'app_on')
    await storeNewTotp(tx, session, null)
    await queueStaffAccountMail(tx, { to: seller.email, about: 'app_added' })
  })
}

/**
 * Adds a second factor and ends the account's other sessions. Returns new recovery codes if it is the account's first
 * factor. Throws what `add` throws, `set_up_again` if the account's other factors were removed meanwhile, and
 * `unavailable` if the queue of hashes is full.
 */
export async function addFactor(
  db: Db,
  { seller, session }: SignedInSeller,
  add: (tx: Tx) => Promise<void>,
): Promise<string[] | undefined> {
  // Before the transaction: hashes are queued, and a queued hash must not hold a database connection.
  const recovery = seller.secondFactors.length === 0 ? await newRecoveryCodes(seller.email) : undefined
  return inTransaction(db, async (tx) => {
    const before = await lockSecondFactors(tx, seller.id)
    await add(tx)
    await refreshSecondFactors(tx, seller.id)
    // The factors that the account had when the request came were removed meanwhile.
    if (before.length === 0 && !recovery) refuse('set_up_again')
    if (before.length === 0) await storeRecoveryCodes(tx, seller.id, recovery)
    await deleteSignIns(tx, seller.id)
    await endOtherSessions(tx, seller.id, session)
    return before.length === 0 ? recovery?.codes : undefined
  })
}

/** Switches the caller's authenticator app off. Throws `confirm_password`, `app_off` and `second_step_stays`. */
export async function removeApp(db: Db, caller: SignedInSeller): Promise<void> {
  const { id, email } = caller.seller
  await removeFactor(db, caller, async (tx) => {
    refuseUnless(await deleteTotp(tx, id), 'app_off')
    await queueStaffAccountMail(tx, { to: email, about: 'app_removed' })
  })
}

/**
 * Removes a second factor; with the last one the recovery codes too. Throws `confirm_password`, and `second_step_stays`
 * if the role needs one.
 */
export async function removeFactor(db: Db, { seller, session }: SignedInSeller, remove: (tx: Tx) => Promise<void>) {
  await requireConfirmed(db, session)
  await inTransaction(db, async (tx) => {
    await lockSecondFactors(tx, seller.id)
    await remove(tx)
    const left = await refreshSecondFactors(tx, seller.id)
    if (left.length === 0) {
      refuseUnless(!(await needsSecondFactor(tx, seller.id)), 'second_step_stays')
      await storeRecoveryCodes(tx, seller.id, undefined)
    }
    await deleteSignIns(tx, seller.id)
  })
}

/**
 * Replaces the caller's recovery codes. Throws `confirm_password`, `app_off` without a second factor, and
 * `unavailable`.
 */
export async function replaceRecoveryCodes(db: Db, { seller, session }: SignedInSeller): Promise<string[]> {
  await requireConfirmed(db, session)
  // Before ten codes are hashed in vain.
  refuseUnless((await secondFactorsOf(db, seller.id)).factors.length > 0, 'app_off')
  const recovery = await newRecoveryCodes(seller.email)
  await inTransaction(db, async (tx) => {
    refuseUnless((await lockSecondFactors(tx, seller.id)).length > 0, 'app_off')
    await storeRecoveryCodes(tx, seller.id, recovery)
    await queueStaffAccountMail(tx, { to: seller.email, about: 'codes_replaced' })
  })
  return recovery.codes
}

/**
 * Removes all second factors of an account, ends its sessions and forgets its browsers: the device that had the factor
 * may be in other hands. The caller has locked the account or its second factors.
 * @param by the address of the owner who does it; undefined on the shop's machine
 */
export async function resetSecondFactors(
  tx: Tx,
  { id: sellerId, email }: { id: string; email: string },
  by: string | undefined,
): Promise<void> {
  const before = await lockSecondFactors(tx, sellerId)
  await deleteTotp(tx, sellerId)
  await deletePasskeys(tx, sellerId)
  await refreshSecondFactors(tx, sellerId)
  await storeRecoveryCodes(tx, sellerId, undefined)
  // Before the sessions: it waits for a sign-in that is just being finished, whose session then ends too.
  await deleteSignIns(tx, sellerId)
  await endSessions(tx, 'seller', sellerId)
  await deleteBrowsers(tx, 'seller', sellerId)
  if (before.length > 0) await queueStaffAccountMail(tx, { to: email, about: 'factors_reset', by })
}

/** Throws `confirm_password` unless the password was typed in this session within ten minutes. */
export async function requireConfirmed(db: Db, session: string): Promise<void> {
  refuseUnless(await isConfirmed(db, session), 'confirm_password')
}
