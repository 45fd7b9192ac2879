import { m } from '../messages/messages.ts'
import { countMessage } from '../product/count-message.ts'

/**
 * Returns a sentence with the number of products in a list that shows what is sold out too, and how many of them are in stock if
 * that isn't all. A search counts what it has found, in any stock.
 */
export function stockMessage(total: number, inStock: number | undefined, q: string): string {
  const all = countMessage(total, q)
  if (q !== '' || inStock === undefined || inStock >= total) return all
  return m.products_count_in_stock({ all, count: inStock.toLocaleString('en') })
}
