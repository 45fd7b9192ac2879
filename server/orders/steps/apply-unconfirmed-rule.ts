import type { TaskList } from 'graphile-worker'
import { openedAt } from '../../../contract/delivery/opening-hours.ts'
import type { UnconfirmedRule } from '../../../contract/entities/delivery.ts'
import { byRule } from '../../../contract/orders/order-status.ts'
import type { Log } from '../../common/log.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { promiseSettings } from '../../delivery/promise/promise-queries.ts'
import { unconfirmedSetting } from '../../delivery/settings/order-settings.ts'
import { queueCancelledMail, queueChangeMail } from '../../mail/queue-mail.ts'
import { lockOrder } from '../queries.ts'
import { cancelOrder } from './cancel-order.ts'
import { enterStatus } from './step-queries.ts'
import { recordRuleRun, unconfirmedSince } from './unconfirmed-queries.ts'

/** Every minute. */
export const unconfirmedTimetable = '* * * * * apply-unconfirmed-rule'

/** The most orders to which a run applies the rule; the next one is a minute later. */
const maxOrders = 50

/**
 * Applies the owner's rule to unconfirmed orders: confirms them, or cancels them as a seller would, with a refund of
 * what was paid, and mails shopper and sellers. The minutes of the rule count while the shop is open, from the opening
 * on, from when the rule was saved, and from when it has run each minute: it doesn't apply at once to what waits
 * already, nor, after an outage, to orders that no seller could confirm. An order that can't be changed is logged, and
 * tried again by the next run.
 */
export async function applyUnconfirmedRule(
  db: Db,
  { timeZone, log }: { timeZone: string; log: Log },
  now = new Date(),
): Promise<void> {
  const stored = await unconfirmedSetting.find(db)
  if (!stored || stored.value.action === 'ring') return
  const runningSince = await recordRuleRun(db, now)
  const { hours } = await promiseSettings(db)
  const opened = hours && openedAt(hours, now, timeZone)
  if (hours && !opened) return
  const { action, afterMinutes } = stored.value
  const before = now.getTime() - afterMinutes * 60_000
  const counted = [stored.changedAt, runningSince, ...(opened ? [opened] : [])]
  if (counted.some((from) => from.getTime() > before)) return
  for (const id of await unconfirmedSince(db, new Date(before), maxOrders))
    await apply(db, id, action).catch((error) =>
      log.error({ err: error, order: id }, 'the rule for unconfirmed orders could not be applied'),
    )
}

async function apply(db: Db, id: string, action: UnconfirmedRule['action']): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A seller may have confirmed it meanwhile, or another process have applied the rule.
    await lockOrder(tx, id)
    if (action === 'confirm') await enterStatus(tx, id, { from: 'Order Placed', to: 'Confirmed', by: byRule })
    else if (await cancelOrder(tx, id, 'Order Placed', byRule)) {
      await queueCancelledMail(tx, id, 'rule')
      await queueChangeMail(tx, id, 'unconfirmed')
    }
  })
}

/** The job that applies the owner's rule to unconfirmed orders. */
export function unconfirmedTasks({ db, timeZone, log }: { db: Db; timeZone: string; log: Log }): TaskList {
  return { 'apply-unconfirmed-rule': () => applyUnconfirmedRule(db, { timeZone, log }) }
}
