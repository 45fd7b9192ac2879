/** Milliseconds of the steps in which a time of arrival is said. */
const step = 5 * 60_000

export type OnTheWay = {
  /** When the order left the shop. */
  outAt: Date
  /** Minutes of the ride to its zone; undefined in a shop without zones. */
  rideMinutes: number | undefined
  /** The start of its delivery window, if it has one: it isn't handed over before. */
  from: Date | null
  /** The end of its window, or the time promised. */
  by: Date | null
}

/**
 * Returns about when an order that is on its way comes: after the ride to its zone, and not before its window, to the next five
 * minutes. In a shop without zones, the time promised. Undefined once that has passed: no time is invented.
 */
export function arrivalOf({ outAt, rideMinutes, from, by }: OnTheWay, now: Date): Date | undefined {
  const ride = rideMinutes === undefined ? by?.getTime() : outAt.getTime() + rideMinutes * 60_000
  if (ride === undefined) return undefined
  const about = Math.ceil(Math.max(ride, from?.getTime() ?? 0) / step) * step
  return about < now.getTime() ? undefined : new Date(about)
}
