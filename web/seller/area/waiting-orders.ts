import type { OrderChange } from '../../client/order-events.ts'
import { makeReader, type Refused } from '../../client/reader.ts'
import { type Bell, nextBell, silentBell } from './order-bell.ts'

type WaitingOrdersDeps = {
  /** Reads the number of unconfirmed orders. */
  read: (signal: AbortSignal) => Promise<{ success: true; count: number } | Refused>
  /** Called with the number each time it was read. */
  onCount: (count: number) => void
  ring: () => void
}

/** Counts the unconfirmed orders from `start` until `stop`, and rings for them. */
export function makeWaitingOrders({ read, onCount, ring }: WaitingOrdersDeps) {
  let bell: Bell = silentBell
  /** Whether an order has arrived since the running call was sent, and before it. */
  let arrived = false
  let arrivedBefore = false

  function tell(count: number, isNew = false) {
    const next = nextBell(bell, count, performance.now(), isNew)
    bell = next.bell
    if (next.rings) ring()
  }

  const { changed, ...reader } = makeReader({
    read: (signal) => {
      arrivedBefore ||= arrived
      arrived = false
      return read(signal)
    },
    take: ({ count }) => {
      tell(count, arrivedBefore)
      arrivedBefore = false
      onCount(count)
      return count
    },
  })

  return {
    ...reader,
    /** Reads the number again after events of the stream. */
    changed: (changes: readonly OrderChange[]) => {
      arrived ||= changes.some(({ status }) => status === 'Order Placed')
      changed()
    },
    /** Rings again if it is time to. */
    check: () => tell(reader.state.get().data ?? 0),
  }
}
