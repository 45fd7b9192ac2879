import { m } from '../messages/messages.ts'

/** The shop counts matches up to this many. */
const countedUpTo = 1000

/** How many products a list holds, and for which search. */
export function countWords(total: number, q: string): string {
  if (total >= countedUpTo) return m.products_count_many({ count: '1,000' })
  return q ? m.products_found({ count: total, q }) : m.products_count({ count: total })
}
