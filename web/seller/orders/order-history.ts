import type { Order } from '../../../contract/entities.ts'
import { m } from '../../messages/messages.ts'
import { statusWords } from './order-words.ts'

type HistoryLine = { at: string; words: string; by: string | undefined }

/** Returns an order's history, oldest first: its steps, those undone, and who undid them. */
export function historyOf({ timeline, undone = [] }: Pick<Order, 'timeline' | 'undone'>): HistoryLine[] {
  const steps = [...timeline, ...undone].map(({ status, at, by }) => ({ at, words: statusWords(status), by }))
  const undoings = undone.map(({ undoneAt, undoneBy }) => ({
    at: undoneAt,
    words: m.seller_undelivered(),
    by: undoneBy,
  }))
  return [...steps, ...undoings].sort((one, other) => (one.at < other.at ? -1 : 1))
}
