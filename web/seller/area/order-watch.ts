import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { streams } from '../../../contract/call-paths.ts'
import { api } from '../../client/api.ts'
import type { OrderChange } from '../../client/order-events.ts'
import { useOrderEvents } from '../../client/use-order-events.ts'
import { makeStore } from '../../store.ts'
import { type Bell, nextBell, silentBell } from './order-bell.ts'
import { ring } from './order-sound.ts'
import { withSessionEnd } from './session-end.ts'

/*
 * One event stream of the shop's orders for the whole seller area, whichever screen is open: it rings for new orders,
 * counts unconfirmed ones, and notifies the screens of changes.
 */

/** Milliseconds between checks whether to ring again. */
const checkInterval = 5000

const waiting = makeStore(0)
const listeners = new Set<(changes: OrderChange[]) => void>()

/** Returns the number of unconfirmed orders. */
export const useWaitingOrders = waiting.use

/** Calls `onChange` when orders are new or changed; with an empty list if anything may have changed. */
export function useOrderChanges(onChange: (changes: OrderChange[]) => void): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const listener = (changes: OrderChange[]) => changed(changes)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}

/** Calls `onChange` when orders are new or changed: at once, and in a burst at most once every `every` milliseconds. */
export function useOrderBursts(onChange: () => void, every = 2000): void {
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    // A screen that was just opened is being loaded.
    let calledAt = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    const call = () => {
      timer = undefined
      calledAt = Date.now()
      changed()
    }
    const listener = () => {
      timer ??= setTimeout(call, Math.max(calledAt + every - Date.now(), 0))
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      clearTimeout(timer)
    }
  }, [every])
}

/** Follows the shop's orders while `on`. Used once, in the seller area. */
export function useOrderWatch(on: boolean): void {
  const bell = useRef<Bell>(silentBell)
  const reading = useRef(false)
  const untold = useRef<{ arrived: boolean }>(undefined)

  function told(count: number, arrived = false) {
    const next = nextBell(bell.current, count, performance.now(), arrived)
    bell.current = next.bell
    waiting.set(count)
    if (next.rings) ring()
  }

  /** Reads the number of unconfirmed orders. Changes during the call are read after it. */
  async function read() {
    if (reading.current) return
    reading.current = true
    try {
      while (untold.current) {
        const { arrived } = untold.current
        untold.current = undefined
        const reply = withSessionEnd(await api.order.waiting())
        if (reply.success) told(reply.count, arrived)
      }
    } catch {
      // The banner reports a lost connection; the next event updates the count.
    } finally {
      reading.current = false
    }
  }

  useOrderEvents(
    on ? streams.seller : undefined,
    (changes) => {
      const arrived = changes.some(({ status }) => status === 'Order Placed')
      untold.current = { arrived: arrived || untold.current?.arrived === true }
      void read()
      for (const listener of listeners) listener(changes)
    },
    // Rings in hidden windows too.
    { whileHidden: true },
  )

  useEffect(() => {
    if (!on) return
    // The count comes from the stream: reading it here would keep the session of an abandoned screen alive.
    const timer = setInterval(() => {
      const next = nextBell(bell.current, waiting.get(), performance.now())
      bell.current = next.bell
      if (next.rings) ring()
    }, checkInterval)
    return () => {
      clearInterval(timer)
      bell.current = silentBell
      waiting.set(0)
    }
  }, [on])

  useCountInTitle(on)
}

/** Shows the number of unconfirmed orders in the tab's title: "(3) Today". */
function useCountInTitle(on: boolean): void {
  const count = useWaitingOrders()
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen brings a title of its own
  useEffect(() => {
    const plain = document.title.replace(/^\(\d+\+?\) /, '')
    document.title = on && count > 0 ? `(${count >= 1000 ? '999+' : count}) ${plain}` : plain
  }, [on, count, key])
}
