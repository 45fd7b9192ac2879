import { consequenceOf, type FailedAttemptReason } from '../../../contract/delivery/failed-attempt-rule.ts'
import type { Db } from '../../database/database.ts'
import { endAssignment, recordFailedAttempt } from '../../delivery/assignments/assignment-queries.ts'
import { queueAttemptMail } from '../../mail/queue-mail.ts'
import { revertStatus } from '../../orders/steps/step-queries.ts'
import { applyOnce, lockOwnAssignment, type TapRequest } from './apply-tap.ts'

/**
 * Records that an order couldn't be handed over. What follows is the rule of contract/delivery/failed-attempt-rule.ts:
 * the rider keeps it and tries again later, or it is packed again, to be taken later or cancelled by the shop. Its
 * shopper gets a mail. Throws what `applyOnce` throws, and `not_your_trip`.
 */
export async function reportFailedAttempt(db: Db, tap: TapRequest & { reason: FailedAttemptReason }): Promise<void> {
  await applyOnce(db, tap, 'failed attempt', async (tx) => {
    const { assignment, happenedAt } = await lockOwnAssignment(tx, tap)
    // A cancelled order comes back without a further attempt.
    if (assignment.isCancelled) return
    const attemptedAt = await recordFailedAttempt(tx, assignment.id, { reason: tap.reason, happenedAt })
    const consequence = consequenceOf(tap.reason, assignment.attempts + 1)
    await queueAttemptMail(tx, tap.order, {
      assignment: assignment.id,
      times: assignment.attempts + 1,
      reason: tap.reason,
      back: consequence !== 'again',
      at: attemptedAt.toISOString(),
    })
    if (consequence === 'again') return
    await endAssignment(tx, assignment.id, { outcome: 'came back', happenedAt })
    await revertStatus(tx, tap.order, { from: 'Out for delivery', to: 'Packing', by: tap.rider, happenedAt })
  })
}
