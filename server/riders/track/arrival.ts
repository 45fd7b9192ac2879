/** Estimated arrivals are multiples of this many milliseconds. */
const step = 5 * 60_000

export type OnTheWay = {
  /** When the order left the shop. */
  outAt: Date
  /** Minutes of the ride to its zone; undefined in a shop without zones. */
  rideMinutes: number | undefined
  /** The start of its delivery window, if it has one: it isn't handed over before. */
  from: Date | null
  /** The end of its window, or the time promised. */
  promisedAt: Date | null
}

/**
 * Returns the estimated arrival of an order on its way: when it left plus the ride to its zone, but not before its
 * window. In a shop without zones it is the promised time. It is rounded up to five minutes, but not beyond the
 * promised time, which the screens show beside it, unless the ride ends after that. Undefined once it has passed.
 */
export function arrivalOf({ outAt, rideMinutes, from, promisedAt }: OnTheWay, now: Date): Date | undefined {
  const ride = rideMinutes === undefined ? promisedAt?.getTime() : outAt.getTime() + rideMinutes * 60_000
  if (ride === undefined) return undefined
  const end = Math.max(ride, from?.getTime() ?? 0)
  const rounded = Math.ceil(end / step) * step
  const about = promisedAt && end <= promisedAt.getTime() ? Math.min(rounded, promisedAt.getTime()) : rounded
  return about < now.getTime() ? undefined : new Date(about)
}
