import { Logger, runOnce, type TaskList } from 'graphile-worker'
import type { Pool } from 'pg'

/**
 * Runs the due jobs and those that they queue, one after the other, and returns when their results are recorded; a
 * failed one stays in the queue.
 */
export async function runDueJobs(pool: Pool, taskList: TaskList): Promise<void> {
  await runOnce({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: 1,
    logger: new Logger(() => () => {}),
    taskList,
    // Only for results in batches, even of one, does the library wait until they are recorded.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  })
}
