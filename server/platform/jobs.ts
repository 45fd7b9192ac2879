import type { FastifyBaseLogger } from 'fastify'
import { Logger, run, type TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Tx } from './database.ts'

/*
 * Work that follows a change: queued in the change's own transaction, so it is there exactly when the change is; done
 * by any server process; tried again, ever more slowly, until it succeeds.
 */

export type JobName =
  | 'send-code'
  | 'send-order-mail'
  | 'send-cancelled-mail'
  | 'follow-payment'
  | 'refund-payment'
  | 'refund-stray'
  | 'sandbox-notice'

/** Queues a job as part of the transaction. `key` names it: the same key is queued once. `at` is its earliest time. */
export async function queueJob(
  tx: Db | Tx,
  name: JobName,
  payload: object,
  { key, at }: { key?: string; at?: Date } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null}, run_at => ${at ?? null}::timestamptz,
    max_attempts => 25)`.execute(tx)
}

export type Jobs = { stop(): Promise<void> }

/** Starts doing jobs in this process. */
export async function startJobs(deps: {
  pool: pg.Pool
  db: Db
  /** Whether no other process does jobs on this database. Then jobs that a killed one held are taken up at once. */
  alone?: boolean
  tasks: TaskList
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
}): Promise<Jobs> {
  const { pool, db, tasks, log } = deps
  if (deps.alone) await freeHeldJobs(db)
  const runner = await run({
    pgPool: pool,
    taskList: { ...tasks, tidy: () => tidy(db) },
    crontab: '17 * * * * tidy',
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    // What a job waits for outside is given up this long after the shop is told to close; the job is tried again later.
    gracefulShutdownAbortTimeout: 2000,
    logger: new Logger((scope) => (level, message) => {
      if (level === 'error') log.error({ ...scope }, message)
      else if (level === 'warning') log.warn({ ...scope }, message)
    }),
  })
  // A job queue that stops on its own would be noticed by nobody else.
  runner.promise.catch((error) => log.error({ err: error }, 'the job queue stopped'))
  return { stop: () => runner.stop() }
}

/** Frees jobs whose worker was killed in the middle of them; on its own the queue waits four hours for it to come back. */
async function freeHeldJobs(db: Db): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(workers.ids)
    from (select array_agg(distinct locked_by) as ids from graphile_worker._private_jobs
          where locked_by is not null) as workers
    where workers.ids is not null`.execute(db)
}

/** Removes what has run out: sessions, codes and counters of tries. */
export async function tidy(db: Db): Promise<void> {
  await db.deleteFrom('shopperSession').where('expiresAt', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('sellerSession').where('expiresAt', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<', sql<Date>`now() - interval '1 hour'`).execute()
  await db.deleteFrom('tryCounter').where('resetsAt', '<', sql<Date>`now()`).execute()
}
