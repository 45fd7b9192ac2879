import { inTransaction } from '../database/database.ts'
import { retaxAfterRegistration } from '../orders/money/retax-after-registration.ts'
import { bookSale } from '../reports/book-sales.ts'
import { type DocumentDeps, issueDocuments } from './issue-documents.ts'

/**
 * Updates an order's sale in the reports, and its documents, to its money. Idempotent: does nothing if they agree, and
 * may run at any time. One transaction for both, so that they see the same changes and compute the same taxes.
 */
export async function updateSaleAndDocuments({ db, shop }: DocumentDeps, orderId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await retaxAfterRegistration(tx, shop, orderId)
    await bookSale(tx, orderId, { timeZone: shop.timeZone })
    await issueDocuments(tx, shop, orderId)
  })
}
