import type { FailedAttemptReason } from '../../contract/delivery/failed-attempt-rule.ts'
import { m } from './messages.ts'

const reasons: Record<FailedAttemptReason, () => string> = {
  no_answer: m.trip_reason_no_answer,
  wrong_address: m.trip_reason_wrong_address,
  another_time: m.trip_reason_another_time,
  no_money: m.trip_reason_no_money,
  refused: m.trip_reason_refused,
}

/** Returns the reason why an order couldn't be handed over. */
export const reasonText = (reason: FailedAttemptReason): string => reasons[reason]()
