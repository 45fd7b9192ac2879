import { inTransaction } from '../database/database.ts'
import { followRegistration } from '../orders/money/follow-registration.ts'
import { bookSale } from '../reports/book-sales.ts'
import { type DocumentDeps, issueDocuments } from './issue-documents.ts'

/**
 * Updates an order's sale in the reports, and its documents, to its money. Idempotent: does nothing if they agree, and
 * may run at any time. One transaction for both, so that they see the same changes and compute the same taxes.
 */
export async function followMoney({ db, shop }: DocumentDeps, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await followRegistration(tx, shop, orderId)
    await bookSale(tx, orderId, { timeZone: shop.timeZone })
    await issueDocuments(tx, shop, orderId)
  })
}
