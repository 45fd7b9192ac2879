import { emailOf } from '../common/email.ts'
import { type Db, inTransaction } from '../database/database.ts'
import type { Accounts } from './accounts.ts'
import { hashPassword, refuseCommonPassword, verifyPassword } from './password.ts'
import { findSellerOf, putPassword } from './queries.ts'
import { forgetSignIns } from './sign-in-tries.ts'

/** Opens a seller's account. Refuses `password_common`; throws when the address has one already. */
export async function createSeller(
  accounts: Accounts,
  seller: { email: string; password: string; name: string },
): Promise<void> {
  refuseCommonPassword(seller.password, 'password', seller.email)
  // Signing up opens a session that nobody holds the token of; it runs out by itself.
  const { sellers } = await accounts()
  await sellers.api.signUpEmail({ body: { ...seller, email: emailOf(seller.email) } })
}

/** Sets a seller's password and ends the seller's sessions. Gives whether there is such a seller. */
export async function setSellerPassword(db: Db, email: string, password: string): Promise<boolean> {
  refuseCommonPassword(password, 'password', email)
  const hash = await hashPassword(password)
  await forgetSignIns(db, 'seller', emailOf(email))
  return inTransaction(db, async (tx) => {
    const seller = await findSellerOf(tx, emailOf(email))
    if (!seller) return false
    await putPassword(tx, 'seller', seller.id, hash)
    return true
  })
}

/** Whether this is the seller's password. */
export async function isSellerPassword(db: Db, email: string, password: string): Promise<boolean> {
  const seller = await findSellerOf(db, emailOf(email))
  return seller?.password ? verifyPassword(seller.password, password) : false
}
