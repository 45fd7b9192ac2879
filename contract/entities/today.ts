import * as z from 'zod'
import { orderStatuses } from '../orders/order-status.ts'
import { sellerProduct } from './product.ts'

/** A problem of the shop. `code` is a key of `problemTexts` (server/maintenance/health/shop-problem-texts.ts). */
export const problem = z.object({ code: z.string(), message: z.string() })
export type Problem = z.infer<typeof problem>

/** The seller's overview. Days are in the shop's time zone. */
export const today = z.object({
  /** Open orders by status, counted up to 1,000 each. */
  waiting: z.array(z.object({ status: z.enum(orderStatuses), count: z.int() })),
  /**
   * The last 30 days, oldest first, as YYYY-MM-DD; the last one is today so far. `orders` and `amount` are the net
   * sales as reports have them; `placed` counts the orders placed that day, without cancelled ones.
   */
  days: z.array(z.object({ day: z.string(), orders: z.int(), amount: z.number(), placed: z.int() })),
  /** Products out of stock, and low on stock: the first few, and their number, counted up to 1,000. */
  outOfStock: z.object({ products: z.array(sellerProduct), count: z.int() }),
  lowStock: z.object({ products: z.array(sellerProduct), count: z.int() }),
})
export type Today = z.infer<typeof today>
