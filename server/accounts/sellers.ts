import { sql } from 'kysely'
import { type Db, inTransaction } from '../platform/database.ts'
import { forgetTries } from '../platform/tries.ts'
import type { Accounts } from './accounts.ts'
import { hashPassword, refuseCommonPassword, verifyPassword } from './password.ts'
import { signInTries } from './sign-in.ts'

/** Opens a seller's account. Refuses `password_common`; throws when the address has one already. */
export async function createSeller(
  accounts: Accounts,
  seller: { email: string; password: string; name: string },
): Promise<void> {
  refuseCommonPassword(seller.password, 'password', seller.email)
  // Signing up opens a session that nobody holds the token of; it runs out by itself.
  const { sellers } = await accounts()
  await sellers.api.signUpEmail({ body: { ...seller, email: seller.email.toLowerCase() } })
}

/** Sets a seller's password and ends the seller's sessions. Gives whether there is such a seller. */
export async function setSellerPassword(db: Db, email: string, password: string): Promise<boolean> {
  refuseCommonPassword(password, 'password', email)
  const hash = await hashPassword(password)
  await forgetTries(db, signInTries('seller', email.toLowerCase()))
  return inTransaction(db, async (tx) => {
    const seller = await tx
      .selectFrom('seller')
      .select('id')
      .where('email', '=', email.toLowerCase())
      .executeTakeFirst()
    if (!seller) return false
    await tx
      .updateTable('sellerCredential')
      .set({ password: hash, updatedAt: sql<Date>`now()` })
      .where('sellerId', '=', seller.id)
      .execute()
    await tx.deleteFrom('sellerSession').where('sellerId', '=', seller.id).execute()
    return true
  })
}

/** Whether this is the seller's password. */
export async function isSellerPassword(db: Db, email: string, password: string): Promise<boolean> {
  const credential = await db
    .selectFrom('sellerCredential')
    .innerJoin('seller', 'seller.id', 'sellerCredential.sellerId')
    .select('sellerCredential.password')
    .where('seller.email', '=', email.toLowerCase())
    .executeTakeFirst()
  return credential?.password ? verifyPassword(credential.password, password) : false
}

/** Every seller's address, oldest first. */
export function sellers(db: Db): Promise<{ email: string; createdAt: Date }[]> {
  return db.selectFrom('seller').select(['email', 'createdAt']).orderBy('id').execute()
}

/** Removes a seller with all sessions. Gives whether there was one. */
export async function removeSeller(db: Db, email: string): Promise<boolean> {
  const result = await db.deleteFrom('seller').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return result.numDeletedRows > 0n
}
