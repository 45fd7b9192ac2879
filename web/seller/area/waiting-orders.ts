import type { OrderChange } from '../../client/order-events.ts'
import { makeReader, type ReadFailure } from '../../client/reader.ts'
import { type Bell, nextBell, silentBell } from './order-bell.ts'

type WaitingOrdersDeps = {
  /** Reads the number of unconfirmed orders, and of slips to be looked at. */
  read: (signal: AbortSignal) => Promise<({ success: true } & WaitingCounts) | ReadFailure>
  /** Called with the numbers each time they were read. */
  onCount: (waiting: WaitingCounts) => void
  ring: () => void
}

/** What waits for a seller. */
export type WaitingCounts = { orders: number; slips: number }

/** Counts the unconfirmed orders and the slips from `start` until `stop`, and rings for them. */
export function makeWaitingOrders({ read, onCount, ring }: WaitingOrdersDeps) {
  let bell: Bell = silentBell
  /** Whether an order has arrived since the running call was sent, and before it. */
  let arrived = false
  let arrivedBefore = false

  function ringIfDue(count: number, isNew = false) {
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
    take: ({ orders, slips }) => {
      ringIfDue(orders + slips, arrivedBefore)
      arrivedBefore = false
      onCount({ orders, slips })
      return orders + slips
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
    check: () => ringIfDue(reader.state.get().data ?? 0),
  }
}
