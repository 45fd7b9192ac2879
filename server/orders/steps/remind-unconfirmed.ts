import type { TaskList } from 'graphile-worker'
import { openAt } from '../../../contract/delivery/opening-hours.ts'
import { type Db, inTransaction } from '../../database/database.ts'
import { queueJob } from '../../database/jobs.ts'
import { promiseSettings } from '../../delivery/promise/promise-queries.ts'
import { reminderMailJob } from '../../mail/queue-mail.ts'
import { alarmJob } from '../../notices/queue-notices.ts'
import { claimReminders } from './unconfirmed-queries.ts'

/** Every minute. */
export const reminderTimetable = '* * * * * remind-unconfirmed'

/**
 * Mails the sellers each order that hasn't been confirmed for five minutes, and pushes an alarm, once. Outside the
 * opening hours it waits until the shop opens.
 */
export async function remindUnconfirmed(db: Db, { timeZone }: { timeZone: string }, now = new Date()): Promise<void> {
  const { hours } = await promiseSettings(db)
  if (hours && !openAt(hours, now, timeZone)) return
  await inTransaction(db, async (tx) => {
    for (const id of await claimReminders(tx))
      for (const job of [reminderMailJob(id), alarmJob(id, 5)]) await queueJob(tx, ...job)
  })
}

/** The job that reminds the sellers of orders that aren't confirmed. */
export function reminderTasks({ db, timeZone }: { db: Db; timeZone: string }): TaskList {
  return { 'remind-unconfirmed': () => remindUnconfirmed(db, { timeZone }) }
}
