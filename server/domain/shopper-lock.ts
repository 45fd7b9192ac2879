import { refuseUnless } from '../common/refusal.ts'
import type { Tx } from '../database/database.ts'
import { erasedEmail } from './erased-email.ts'

/**
 * Locks a shopper until the end of the transaction. Operations that must run one at a time for a shopper take this lock
 * first. Throws `not_signed_in` if the account was erased meanwhile.
 */
export async function lockShopper(tx: Tx, shopperId: string): Promise<void> {
  const shopper = await tx
    .selectFrom('shopper')
    .select('email')
    .where('id', '=', shopperId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  refuseUnless(shopper?.email !== erasedEmail(shopperId), 'not_signed_in')
}
