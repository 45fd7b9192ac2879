import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { erasedEmail } from '../domain/erased-email.ts'
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
  const first = await inTransaction(db, async (tx): Promise<{ id: string } | { refused: EraseResult }> => {
    const id = await lockShopperByEmail(tx, email)
    if (id === undefined) return { refused: { kind: 'unknown' } }
    const orders = await unfinishedOrders(tx, id)
    if (orders.length > 0) return { refused: { kind: 'unfinished', orders } }
    await erase(tx, { id, email })
    return { id }
  })
  if ('refused' in first) return first.refused
  // Calls that began before the sessions ended may have waited for the account, and been done since.
  const account = { id: first.id, email: erasedEmail(first.id) }
  return inTransaction(db, async (tx) => {
    await lockShopperByEmail(tx, account.email)
    return { kind: 'erased', orders: await erase(tx, account) }
  })
}

/** Erases what the shop has of an account that the caller has locked. Returns how many orders stay. */
async function erase(tx: Tx, account: { id: string; email: string }): Promise<number> {
  const orders = await anonymizeOrders(tx, account.id)
  await forgetReceivers(tx, account.id)
  await emptyAccount(tx, account)
  return orders
}
