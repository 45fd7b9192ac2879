import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type JobHelpers, Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import type { Log } from '../common/log.ts'
import type { Db, Tx } from './database.ts'
import { keptAlive } from './keep-alive.ts'
import { prepared } from './prepared.ts'

/*
 * Work that follows a change: queued in the change's own transaction, so it is there exactly when the change is; done
 * by any server process; tried again, ever more slowly, until it succeeds.
 */

export type JobName =
  | 'send-code'
  | 'send-order-mail'
  | 'send-seller-mail'
  | 'send-step-mail'
  | 'send-cancelled-mail'
  | 'follow-payment'
  | 'refund-payment'
  | 'refund-stray'
  | 'close-page'
  | 'sandbox-notice'

/** A job to be queued. `key` names it: the same key is queued once. It waits for at least `after` milliseconds. */
export type Job = [name: JobName, payload: object, when?: { key?: string; after?: number }]

/** Queues a job as part of the transaction. */
export async function queueJob(tx: Db | Tx, ...job: Job): Promise<void> {
  await sql`select ${prepared} ${jobQueued(...job)}`.execute(tx)
}

/** Queues a job as part of a larger statement, in which this is an expression. */
export function jobQueued(...[name, payload, { key, after } = {}]: Job): RawBuilder<unknown> {
  return sql`graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null}, run_at => now() + make_interval(secs => ${after === undefined ? null : after / 1000}),
    max_attempts => 25)`
}

export type Jobs = { stop(): Promise<void> }

export type JobsDeps = {
  /** Of the database. Jobs have connections of their own, so that they never wait behind shoppers, nor the other way. */
  url: string
  db: Db
  /** Whether no other process does jobs on this database. Then jobs that a killed one held are taken up at once. */
  alone?: boolean
  tasks: TaskList
  /** Each removes what has run out of something, every hour. */
  tidying?: readonly ((db: Db) => Promise<unknown>)[]
  /** More lines of the timetable, as `MINUTE HOUR DAY MONTH WEEKDAY task`. */
  timetable?: readonly string[]
  log: Log
}

/** Class of the locks by which a queue shows that it lives; the second number is of its name. */
const livingQueue = 7_411_970
/** Milliseconds after which a job of a queue that shows no sign of life is somebody else's. */
const freedAfter = 30_000

/**
 * Starts doing jobs in this process. A queue that lost its database is given up and replaced as soon as the database
 * answers: the library alone would leave the jobs that it held for four hours.
 */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const { db, log } = deps
  const names: string[] = []
  let queue: Queue | undefined
  let stopping = false
  let restarting: Promise<void> | undefined

  async function open(): Promise<void> {
    queue = await openQueue(deps, names, lost)
  }
  function lost(error: unknown): void {
    if (stopping || restarting) return
    log.warn({ err: error }, 'the job queue lost its database; starting anew')
    restarting = reopen().finally(() => {
      restarting = undefined
    })
  }
  async function reopen(): Promise<void> {
    const broken = queue
    queue = undefined
    await broken?.close()
    for (let pause = 100; !stopping; pause = Math.min(pause * 2, 2000)) {
      try {
        await freeJobsOf(db, names)
        await open()
        return
      } catch {
        await wait(pause)
      }
    }
  }
  // The library lets go of promises that fail with their connection. Nothing else in the shop may.
  const dropped = (error: unknown) => {
    if (!(error instanceof Error && error.stack?.includes('graphile-worker'))) throw error
    lost(error)
  }
  process.on('unhandledRejection', dropped)

  if (deps.alone) await freeJobsOf(db, 'all')
  await open()
  return {
    stop: async () => {
      stopping = true
      await restarting
      await queue?.close()
      process.off('unhandledRejection', dropped)
    },
  }
}

type Queue = { close(): Promise<void> }

/** One life of the queue: from a working connection to the loss of one. Its name is added to the names. */
async function openQueue(deps: JobsDeps, names: string[], lost: (error: unknown) => void): Promise<Queue> {
  const { url, db, tasks, tidying = [], timetable = [], log } = deps
  const pool = new pg.Pool({
    connectionString: url,
    max: 6,
    application_name: 'talad jobs',
    ...keptAlive,
    // That a job was taken or done needn't wait for the disk: a database that is killed forgets it, and the job is done once
    // more, which every job allows for. What jobs change goes through connections that wait.
    onConnect: async (client) => {
      await client.query('set synchronous_commit = off')
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const sign = new pg.Client({
    connectionString: url,
    application_name: 'talad job queue',
    connectionTimeoutMillis: 5000,
    ...keptAlive,
  })
  let closed = false
  const over = (error: unknown) => {
    if (!closed) lost(error)
  }
  sign.on('error', over)
  sign.on('end', () => over(new Error('the connection ended')))

  const tidy = async () => {
    for (const removeOld of tidying) await removeOld(db)
  }
  const running = new Set<Promise<unknown>>()
  const events: WorkerEvents = new EventEmitter()
  let name = ''
  events.once('pool:create', ({ workerPool }) => {
    name = workerPool.id
    names.push(name)
  })
  let runner: Runner
  try {
    await sign.connect()
    runner = await run({
      pgPool: pool,
      events,
      taskList: tracked({ ...tasks, tidy, 'free-jobs': () => freeJobsOf(db, 'the dead') }, running),
      crontab: ['17 * * * * tidy', '* * * * * free-jobs', ...timetable].join('\n'),
      concurrency: 4,
      pollInterval: 2000,
      noHandleSignals: true,
      // What a job waits for outside is given up this long after the shop is told to close; the job is tried again.
      gracefulShutdownAbortTimeout: 2000,
      logger: new Logger((scope) => (level, message) => {
        if (level === 'error') log.error({ ...scope }, message)
        else if (level === 'warning') log.warn({ ...scope }, message)
      }),
    })
    await sign.query('select pg_advisory_lock($1, hashtext($2))', [livingQueue, name])
  } catch (error) {
    closed = true
    await sign.end().catch(() => {})
    throw error
  }
  runner.promise.catch(over)
  return {
    close: async () => {
      closed = true
      // Without a database the library waits for answers that never come; the jobs themselves get their time.
      await Promise.race([runner.stop().catch(() => {}), wait(5000, undefined, { ref: false })])
      await Promise.race([Promise.allSettled(running), wait(5000, undefined, { ref: false })])
      await Promise.race([sign.end().catch(() => {}), wait(1000, undefined, { ref: false })])
      await Promise.race([pool.end().catch(() => {}), wait(1000, undefined, { ref: false })])
    },
  }
}

/** The same tasks, each run among the running ones until it ends. */
function tracked(tasks: TaskList, running: Set<Promise<unknown>>): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const trackedTask = async (payload: unknown, helpers: JobHelpers) => {
      const run = Promise.resolve(task?.(payload, helpers))
      running.add(run)
      try {
        return await run
      } finally {
        running.delete(run)
      }
    }
    return [name, trackedTask] as const
  })
  return Object.fromEntries(entries) as TaskList
}

/**
 * Frees jobs whose queue is gone, so that another takes them up: those of the named queues, all, or those of queues
 * that show no sign of life.
 */
async function freeJobsOf(db: Db, which: readonly string[] | 'all' | 'the dead'): Promise<void> {
  const gone =
    which === 'all'
      ? sql`true`
      : which === 'the dead'
        ? sql`locked_at < now() - make_interval(secs => ${freedAfter / 1000})
              and pg_try_advisory_xact_lock(${livingQueue}, hashtext(locked_by))`
        : sql`locked_by = any(${which}::text[])`
  await sql`select graphile_worker.force_unlock_workers(queues.names)
    from (select array_agg(locked_by) as names
          from (select distinct locked_by from graphile_worker._private_jobs
                where locked_by is not null and ${gone}) as held) as queues
    where queues.names is not null`.execute(db)
}
