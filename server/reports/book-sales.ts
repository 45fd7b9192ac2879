import { type Db, inTransaction, type Tx } from '../database/database.ts'
import {
  addToSums,
  announceOrder,
  deleteOrderToBook,
  insertEntries,
  lockOrderToBook,
  ordersToBook,
  type Sum,
} from './entry-queries.ts'
import { missingEntries } from './missing-entries.ts'
import { spansOfDay } from './product-spans.ts'
import { figuresOf } from './sales-views.ts'

/**
 * Updates the entries and sums of an order's sale to its money. Idempotent: does nothing if they agree. For an order
 * from before there were entries, each change is an entry of its own moment.
 */
export async function bookSale(tx: Tx, orderId: string, { timeZone }: { timeZone: string }): Promise<void> {
  const order = await lockOrderToBook(tx, orderId)
  if (!order) return
  const entries = missingEntries(order, { history: order.isEarlier })
  if (order.isEarlier) await deleteOrderToBook(tx, orderId)
  if (entries.length === 0) return
  const moments = await insertEntries(tx, orderId, entries, timeZone)
  const sums = entries.flatMap((entry, index): Sum[] => {
    const { day, hour } = moments[index] ?? { day: '', hour: 0 }
    return figuresOf(entry, hour).flatMap((sum): Sum[] =>
      sum.view === 'product' ? spansOfDay(day).map((span) => ({ ...sum, ...span })) : [{ ...sum, day }],
    )
  })
  await addToSums(tx, sums)
  await announceOrder(tx, orderId)
}

/** Earlier orders that one run of the job adds. */
const batchSize = 2000

/** Adds the entries of orders whose money moved before there were entries. Returns how many orders it added. */
export async function bookEarlierSales(db: Db, timeZone: string): Promise<number> {
  const orders = await ordersToBook(db, batchSize)
  for (const orderId of orders) await inTransaction(db, (tx) => bookSale(tx, orderId, { timeZone }))
  return orders.length
}
