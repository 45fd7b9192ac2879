import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { formatHours } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { productName } from '../../product/product-name.ts'

/** Returns when an order is due; undefined if no time was chosen or promised. */
export function dueText({ from, by }: Pick<ReadyOrder, 'from' | 'by'>): string | undefined {
  if (by === undefined) return undefined
  return from === undefined ? m.round_by({ time: formatTime(by) }) : formatHours({ from, to: by })
}

/** Returns the name of an order's zone; undefined in a shop without zones. */
export const zoneText = ({ zone }: Pick<ReadyOrder, 'zone'>): string | undefined =>
  zone && productName({ name: zone.name, nameTh: zone.nameTh ?? null })
