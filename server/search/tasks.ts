import type { TaskList } from 'graphile-worker'
import type { Db } from '../database/database.ts'
import { tidyWords } from './index/index-products.ts'
import { tidyNotFound } from './synonyms/not-found.ts'

/** Every night. If the server was stopped then, the job runs at the next start. */
export const tidySearchTimetable = '41 3 * * * tidy-search ?fill=1d'

/** The job `tidy-search`: deletes words that no product has any more, and old searches. */
export function searchTasks({ db }: { db: Db }): TaskList {
  return {
    'tidy-search': async () => {
      await tidyWords(db)
      await tidyNotFound(db)
    },
  }
}
