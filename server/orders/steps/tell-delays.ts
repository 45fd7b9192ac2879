import type { TaskList } from 'graphile-worker'
import type { ShopConfig } from '../../../contract/settings/shop.ts'
import type { Log } from '../../common/log.ts'
import { type Db, inTransaction, type Tx } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { type CurrentDelay, currentDelays } from '../../delivery/promise/current-promise.ts'
import { isPromiseOpen } from '../../delivery/promise/promise-queries.ts'
import { queueDelayMail, queueEarlierMail } from '../../mail/queue-mail.ts'
import { lateNoticeJob } from '../../notices/queue-notices.ts'
import { lockOrder } from '../queries.ts'
import { changeDelay, insertDelay, takeEarlierTime } from './order-window-queries.ts'

/** Every minute. */
export const delayTimetable = '* * * * * tell-delays'

/** The most delays that are announced in a run; the next one is a minute later. */
const maxDelays = 50

/**
 * Finds ASAP orders whose promised time can't be kept any more, and records when each comes instead, which its shopper
 * then sees. The shopper gets a mail and the staff get a notice, once per order. The promised time stays as it was.
 *
 * Later runs replace the recorded time when it has changed. The shopper gets one mail that the order comes earlier than
 * the first one said. Does nothing in a shop that promises no times. An order whose delay can't be recorded is logged,
 * and tried again by the next run.
 */
export async function tellDelays(
  db: Db,
  { timeZone, log }: Pick<ShopConfig, 'timeZone'> & { log: Log },
): Promise<void> {
  if (!(await isPromiseOpen(db))) return
  const delays = await currentDelays(db, { timeZone })
  for (const delay of delays.slice(0, maxDelays))
    await inTransaction(db, async (tx) => {
      await lockOrder(tx, delay.order.id)
      await recordDelay(tx, delay)
    }).catch((error) => log.error({ err: error, order: delay.order.id }, 'the delay of an order could not be recorded'))
}

async function recordDelay(tx: Tx, { order, expectedAt, reason }: CurrentDelay): Promise<void> {
  const { id, hasDelay, announced } = order
  const comesAt = expectedAt === null ? null : new Date(expectedAt)
  if (hasDelay) {
    const announcedAt = announced === undefined ? null : new Date(announced)
    await changeDelay(tx, id, { announced: announcedAt, expectedAt: comesAt, reason })
    const earlierTime = await takeEarlierTime(tx, id)
    if (earlierTime) await queueEarlierMail(tx, id, earlierTime)
  } else if (comesAt && (await insertDelay(tx, id, { expectedAt: comesAt, reason: reason ?? null }))) {
    await queueDelayMail(tx, id)
    await queueJob(tx, ...lateNoticeJob(id))
  }
}

/** The job that tells shoppers of orders that come later than promised. */
export function delayTasks({ db, timeZone, log }: { db: Db; timeZone: string; log: Log }): TaskList {
  return { 'tell-delays': () => tellDelays(db, { timeZone, log }) }
}
