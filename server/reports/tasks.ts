import type { TaskList } from 'graphile-worker'
import { display } from '../../contract/values/limits.ts'
import type { Db } from '../database/database.ts'
import { bookEarlierSales } from './book-sales.ts'
import { placedOfLastDays } from './placed.ts'

/** Every hour, so that the seller's first request of a day doesn't wait for yesterday to be counted. */
export const countDaysTimetable = '12 * * * * count-days ?fill=2h'

/** Every few minutes, until all earlier orders are in the reports; then it does nothing. */
export const bookEarlierTimetable = '*/5 * * * * book-earlier-sales ?fill=1h'

/** The job that counts and stores the orders of past days. */
export function reportTasks({ db, timeZone }: { db: Db; timeZone: string }): TaskList {
  return {
    'count-days': async () => void (await placedOfLastDays(db, { timeZone, count: display.salesDays })),
    'book-earlier-sales': async () => {
      while ((await bookEarlierSales(db, timeZone)) > 0);
    },
  }
}
