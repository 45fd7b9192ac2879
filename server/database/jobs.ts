import { sql } from 'kysely'
import type { Db } from './database.ts'
import { prepared } from './statement-names.ts'

/*
 * The job queue, a transactional outbox. A job is queued in the transaction of the change that it follows, so it exists
 * exactly if the change does. Any server process runs it, and retries it with growing delays until it succeeds.
 */

/**
 * Names of jobs that are queued. What each is queued with stands beside the functions that make it, in
 * `GraphileWorker.Tasks`.
 */
export type JobName = keyof GraphileWorker.Tasks

/**
 * A job to queue. Of jobs with one `key` only one is queued. It runs after `after` milliseconds at the earliest, and
 * jobs with a lower `priority` run first; it is 0 if absent. Jobs of one `queue` run one after another. Names of queues
 * are kept for ever, and the library locks all of them to find a job: use few.
 */
export type Job = {
  [Name in JobName]: [
    name: Name,
    payload: GraphileWorker.Tasks[Name],
    when?: { key?: string; after?: number; priority?: number; queue?: string },
  ]
}[JobName]

/** Queues a job: in the transaction, if it is called with one. */
export const queueJob = (tx: Db, ...job: Job): Promise<void> => queueJobs(tx, [job])

/** Queues jobs in one call, as {@link queueJob} does each: a call runs five statements. */
export async function queueJobs(tx: Db, jobs: readonly Job[]): Promise<void> {
  const specs = jobs.map(
    ([name, payload, { key, after, priority, queue } = {}]) => sql`(
      ${name}, ${JSON.stringify(payload)}::json, ${queue ?? null},
      now() + make_interval(secs => ${after === undefined ? null : after / 1000}),
      25, ${key ?? null}, ${priority ?? null}::int, null)::graphile_worker.job_spec`,
  )
  await sql`select ${prepared} count(*) from graphile_worker.add_jobs(array[${sql.join(specs)}])`.execute(tx)
}
