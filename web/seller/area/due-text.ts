import { dayIn } from '../../../contract/day.ts'
import { deliveryText } from '../../../contract/window-text.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { formatHours } from '../../messages/format-window.ts'
import { getLocale, m } from '../../messages/messages.ts'
import { shop } from '../../shop.ts'

/** The start and the end of a delivery window, or only the time that was promised. */
type Due = { from?: string | undefined; by?: string | undefined }

/** Returns when an order is due, with its day if that isn't today; undefined if no time was chosen or promised. */
export function dueText({ from, by }: Due, now = new Date()): string | undefined {
  if (by === undefined) return undefined
  const { timeZone } = shop
  const start = from === undefined ? null : new Date(from)
  const to = new Date(by)
  if (dayIn(timeZone, start ?? to) !== dayIn(timeZone, now))
    return deliveryText({ from: start, to }, { language: getLocale(), timeZone })
  return from === undefined ? m.windows_asap_by({ time: formatTime(by) }) : formatHours({ from, to: by })
}
