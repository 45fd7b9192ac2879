import { failedAttemptNames } from '../../contract/delivery/failed-attempt-names.ts'
import type { FailedAttemptReason } from '../../contract/delivery/failed-attempt-rule.ts'
import { getLocale } from './messages.ts'

/** Returns the reason why an order couldn't be handed over. */
export const reasonText = (reason: FailedAttemptReason): string => failedAttemptNames[reason][getLocale()]
