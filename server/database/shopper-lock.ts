import type { Tx } from './database.ts'

/** Locks a shopper until the end of the transaction: what must follow one another for one shopper locks the shopper first. */
export async function lockShopper(tx: Tx, shopperId: string): Promise<void> {
  await tx.selectFrom('shopper').select('id').where('id', '=', shopperId).forNoKeyUpdate().execute()
}
