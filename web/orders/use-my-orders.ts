import { useCallback, useEffect, useRef, useState } from 'react'
import { streams } from '../../contract/call-paths.ts'
import { limits } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { api, failureWords } from '../client/api.ts'
import type { OrderChange } from '../client/order-events.ts'
import { refreshSession } from '../client/session.ts'
import { useOrderEvents } from '../client/use-order-events.ts'
import { useRead } from '../client/use-read.ts'
import { toast } from '../ui/toast.tsx'
import {
  type Moved,
  movedBetween,
  type OrderPages,
  pagesOf,
  stretchesBeside,
  withNewest,
  withOlder,
  withUpdated,
} from './order-pages.ts'

/** Orders of one page. */
const pageSize = 10
/** Milliseconds for which a step that has just been reached is marked. */
const freshFor = 4000

/** The orders of a shopper, those that await payment among them: read by pages, and live. */
export function useMyOrders(userId: string) {
  const ask = useCallback(
    (limit: number, cursor?: string, signal?: AbortSignal) =>
      api.order.user({ userId, awaiting: 'true', limit: String(limit), cursor }, signal ? { signal } : {}),
    [userId],
  )
  const first = useRead(userId, (signal) => ask(pageSize, undefined, signal))
  const [pages, setPages] = useState<OrderPages>()
  const [readingOlder, setReadingOlder] = useState(false)
  const [moved, setMoved] = useState<readonly Moved[]>([])
  const latest = useRef<OrderPages>(undefined)

  const show = useCallback((next: OrderPages) => {
    const before = latest.current
    latest.current = next
    setPages(next)
    const changed = before ? movedBetween(before, next) : []
    if (changed.length === 0) return
    setMoved(changed)
    // A paid order takes its items out of the account's cart.
    if (changed.some(({ from }) => from === 'Awaiting payment')) void refreshSession({ fresh: true })
  }, [])

  useEffect(() => {
    if (moved.length === 0) return
    const timer = setTimeout(() => setMoved([]), freshFor)
    return () => clearTimeout(timer)
  }, [moved])

  /** What was told and isn't read yet: orders by id, or that anything may have changed. */
  const untold = useRef<Set<string> | 'anything'>(undefined)
  const reading = useRef(false)

  async function readAgain(ids: readonly string[] | undefined) {
    const newest = await ask(pageSize)
    if (!newest.success || !latest.current) return
    const stretches = stretchesBeside(latest.current, newest, ids)
    show(withNewest(latest.current, newest))
    for (let { cursor, count } of stretches)
      while (count > 0) {
        const limit = Math.min(count, limits.pageSize)
        const reply = await ask(limit, cursor)
        if (!reply.success) return
        show(withUpdated(latest.current, reply.orders))
        const last = reply.orders.at(-1)
        if (!last) break
        cursor = last._id
        count -= limit
      }
  }

  async function changed(changes: readonly OrderChange[]) {
    const named = changes.flatMap(({ order }) => order ?? [])
    if (named.length < changes.length || named.length === 0) untold.current = 'anything'
    else if (untold.current !== 'anything') untold.current = new Set([...(untold.current ?? []), ...named])
    await readUntold()
  }

  async function readUntold() {
    if (reading.current || !latest.current) return
    reading.current = true
    try {
      while (untold.current) {
        const ids = untold.current === 'anything' ? undefined : [...untold.current]
        untold.current = undefined
        await readAgain(ids)
      }
    } catch {
      // The banner says that the shop can't be reached; the next event or look brings the orders.
    } finally {
      reading.current = false
    }
  }
  useOrderEvents(streams.shopper, (changes) => void changed(changes))

  // biome-ignore lint/correctness/useExhaustiveDependencies: it is about the page that has just come
  useEffect(() => {
    if (!first.data) return
    show(latest.current ? withNewest(latest.current, first.data) : pagesOf(first.data))
    // The page may have been read before what was told meanwhile happened.
    void readUntold()
  }, [first.data])

  async function readOlder() {
    const cursor = latest.current?.nextCursor
    if (readingOlder || !cursor) return
    setReadingOlder(true)
    try {
      const reply = await ask(pageSize, cursor)
      if (reply.success && latest.current) show(withOlder(latest.current, reply))
      else if (!reply.success) toast.error(reply.message)
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setReadingOlder(false)
    }
  }

  return {
    pages: pages ?? (first.data && pagesOf(first.data)),
    failure: first.failure,
    loading: first.loading,
    again: first.again,
    readingOlder,
    readOlder,
    /** Orders that have come to another state just now. */
    moved,
    /** The state that an order has come to just now. */
    freshState: (id: string): OrderStatus | undefined => moved.find(({ order }) => order._id === id)?.order.status,
    /** Reads one order again. */
    readOnce: (id: string) => void changed([{ order: id }]),
  }
}
