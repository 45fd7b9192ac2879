import { sql } from 'kysely'
import { queueLockClass } from './advisory-locks.ts'
import type { Db } from './database.ts'

/*
 * What the shop needs of graphile-worker beyond its functions (decision 014). Of the product, only this file and
 * migrations name its private tables: look here when the library is updated.
 */

/** Milliseconds after which a job is unlocked if its queue no longer holds its advisory lock. */
const unlockAfter = 30_000

/** Milliseconds by which clocks may differ without one of them having been set. */
export const clockTolerance = 120_000

/**
 * Corrects what a clock has left that was ahead for a while: jobs queued then would wait until it is so late, and no
 * timed one would be queued until then.
 */
export async function correctTimesAhead(db: Db): Promise<void> {
  const isAhead = (column: string) => sql`${sql.ref(column)} > now() + make_interval(secs => ${clockTolerance / 1000})`
  await sql`update graphile_worker._private_known_crontabs set last_execution = now()
    where ${isAhead('last_execution')}`.execute(db)
  await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
    where ${isAhead('created_at')} having count(*) > 0`.execute(db)
}

/** Unlocks the jobs of queues that have ended: of the named ones, of all, or of those without their advisory lock. */
export async function unlockJobsOf(db: Db, which: readonly string[] | 'all' | 'abandoned'): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(queues.names)
    from (select array_agg(locked_by) as names
          from (select distinct locked_by from graphile_worker.jobs
                where locked_by is not null and ${isOfQueues(which)}) as locked) as queues
    where queues.names is not null`.execute(db)
}

function isOfQueues(which: readonly string[] | 'all' | 'abandoned') {
  if (which === 'all') return sql`true`
  if (which !== 'abandoned') return sql`locked_by = any(${which}::text[])`
  return sql`locked_at < now() - make_interval(secs => ${unlockAfter / 1000})
    and pg_try_advisory_xact_lock(${queueLockClass}, hashtext(locked_by))`
}

/**
 * All queued jobs except mails of codes and invitations: these are encrypted with a secret that isn't in a backup, and
 * expire in minutes or days. A job that is running while the backup is taken runs again after a restore, as after a
 * crash. The library's view of the jobs has no payloads.
 */
export const jobsToBackUp = `select tasks.identifier, jobs.payload, queues.queue_name, jobs.run_at, jobs.attempts,
    jobs.max_attempts, jobs.key, jobs.priority, jobs.flags
  from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
  where tasks.identifier not in ('send-code', 'send-staff-mail') order by jobs.id`
