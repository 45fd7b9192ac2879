import { m } from '../messages/messages.ts'
import { countMessage } from '../product/count-message.ts'

/**
 * Returns a sentence with the number of products in a list that includes sold-out ones, and how many are in stock if
 * not all are. A search counts all its results.
 */
export function stockMessage(total: number, inStock: number | undefined, q: string): string {
  const all = countMessage(total, q)
  if (q !== '' || inStock === undefined || inStock >= total) return all
  return m.products_count_in_stock({ all, count: inStock.toLocaleString('en') })
}
