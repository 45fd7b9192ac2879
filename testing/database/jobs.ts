import { type Job, type JobHelpers, Logger, runOnce, type TaskList } from 'graphile-worker'
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

/** Runs a job that isn't in the queue, by default as its first try. Throws if there is none of this name. */
export async function runTask(
  tasks: TaskList,
  name: string,
  payload: unknown = {},
  job: Partial<Pick<Job, 'id' | 'attempts'>> = {},
): Promise<void> {
  const task = tasks[name]
  if (!task) throw new Error(`there is no job ${name}`)
  const helpers = { job: { id: '1', attempts: 1, max_attempts: 25, ...job } } as Partial<JobHelpers>
  await task(payload, helpers as JobHelpers)
}

/** Which queued jobs: of all of these that are given. Without any, all jobs. */
export type JobFilter = {
  /** The job's key, or a pattern of LIKE: `refund:%`. */
  key?: string
  /** The task, or a pattern of LIKE: `%mail`. */
  task?: string
  /** The `orderId` of the payload. */
  orderId?: string
  /** A field that the payload has: `sealed`. */
  has?: string
}

const matching = `
  from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id
  where ($1::text is null or key like $1) and ($2::text is null or task.identifier like $2)
    and ($3::text is null or payload ->> 'orderId' = $3) and ($4::text is null or payload ->> $4 is not null)`

const valuesOf = ({ key, task, orderId, has }: JobFilter) => [key, task, orderId, has]

export type QueuedJob<Payload> = {
  id: string
  task: string
  key: string | null
  payload: Payload
  attempts: number
  /** Jobs with a lower one run first. */
  priority: number
  /** Why it failed last. */
  error: string | null
  isLocked: boolean
  /** Until it is due. */
  seconds: number
}

/** Returns the queued jobs, first queued first, those that failed too. */
export async function queuedJobs<Payload = Record<string, unknown>>(
  pool: Pool,
  filter: JobFilter = {},
): Promise<QueuedJob<Payload>[]> {
  const { rows } = await pool.query<QueuedJob<Payload>>(
    `select job.id, task.identifier as task, key, payload, attempts, job.priority, last_error as error, locked_at is not null as "isLocked",
       extract(epoch from run_at - now())::float8 as seconds ${matching} order by job.id`,
    valuesOf(filter),
  )
  return rows
}

/** Returns the payloads of queued jobs, first queued first. */
export async function payloadsOf<Payload = Record<string, unknown>>(
  pool: Pool,
  filter: JobFilter = {},
): Promise<Payload[]> {
  return (await queuedJobs<Payload>(pool, filter)).map(({ payload }) => payload)
}

/** Returns the sealed contents of the queued mails with a code or a link, oldest first. */
export async function sealedMails(pool: Pool, filter: JobFilter = {}): Promise<string[]> {
  return (await payloadsOf<{ sealed: string }>(pool, { has: 'sealed', ...filter })).map(({ sealed }) => sealed)
}

/** Returns the number of queued jobs. */
export async function countJobs(pool: Pool, filter: JobFilter = {}): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`select count(*)::int as count ${matching}`, valuesOf(filter))
  return rows[0]?.count ?? 0
}

/** Makes queued jobs due now, or in so many seconds. */
export async function makeDue(pool: Pool, filter: JobFilter = {}, seconds = 0): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now() + make_interval(secs => $5)
     where id in (select job.id ${matching})`,
    [...valuesOf(filter), seconds],
  )
}

/** Makes queued jobs due a millisecond after the time until which their payload wants them done. */
export async function makeDueTooLate(pool: Pool, filter: JobFilter): Promise<void> {
  await pool.query(
    `update graphile_worker._private_jobs set run_at = now(),
       payload = jsonb_set(payload::jsonb, '{until}', to_jsonb(extract(epoch from now()) * 1000 - 1))::json
     where id in (select job.id ${matching})`,
    valuesOf(filter),
  )
}

/** Holds mails with a code or a link in the queue for a day, from now on, so that they can be read there. */
export async function holdSealedMails(pool: Pool): Promise<void> {
  await pool.query(`
    create or replace function hold_mail() returns trigger language plpgsql as
      $$ begin new.run_at := now() + interval '1 day'; return new; end $$;
    create or replace trigger hold_mail before insert on graphile_worker._private_jobs
      for each row when (new.payload ->> 'sealed' is not null) execute function hold_mail()`)
}

/** Removes queued jobs. */
export async function clearJobs(pool: Pool, filter: JobFilter = {}): Promise<void> {
  await pool.query(
    `delete from graphile_worker._private_jobs where id in (select job.id ${matching})`,
    valuesOf(filter),
  )
}

/** Returns everything that is stored of the queued jobs, as text. */
export async function storedJobs(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>('select job::text as text from graphile_worker._private_jobs job')
  return rows.map(({ text }) => text)
}
