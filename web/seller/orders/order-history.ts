import type { Order } from '../../../contract/entities.ts'
import { m } from '../../messages/messages.ts'
import { statusLabel } from './order-texts.ts'

type HistoryLine = { at: string; text: string; by: string | undefined }

/** Returns an order's history, oldest first: its steps, those undone, and who undid them. */
export function historyOf({ timeline, undone = [] }: Pick<Order, 'timeline' | 'undone'>): HistoryLine[] {
  const steps = [...timeline, ...undone].map(({ status, at, by }) => ({ at, text: statusLabel(status), by }))
  const undoings = undone.map(({ undoneAt, undoneBy }) => ({
    at: undoneAt,
    text: m.seller_undelivered(),
    by: undoneBy,
  }))
  return [...steps, ...undoings].sort((one, other) => (one.at < other.at ? -1 : 1))
}
