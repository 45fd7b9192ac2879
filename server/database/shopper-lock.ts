import type { Tx } from './database.ts'

/**
 * Locks a shopper until the end of the transaction. Operations that must run one at a time for a shopper take this lock
 * first.
 */
export async function lockShopper(tx: Tx, shopperId: string): Promise<void> {
  await tx.selectFrom('shopper').select('id').where('id', '=', shopperId).forNoKeyUpdate().execute()
}
