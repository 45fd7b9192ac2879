import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { type LiveOrders, type LiveOrdersWorld, makeLiveOrders, type OrderList } from './live-orders.ts'
import { useMade, useReader } from './use-read.ts'

/** Milliseconds for which what has just changed is marked. */
const freshFor = 4000

export type ShownOrders = {
  list: OrderList | undefined
  failure: string | undefined
  loading: boolean
  /** What is shown belongs to another key; the asked-for orders are on their way. */
  turning: boolean
  readingMore: boolean
  /** The orders that are asked for. */
  live: LiveOrders
  /** Those on the screen. */
  shown: LiveOrders
}

/** The live orders that `world` makes for a key. While those of another key are on their way, the ones of before stay. */
export function useLiveOrders(key: string, world: () => LiveOrdersWorld): ShownOrders {
  const { live, before } = useMade<{ live: LiveOrders; before: LiveOrders }>(key, (made) => {
    const live = makeLiveOrders(world())
    return { live, before: made === undefined ? live : made.live.state.get().data ? made.live : made.before }
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

/** A value that is there for a moment, and then `empty` again. */
export function useBriefly<T>(empty: T): [T, Dispatch<SetStateAction<T>>] {
  const [value, setValue] = useState(empty)
  useEffect(() => {
    if (value === empty) return
    const timer = setTimeout(() => setValue(empty), freshFor)
    return () => clearTimeout(timer)
  }, [value, empty])
  return [value, setValue]
}
