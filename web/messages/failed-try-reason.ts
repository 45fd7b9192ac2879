import type { FailedTryReason } from '../../contract/delivery/failed-try-rule.ts'
import { m } from './messages.ts'

const reasons: Record<FailedTryReason, () => string> = {
  no_answer: m.round_reason_no_answer,
  wrong_address: m.round_reason_wrong_address,
  another_time: m.round_reason_another_time,
  no_money: m.round_reason_no_money,
  refused: m.round_reason_refused,
}

/** Returns the reason why an order couldn't be handed over. */
export const reasonText = (reason: FailedTryReason): string => reasons[reason]()
