import { refuseUnless } from '../common/refusal.ts'
import type { Tx } from './database.ts'

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

/** Returns the address of an erased account, which can't be registered. */
export const erasedEmail = (shopperId: string): string => `erased-${shopperId}@${erasedDomain}`

const erasedDomain = 'erased.invalid'

/** Returns whether an address is that of an erased account: nothing can be mailed to it. */
export const isErased = (email: string): boolean => email.endsWith(`@${erasedDomain}`)
