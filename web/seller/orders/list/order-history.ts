import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { PaymentMethod } from '../../../../contract/payments/payment-methods.ts'
import { translatedReason } from '../../../../contract/payments/slip-reasons.ts'
import { refundReasonText } from '../../../../contract/pricing/refund-reasons.ts'
import { reasonText } from '../../../messages/failed-attempt-reason.ts'
import { formatMoment, formatTime } from '../../../messages/format-moment.ts'
import { formatTimes } from '../../../messages/format-window.ts'
import { getLocale, m } from '../../../messages/messages.ts'
import { formatAmount } from '../../../ui/price.tsx'
import { statusLabel } from '../../order-ui/order-texts.ts'
import { dayOf } from '../../order-ui/times.ts'

type HistoryLine = { at: string; text: string; by: string | undefined }

/** Returns what happened at a time, and when the shop learned of it if that was more than a minute later. */
function withSent(text: string, at: string, sentAt: string | undefined): string {
  if (sentAt === undefined || Date.parse(sentAt) - Date.parse(at) <= 60_000) return text
  const time = dayOf(at) === dayOf(sentAt) ? formatTime(sentAt) : formatMoment(sentAt)
  return m.sellerOrders_sent_later({ what: text, time })
}

/**
 * Returns an order's history, oldest first: its steps, those undone, its money and slips, its other delivery times, the
 * corrections of its address, and who did that.
 */
export function historyOf({
  timeline,
  undone = [],
  refunds = [],
  packed,
  failedAttempts = [],
  moves = [],
  movements = [],
  slips = [],
  corrections = [],
}: Pick<
  SellerOrder,
  'timeline' | 'undone' | 'refunds' | 'packed' | 'failedAttempts' | 'moves' | 'movements' | 'slips' | 'corrections'
>): HistoryLine[] {
  const steps = [...timeline, ...undone].map(({ status, at, sentAt, by }) => ({
    at,
    text: withSent(statusLabel(status), at, sentAt),
    by,
  }))
  const undoings = undone.map(({ status, undoneAt, undoneSentAt, undoneBy }) => ({
    at: undoneAt,
    text: withSent(m.sellerOrders_step_undone({ status: statusLabel(status) }), undoneAt, undoneSentAt),
    by: undoneBy,
  }))
  const refunded = refunds.map(({ at, amount, reason, by }) => ({
    at,
    text: m.sellerOrders_refund_line({ amount: formatAmount(amount), reason: refundReasonText(reason, getLocale()) }),
    by,
  }))
  const failed = failedAttempts.map(({ at, sentAt, reason, back, by }) => ({
    at,
    text: withSent(
      (back ? m.sellerOrders_came_back : m.sellerOrders_not_handed_over)({ reason: reasonText(reason) }),
      at,
      sentAt,
    ),
    by,
  }))
  const moved = moves.map(({ at, was, to, by }) => ({
    at,
    text: was
      ? m.sellerOrders_moved({ from: formatTimes(was), to: formatTimes(to) })
      : m.sellerOrders_moved_to({ to: formatTimes(to) }),
    by,
  }))
  const money = movements.map(({ at, by, kind, method, amount }) => {
    const said = movementTexts[kind][amount < 0 ? 'undone' : 'done']
    return { at, text: said({ amount: formatAmount(Math.abs(amount)), method: methodPhrases[method]() }), by }
  })
  const sent = slips.map(({ at }) => ({ at, text: m.sellerOrders_slip_sent(), by: undefined }))
  const rejected = slips.flatMap(({ rejected }) =>
    rejected
      ? [
          {
            at: rejected.at,
            by: rejected.by,
            text: m.sellerOrders_slip_rejected({ reason: translatedReason(rejected.reason, getLocale()) }),
          },
        ]
      : [],
  )
  const corrected = corrections.map(({ at, by }) => ({ at, text: m.sellerOrders_address_corrected(), by }))
  // An order that left without being marked as packed gets no line about it.
  const ready = packed?.by === undefined ? [] : [{ at: packed.at, text: m.sellerOrders_packed_ready(), by: packed.by }]
  return [
    ...steps,
    ...ready,
    ...undoings,
    ...refunded,
    ...money,
    ...sent,
    ...rejected,
    ...failed,
    ...moved,
    ...corrected,
  ].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}

const movementTexts = {
  received: { done: m.sellerOrders_movement_received, undone: m.sellerOrders_movement_not_received },
  'paid out': { done: m.sellerOrders_movement_paid_out, undone: m.sellerOrders_movement_not_paid_out },
} as const
/** By which method, within the sentences above. */
const methodPhrases = {
  cash: m.sellerOrders_movement_cash,
  card: m.sellerOrders_movement_card,
  promptpay: m.sellerOrders_movement_promptpay,
  transfer: m.sellerOrders_movement_transfer,
} as const satisfies Record<PaymentMethod, () => string>
