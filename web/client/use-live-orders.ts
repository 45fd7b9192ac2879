import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import {
  type ListedOrder,
  type LiveOrders,
  type LiveOrdersDeps,
  makeLiveOrders,
  type OrderList,
} from './live-orders.ts'
import { useKeyed, useReader } from './use-read.ts'

/** Milliseconds for which a change is highlighted. */
const highlightFor = 4000

export type ShownOrders<O extends ListedOrder> = {
  list: OrderList<O> | undefined
  failure: string | undefined
  loading: boolean
  /** Whether the shown orders belong to another key, while the new ones are loading. */
  turning: boolean
  readingMore: boolean
  /** The requested orders. */
  live: LiveOrders<O>
  /** The shown orders. */
  shown: LiveOrders<O>
}

/** Returns the live orders of a key. While they are loading, those of the previous key stay. */
export function useLiveOrders<O extends ListedOrder>(key: string, deps: () => LiveOrdersDeps<O>): ShownOrders<O> {
  const { live, before } = useKeyed<{ live: LiveOrders<O>; before: LiveOrders<O> }>(key, (made) => {
    const live = makeLiveOrders(deps())
    if (made === undefined) return { live, before: live }
    return { live, before: made.live.state.get().data ? made.live : made.before }
  })
  useReader(live)
  const { data, failure, loading } = live.state.use()
  const { data: old } = before.state.use()
  const turning = data === undefined && failure === undefined
  return {
    list: turning ? old : data,
    failure,
    loading,
    turning: turning && old !== undefined,
    readingMore: live.readingMore.use(),
    live,
    shown: turning ? before : live,
  }
}

/** A state that returns to `empty` after a moment. */
export function useBriefly<T>(empty: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(empty)
  useEffect(() => {
    if (value === empty) return
    const timer = setTimeout(() => setValue(empty), highlightFor)
    return () => clearTimeout(timer)
  }, [value, empty])
  return [value, setValue]
}
