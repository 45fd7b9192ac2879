import { useCallback, useEffect, useRef, useState } from 'react'
import { streams } from '../../contract/call-paths.ts'
import type { Order } from '../../contract/entities.ts'
import { limits } from '../../contract/limits.ts'
import type { OrderStatus } from '../../contract/order-status.ts'
import { api, failureWords } from '../session/api.ts'
import { whenReconnected } from '../session/connection.ts'
import type { OrderChange } from '../session/order-events.ts'
import { useOrderEvents } from '../session/use-order-events.ts'
import { toast } from '../ui/toast.tsx'
import { listOf, type OrderList, withChanges, withHeldShown, withNewest, withOlder, withOrder } from './order-list.ts'
import { type OrdersQuery, ordersSearch } from './orders-query.ts'
import { withSessionEnd } from './session-end.ts'

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
  const [readingOlder, setReadingOlder] = useState(false)
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
    api.order.seller(inputOf(latest.current.query, pageSize), { signal: ended.signal }).then(
      (reply) => {
        if (ended.signal.aborted) return
        withSessionEnd(reply)
        if (!reply.success) return setState({ key, failure: reply.message, loading: false })
        setState((before) => ({
          key,
          // Back from another screen, the pages that were shown are still there.
          list: before.key === key && before.list ? withNewest(before.list, reply, false).list : listOf(reply),
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
  /** Reads the newest again. Changes that come meanwhile are read after it. */
  const refresh = useCallback(async () => {
    if (reading.current) return
    reading.current = true
    try {
      while (untold.current) {
        const { state, query, options } = latest.current
        // The filter's first page is on its way, and may have been read before it happened: again when it is there.
        if (!state.list || state.key !== ordersSearch(query)) return
        untold.current = false
        const shown = state.list.orders.length + state.list.held.length
        const reply = await api.order.seller(inputOf(query, Math.min(Math.max(shown, pageSize), limits.pageSize)))
        const { state: now, query: asked } = latest.current
        // So may the page of another filter, chosen meanwhile.
        if (ordersSearch(asked) !== state.key) untold.current = true
        if (!reply.success || !now.list || now.key !== state.key) continue
        const { arrived } = withNewest(now.list, reply, false)
        const hold = options.mustHold()
        change(state.key, (list) => withNewest(list, reply, hold).list)
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

  useOrderEvents(
    streams.seller,
    (changes: OrderChange[]) => {
      change(state.key, (list) => withChanges(list, changes))
      untold.current = true
      void refresh()
    },
    // Somebody in another window wants to hear it too.
    { whileHidden: true },
  )

  async function readOlder() {
    const cursor = state.list?.nextCursor
    if (readingOlder || !cursor) return
    setReadingOlder(true)
    try {
      const reply = await api.order.seller({ ...inputOf(query, pageSize), cursor })
      if (reply.success) change(state.key, (list) => withOlder(list, reply))
      else toast.error(reply.message)
    } catch (error) {
      toast.error(failureWords(error))
    } finally {
      setReadingOlder(false)
    }
  }

  /** Moves an order; its new state shows at once, and goes back to what the shop says when that is another. */
  async function move(order: Order, status: OrderStatus): Promise<boolean> {
    if (moving.has(order._id)) return false
    setMoving((before) => new Map(before).set(order._id, status))
    const settle = () =>
      setMoving((before) => {
        const after = new Map(before)
        after.delete(order._id)
        return after
      })
    try {
      const reply = withSessionEnd(await api.order.move({ id: order._id, status, from: order.status }))
      if (reply.success) {
        change(state.key, (list) => withOrder(list, reply.order))
        toast.success(reply.message)
      } else {
        toast.error(reply.message)
        if (reply.code === 'order_moved') await readOne(order)
      }
      settle()
      return reply.success
    } catch (error) {
      toast.error(failureWords(error))
      settle()
      return false
    }
  }

  async function readOne(order: Order) {
    const reply = await api.order.seller({ q: `#${order.number}`, limit: String(pageSize) }).catch(() => undefined)
    const now = reply?.success ? reply.orders.find(({ _id }) => _id === order._id) : undefined
    if (now) change(state.key, (list) => withOrder(list, now))
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
    readingOlder,
    readOlder,
    showHeld,
  }
}

function inputOf({ q, status, payment, paid }: OrdersQuery, limit: number) {
  return { q: q || undefined, status, payment, paid, limit: String(limit) }
}
