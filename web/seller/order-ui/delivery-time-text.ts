import { deliveryText, endTime, lastMoment } from '../../../contract/delivery/window-text.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { formatHours } from '../../messages/format-window.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'
import { shopNow } from '../../shop-clock.ts'

/** The start and the end of a delivery window, or only the time that was promised. */
type DeliveryTime = { from?: string; promisedAt?: string }

/**
 * Returns when an order is to be delivered, with its day if that isn't today; undefined if no time was chosen or
 * promised.
 */
export function deliveryTimeText({ from, promisedAt }: DeliveryTime, now = new Date(shopNow())): string | undefined {
  if (promisedAt === undefined) return undefined
  const format = { language: getLocale(), timeZone: shop.timeZone }
  const start = from === undefined ? null : new Date(from)
  const to = new Date(promisedAt)
  if (dayIn(format.timeZone, start ?? lastMoment(to)) !== dayIn(format.timeZone, now))
    return deliveryText({ from: start, to }, format)
  return from === undefined ? m.windows_asap_by({ time: endTime(to, format) }) : formatHours({ from, to: promisedAt })
}
