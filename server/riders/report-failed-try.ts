import { consequenceOf, type FailedTryReason } from '../../contract/delivery/failed-try-rule.ts'
import type { Db } from '../database/database.ts'
import { queueTryMail } from '../mail/queue-mail.ts'
import { revertStatus } from '../orders/steps/step-queries.ts'
import { applyOnce, lockOwnRun, type TapRequest } from './apply-tap.ts'
import { endRun, recordTry } from './run-queries.ts'

/**
 * Records that an order couldn't be handed over. What follows is the rule of contract/delivery/failed-try-rule.ts: the
 * rider keeps it and tries again later, or it is packed again, to be taken later or cancelled by the shop. Its shopper
 * gets a mail. Throws what `applyOnce` throws, and `not_your_round`.
 */
export async function reportFailedTry(db: Db, tap: TapRequest & { reason: FailedTryReason }): Promise<void> {
  await applyOnce(db, tap, 'failed try', async (tx) => {
    const { run, happenedAt } = await lockOwnRun(tx, tap)
    // A cancelled order comes back without a further try.
    if (run.isCancelled) return
    const triedAt = await recordTry(tx, run.id, { reason: tap.reason, happenedAt })
    const consequence = consequenceOf(tap.reason, run.tries + 1)
    await queueTryMail(tx, tap.order, {
      run: run.id,
      times: run.tries + 1,
      reason: tap.reason,
      back: consequence !== 'again',
      at: triedAt.toISOString(),
    })
    if (consequence === 'again') return
    await endRun(tx, run.id, { outcome: 'came back', happenedAt })
    await revertStatus(tx, tap.order, { from: 'Out for delivery', to: 'Packing', by: tap.rider, happenedAt })
  })
}
