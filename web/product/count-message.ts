import { countCaps } from '../../contract/values/limits.ts'
import { m } from '../messages/messages.ts'

/** Returns a sentence with the number of products in a list, and the search. */
export function countMessage(total: number, q: string): string {
  if (isMore(total, q)) {
    const count = total.toLocaleString('en')
    return q ? m.products_found_many({ count, q }) : m.products_count_many({ count })
  }
  return q ? m.products_found({ count: total, q }) : m.products_count({ count: total })
}

/** Returns a sentence with how many of a list's products are shown, of at least how many if counting was limited. */
export function shownMessage(shown: number, total: number, q: string): string {
  if (!isMore(total, q)) return m.products_shown({ shown, count: Math.max(total, shown) })
  if (shown > total) return m.products_shown_so_far({ shown })
  return m.products_shown_many({ shown, count: total.toLocaleString('en') })
}

const isMore = (total: number, q: string) => total >= (q ? countCaps.found : countCaps.all)
