import { type Db, inTransaction } from '../database/database.ts'
import {
  anonymizeOrders,
  emptyAccount,
  forgetReceivers,
  lockShopperByEmail,
  unfinishedOrders,
} from './shopper-data-queries.ts'

/** The result of erasing an account, or the reason why it can't be erased yet. */
export type EraseResult =
  | { kind: 'erased'; orders: number }
  | { kind: 'unknown' }
  | { kind: 'unfinished'; orders: number[] }

/**
 * Erases a shopper: account, addresses, cart and sessions are deleted; orders stay for the books, without name, street,
 * phone, note, e-mail address and who took the goods. Documents stay whole, as tax law asks (five years in Thailand:
 * Revenue Code, section 87/3), and pictures of slips and deliveries until they are deleted by their age. Changes
 * nothing while an order is under way or money is owed.
 */
export async function eraseShopper(db: Db, email: string): Promise<EraseResult> {
  return inTransaction(db, async (tx) => {
    const id = await lockShopperByEmail(tx, email)
    if (id === undefined) return { kind: 'unknown' }
    const unfinished = await unfinishedOrders(tx, id)
    if (unfinished.length > 0) return { kind: 'unfinished', orders: unfinished }
    const orders = await anonymizeOrders(tx, id)
    await forgetReceivers(tx, id)
    await emptyAccount(tx, { id, email })
    return { kind: 'erased', orders }
  })
}
