import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { isForLater, type Today } from '../ui/is-for-later.ts'

/** Returns the orders to deliver now, and those of later days' windows. */
export function splitByDay(
  orders: readonly ReadyOrder[],
  today: Today,
): { current: ReadyOrder[]; later: ReadyOrder[] } {
  const isLater = (order: ReadyOrder) => isForLater(order, today)
  return { current: orders.filter((order) => !isLater(order)), later: orders.filter(isLater) }
}

/**
 * Returns orders in groups of one zone and one window, the zone of the first one first. Orders that are promised as
 * soon as possible, each by a time of its own, are a group for each zone.
 */
export function byZoneAndTime(orders: readonly ReadyOrder[]): ReadyOrder[][] {
  const ofZones = groupsBy(orders, ({ zone }) => zone?.name)
  return ofZones.flatMap((ofZone) =>
    groupsBy(ofZone, ({ from, promisedAt }) => (from === undefined ? undefined : `${from} ${promisedAt}`)),
  )
}

function groupsBy<T>(items: readonly T[], keyOf: (item: T) => string | undefined): T[][] {
  const groups = new Map<string | undefined, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return [...groups.values()]
}
