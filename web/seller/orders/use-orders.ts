import { useCallback, useEffect, useRef, useState } from 'react'
import type { Order } from '../../../contract/entities.ts'
import { limits } from '../../../contract/limits.ts'
import type { OrderStatus } from '../../../contract/order-status.ts'
import { notices } from '../../../contract/refusals.ts'
import { api, failureWords } from '../../client/api.ts'
import { whenReconnected } from '../../client/connection.ts'
import type { OrderChange } from '../../client/order-events.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { toast } from '../../ui/toast.tsx'
import { useOrderChanges } from '../area/order-watch.ts'
import { sendChange } from '../area/send-change.ts'
import { withSessionEnd } from '../area/session-end.ts'
import { tellFailure, tellUnread } from '../area/tell-failure.ts'
import {
  listOf,
  type OrderList,
  type OrdersPage,
  withChanges,
  withHeldShown,
  withMore,
  withOrder,
  withRead,
} from './order-list.ts'
import { isOldestFirst, type OrdersQuery, ordersInput, ordersSearch } from './orders-query.ts'

/** Orders of one page. */
const pageSize = 20
/** Milliseconds for which an order that has just come is marked. */
const freshFor = 4000

/** The list that was shown last, so that Back finds it where it was. */
let kept: { key: string; list: OrderList } | undefined

type State = { key: string; list?: OrderList | undefined; failure?: string | undefined; loading: boolean }

type Options = {
  /** Whether what comes in has to wait, because it would move what is being read. */
  mustHold: () => boolean
  /** Orders that have just come in, the newest first. */
  onArrived: (orders: readonly Order[]) => void
}

/** The orders that a filter lets through, live: read by pages, told by the shop's stream, moved along. */
export function useOrders(query: OrdersQuery, options: Options) {
  const key = ordersSearch(query)
  const [state, setState] = useState<State>(() => ({
    key,
    list: kept?.key === key ? withHeldShown(kept.list) : undefined,
    loading: true,
  }))
  const [round, setRound] = useState(0)
  const [readingMore, setReadingMore] = useState(false)
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  /** The states that moves under way will bring. */
  const [moving, setMoving] = useState<ReadonlyMap<string, OrderStatus>>(new Map())
  const latest = useRef({ state, query, options })
  useEffect(() => {
    latest.current = { state, query, options }
    if (state.list) kept = { key: state.key, list: state.list }
  })

  const change = useCallback((of: string, next: (list: OrderList) => OrderList) => {
    setState((before) => (before.key === of && before.list ? { ...before, list: next(before.list) } : before))
  }, [])

  const again = useCallback(() => setRound((before) => before + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round reads the same filter again
  useEffect(() => {
    const ended = new AbortController()
    setState((before) => ({ ...before, loading: true }))
    const { query } = latest.current
    api.order.seller(ordersInput(query, pageSize), { signal: ended.signal }).then(
      (reply) => {
        if (ended.signal.aborted) return
        withSessionEnd(reply)
        if (!reply.success) return setState({ key, failure: reply.message, loading: false })
        setState((before) => ({
          key,
          // Back from another screen, the pages that were shown are still there.
          list:
            before.key === key && before.list
              ? withRead(before.list, reply, false).list
              : listOf(reply, isOldestFirst(query)),
          loading: false,
        }))
      },
      (error) => {
        if (!ended.signal.aborted) setState({ key, failure: failureWords(error), loading: false })
      },
    )
    return () => ended.abort()
  }, [key, round])

  const failed = state.failure !== undefined
  useEffect(() => (failed ? whenReconnected(again) : undefined), [failed, again])

  /** Something has happened that no read is known to bring. */
  const untold = useRef(false)
  const reading = useRef(false)
  /** Reads what is shown again, and what has come. Changes that come meanwhile are read after it. */
  const refresh = useCallback(async () => {
    if (reading.current) return
    reading.current = true
    try {
      while (untold.current) {
        const { state, query, options } = latest.current
        // The filter's first page is on its way, and may have been read before it happened: again when it is there.
        if (!state.list || state.key !== ordersSearch(query)) return
        untold.current = false
        const reply = await readShown(query, state.list.orders.length + state.list.held.length)
        const { state: now, query: asked } = latest.current
        // So may the page of another filter, chosen meanwhile.
        if (ordersSearch(asked) !== state.key) untold.current = true
        if (!reply.success || !now.list || now.key !== state.key) continue
        const { arrived } = withRead(now.list, reply, false)
        const hold = options.mustHold()
        change(state.key, (list) => withRead(list, reply, hold).list)
        if (arrived.length === 0) continue
        options.onArrived(arrived)
        if (!hold) setFresh((before) => new Set([...before, ...arrived.map(({ _id }) => _id)]))
      }
    } catch {
      // The banner says that the shop can't be reached; the next event or look brings the orders.
    } finally {
      reading.current = false
    }
  }, [change])

  const landed = state.list !== undefined && state.key === key ? key : undefined
  useEffect(() => {
    if (landed !== undefined) void refresh()
  }, [landed, refresh])

  useEffect(() => {
    if (fresh.size === 0) return
    const timer = setTimeout(() => setFresh(new Set()), freshFor)
    return () => clearTimeout(timer)
  }, [fresh])

  useOrderChanges((changes: OrderChange[]) => {
    change(state.key, (list) => withChanges(list, changes))
    untold.current = true
    void refresh()
  })

  async function readMore() {
    const cursor = state.list?.nextCursor
    if (readingMore || !cursor) return
    setReadingMore(true)
    try {
      const reply = await api.order.seller({ ...ordersInput(query, pageSize), cursor })
      if (reply.success) change(state.key, (list) => withMore(list, reply))
      else toast.error(reply.message)
    } catch (error) {
      tellUnread(error)
    } finally {
      setReadingMore(false)
    }
  }

  /**
   * Moves an order on from the status that its seller saw; the new one shows at once, and goes back to what the shop says
   * when that is another.
   */
  function move(order: Order, status: OrderStatus, from: OrderStatus): Promise<boolean> {
    return step(order, status, () => api.order.move({ id: order._id, status, from }))
  }

  /** Takes "Delivered" back. */
  function undeliver(order: Order): Promise<boolean> {
    return step(order, 'Out for delivery', () => api.order.undeliver({ id: order._id }))
  }

  async function step(
    order: Order,
    status: OrderStatus,
    call: () => ReturnType<typeof api.order.move>,
  ): Promise<boolean> {
    if (moving.has(order._id)) return false
    setMoving((before) => new Map(before).set(order._id, status))
    const settle = () =>
      setMoving((before) => {
        const after = new Map(before)
        after.delete(order._id)
        return after
      })
    try {
      const reply = withSessionEnd(
        await sendChange(call, async ({ code }) => {
          const now = code === 'order_moved' ? await readOne(order) : undefined
          if (now?.status !== status) return undefined
          return { success: true as const, message: notices.order_status_saved[getLocale()], order: now }
        }),
      )
      if (reply.success) {
        change(state.key, (list) => withOrder(list, reply.order))
        const moved = reply.order
        const undo = { label: m.seller_undo(), onClick: () => void undeliver(moved) }
        toast.success(reply.message, moved.status === 'Delivered' ? { action: undo } : {})
      } else {
        toast.error(reply.message)
        if (reply.code === 'order_moved') await readOne(order)
      }
      settle()
      return reply.success
    } catch (error) {
      tellFailure(error)
      settle()
      void readOne(order)
      return false
    }
  }

  async function readOne(order: Order) {
    const reply = await api.order.seller({ q: `#${order.number}`, limit: String(pageSize) }).catch(() => undefined)
    const now = reply?.success ? reply.orders.find(({ _id }) => _id === order._id) : undefined
    if (now) change(state.key, (list) => withOrder(list, now))
    return now
  }

  function showHeld() {
    const held = state.list?.held ?? []
    change(state.key, withHeldShown)
    setFresh(new Set(held.map(({ _id }) => _id)))
  }

  return {
    list: state.list,
    failure: state.failure,
    /** What is shown belongs to another filter; the asked-for orders are on their way. */
    turning: state.key !== key,
    loading: state.loading || state.key !== key,
    again,
    fresh,
    moving,
    move,
    undeliver,
    readingMore,
    readMore,
    showHeld,
  }
}

/** Reads the first orders, as many as are shown. Oldest first, what has just come stands behind them all. */
async function readShown(query: OrdersQuery, shown: number) {
  const most = isOldestFirst(query) ? Math.max(shown, pageSize) : Math.min(Math.max(shown, pageSize), limits.pageSize)
  const orders: Order[] = []
  let next: OrdersPage['nextCursor']
  do {
    const limit = Math.min(most - orders.length, limits.pageSize)
    const reply = await api.order.seller({ ...ordersInput(query, limit), cursor: next ?? undefined })
    if (!reply.success) return reply
    orders.push(...reply.orders)
    next = reply.nextCursor
  } while (next && orders.length < most)
  return { success: true as const, orders, nextCursor: next }
}
