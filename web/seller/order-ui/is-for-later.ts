import { dayIn } from '../../../contract/values/day.ts'
import { shopNow } from '../../shop-clock.ts'

export type Today = { timeZone: string; now?: Date }

/**
 * Returns whether an order is of a later day's window. One that comes as soon as possible is current, also if that
 * is after midnight.
 */
export const isForLater = ({ from }: { from?: string }, { timeZone, now = new Date(shopNow()) }: Today): boolean =>
  from !== undefined && dayIn(timeZone, new Date(from)) > dayIn(timeZone, now)
