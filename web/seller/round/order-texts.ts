import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import type { NotHomeReason } from '../../../contract/riding.ts'
import { formatTime } from '../../messages/format-moment.ts'
import { formatHours } from '../../messages/format-window.ts'
import { m } from '../../messages/messages.ts'
import { productName } from '../../product/product-name.ts'

const reasons: Record<NotHomeReason, () => string> = {
  no_answer: m.round_reason_no_answer,
  wrong_address: m.round_reason_wrong_address,
  another_time: m.round_reason_another_time,
  no_money: m.round_reason_no_money,
  refused: m.round_reason_refused,
}

/** Returns why an order couldn't be handed over. */
export const reasonText = (reason: NotHomeReason): string => reasons[reason]()

/** Returns when an order is due; undefined if no time was chosen or promised. */
export function dueText({ from, by }: Pick<ReadyOrder, 'from' | 'by'>): string | undefined {
  if (by === undefined) return undefined
  return from === undefined ? m.round_by({ time: formatTime(by) }) : formatHours({ from, to: by })
}

/** Returns the name of an order's zone; undefined in a shop without zones. */
export const zoneText = ({ zone }: Pick<ReadyOrder, 'zone'>): string | undefined =>
  zone && productName({ name: zone.name, nameTh: zone.nameTh ?? null })
