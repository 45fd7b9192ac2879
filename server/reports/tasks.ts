import type { TaskList } from 'graphile-worker'
import { display } from '../../contract/limits.ts'
import type { Db } from '../database/database.ts'
import { salesOfLastDays } from './sales.ts'

/** Every hour, so that the seller's first request of a day doesn't wait for yesterday to be counted. */
export const countDaysTimetable = '12 * * * * count-days ?fill=2h'

/** The job that counts and stores the sales of days that are over. */
export function reportTasks({ db, timeZone }: { db: Db; timeZone: string }): TaskList {
  return { 'count-days': async () => void (await salesOfLastDays(db, { timeZone, count: display.salesDays })) }
}
