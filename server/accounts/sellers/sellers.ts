import type { Role } from '../../../contract/staff/staff-roles.ts'
import { emailOf, refuseUndeliverable } from '../../common/email.ts'
import { refuse } from '../../common/refusal.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { hashPassword, refuseCommonPassword, verifyPassword } from '../password.ts'
import { findAccount, insertAccount, storePassword } from '../queries.ts'
import { resetSecondFactors } from '../second-factor/change-second-factor.ts'
import { setPassword } from '../set-password.ts'
import { resetSignInLimits } from '../sign-in-limits.ts'
import { ownAccount } from '../slow-hashes.ts'

/**
 * Creates an account of the seller area, by default an owner's. Throws `password_common`, `email_taken`, `invalid_form`
 * for an address that mail servers reject, and `unavailable` if the queue of hashes is full.
 */
export async function createSeller(
  db: Db,
  input: { email: string; password: string; name: string; role?: Role },
): Promise<void> {
  const email = emailOf(input.email)
  refuseCommonPassword(input.password, 'password', email)
  refuseUndeliverable(email)
  const hash = await hashPassword(input.password, ownAccount(email))
  await inTransaction(db, async (tx) => {
    const id = await insertAccount(tx, 'seller', { email, name: input.name, role: input.role ?? 'owner' })
    if (!id) refuse('email_taken', { fields: { email: 'taken' } })
    await storePassword(tx, 'seller', id, hash)
  })
}

/**
 * Sets a seller's password and ends the seller's sessions. Returns whether there is such a seller. Throws
 * `password_common`, and `unavailable` if the queue of hashes is full.
 */
export async function setSellerPassword(db: Db, email: string, password: string): Promise<boolean> {
  refuseCommonPassword(password, 'password', email)
  const hash = await hashPassword(password, ownAccount(email))
  await resetSignInLimits(db, 'seller', emailOf(email))
  return inTransaction(db, async (tx) => {
    const seller = await findAccount(tx, 'seller', emailOf(email))
    if (!seller) return false
    await setPassword(tx, 'seller', seller.id, hash)
    return true
  })
}

/** Removes a seller's second factors and ends the sessions. Returns whether there is such a seller. */
export function resetFactorsOf(db: Db, email: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const seller = await findAccount(tx, 'seller', emailOf(email))
    if (seller) await resetSecondFactors(tx, { id: seller.id, email: emailOf(email) }, undefined)
    return seller !== undefined
  })
}

/** Returns whether this is the seller's password. */
export async function isSellerPassword(db: Db, email: string, password: string): Promise<boolean> {
  const seller = await findAccount(db, 'seller', emailOf(email))
  return verifyPassword(seller?.password ?? undefined, password, ownAccount(email))
}
