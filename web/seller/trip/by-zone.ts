import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { isForLater, type Today } from '../order-ui/is-for-later.ts'

/** Returns the orders to deliver now, and those of later days' windows. */
export function splitByDay(
  orders: readonly ReadyOrder[],
  today: Today,
): { current: ReadyOrder[]; later: ReadyOrder[] } {
  const isLater = (order: ReadyOrder) => isForLater(order, today)
  return { current: orders.filter((order) => !isLater(order)), later: orders.filter(isLater) }
}

/**
 * Returns orders in groups of one zone and one window. Orders that are promised as soon as possible, each by a time of
 * its own, are a group for each zone. Of orders that begin with those due first, the groups do so, too.
 */
export function byZoneAndTime(orders: readonly ReadyOrder[]): ReadyOrder[][] {
  const groups = new Map<string, ReadyOrder[]>()
  for (const order of orders) {
    const { zone, from, promisedAt } = order
    const key = JSON.stringify([zone?.name, from === undefined ? undefined : [from, promisedAt]])
    groups.set(key, [...(groups.get(key) ?? []), order])
  }
  return [...groups.values()]
}
