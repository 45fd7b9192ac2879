import { dayIn } from '../contract/values/day.ts'
import { shop } from './shop.ts'

/** Milliseconds by which a browser's clock may differ from the shop's before it counts as wrong: replies take time. */
const tolerance = 120_000

let difference = 0

/**
 * Returns the time in milliseconds since 1970 by the shop's clock, as far as its replies have told it. The clock of a
 * phone may be hours off; what the shop's moments are compared with must not be.
 */
export const shopNow = (): number => Date.now() + difference

/** Returns the shop's day by its clock, as YYYY-MM-DD. */
export const shopToday = (): string => dayIn(shop.timeZone, new Date(shopNow()))

/**
 * To be called with the headers of each reply of the shop: takes its clock from their `Date`. Not from a reply that a
 * cache may have kept, whose `Date` may be old.
 */
export function noteShopTime(headers: Headers, now = Date.now()): void {
  if (!headers.get('cache-control')?.includes('no-store')) return
  const ahead = Date.parse(headers.get('date') ?? '') - now
  if (Number.isNaN(ahead)) return
  difference = Math.abs(ahead) > tolerance ? ahead : 0
}
