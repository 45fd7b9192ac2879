import type { SimulatedOrder } from './run-day.ts'

/** The figures of a day. Minutes are rounded to tenths; null without orders. */
export type Figures = {
  orders: number
  promised: number
  kept: number
  declined: number
  /** The promised duration, from the order to the promised time. */
  p50Minutes: number | null
  p90Minutes: number | null
  /** How late the late ones came. 0 if none was late. */
  p50LateMinutes: number
  p90LateMinutes: number
  /** The duration of promised orders, from the order to the delivery. */
  tookP50Minutes: number | null
}

/** Returns the figures of a day's orders. */
export function figuresOf(orders: readonly SimulatedOrder[]): Figures {
  const promised = orders.flatMap(({ at, promise }) => (promise ? [{ at, ...promise }] : []))
  const late = promised
    .filter(({ promisedAt, delivered }) => delivered > promisedAt)
    .map(({ promisedAt, delivered }) => delivered - promisedAt)
  const minutes = promised.map(({ at, promisedAt }) => promisedAt - at)
  return {
    orders: orders.length,
    promised: promised.length,
    kept: promised.length - late.length,
    declined: orders.length - promised.length,
    p50Minutes: percentile(minutes, 50),
    p90Minutes: percentile(minutes, 90),
    p50LateMinutes: percentile(late, 50) ?? 0,
    p90LateMinutes: percentile(late, 90) ?? 0,
    tookP50Minutes: percentile(
      promised.map(({ at, delivered }) => delivered - at),
      50,
    ),
  }
}

/** Returns a percentile, between the two nearest values, rounded to tenths; null if there are no values. */
function percentile(values: readonly number[], percent: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  const position = ((sorted.length - 1) * percent) / 100
  const low = sorted[Math.floor(position)]
  const high = sorted[Math.ceil(position)]
  if (low === undefined || high === undefined) return null
  return Math.round((low + (high - low) * (position % 1)) * 10) / 10
}

/**
 * The goals of a day: the share of kept promises, their length compared with the deliveries, and the share of orders
 * with one.
 */
export const goals = { kept: 0.92, ratio: 1.5, promised: 0.5 } as const

/** Returns the figures that the goals limit. A day without promises has kept all of them. */
export function sharesOf({ orders, promised, kept, p50Minutes, tookP50Minutes }: Figures) {
  return {
    kept: promised === 0 ? 1 : kept / promised,
    ratio: p50Minutes === null || tookP50Minutes === null ? 1 : p50Minutes / tookP50Minutes,
    promised: orders === 0 ? 1 : promised / orders,
  }
}

/** Returns the missed goals of a day. */
export function missedGoals(figures: Figures): (keyof typeof goals)[] {
  const shares = sharesOf(figures)
  return (Object.keys(goals) as (keyof typeof goals)[]).filter((goal) =>
    goal === 'ratio' ? shares.ratio > goals.ratio : shares[goal] < goals[goal],
  )
}
