import { EventEmitter } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type JobHelpers,
  Logger,
  type Runner,
  type RunnerOptions,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import pg from 'pg'
import type { Log } from '../common/log.ts'
import { queueLockClass } from './advisory-locks.ts'
import type { Db } from './database.ts'
import { clockTolerance, correctTimesAhead, unlockJobsOf } from './job-queries.ts'
import type { JobName } from './jobs.ts'
import { tcpKeepAlive } from './keep-alive.ts'

/*
 * Runs the jobs that are queued (`jobs.ts`), in workers of this process.
 */

export type Jobs = { stop(): Promise<void> }

export type JobsDeps = {
  /** URL of the database. Jobs have connections of their own, so that jobs and requests don't wait for each other. */
  url: string
  db: Db
  /** Whether no other process runs jobs on this database. Then jobs locked by a killed process are unlocked at once. */
  isOnlyProcess?: boolean
  tasks: TaskList
  /** Functions that delete expired rows, run every hour; if one fails, the others run nevertheless. */
  tidying?: readonly ((db: Db) => Promise<unknown>)[]
  /** Further lines of the crontab, as `MINUTE HOUR DAY MONTH WEEKDAY task`. */
  timetable?: readonly string[]
  log: Log
}

/**
 * The workers of a process that run certain jobs only, in addition to those that run all others. A person waits for a
 * code, so that its mail never waits for a payment provider or for a mail about an order; the codes of one client
 * address are sent one at a time (`queueCodeMail`). What the staff are mailed, and documents, don't wait for shoppers
 * whose mail servers answer late. A notice waits up to 15 seconds for a push service that doesn't answer, and an order
 * has one for each device. Money doesn't wait for mails: a loop of orders can queue thousands of them.
 */
const poolSizes = { codes: 4, staff: 2, shoppers: 6, notices: 2, money: 2 } as const

/** The pools of the jobs that have one. A job that sends something has to have one. */
const poolsOfJobs: Record<Extract<JobName, `send-${string}`>, Pool> & Partial<Record<JobName, Pool>> = {
  'send-code': 'codes',
  'send-staff-mail': 'codes',
  'send-seller-mail': 'staff',
  'send-change-mail': 'staff',
  'send-slip-mail': 'staff',
  'send-staff-account-mail': 'staff',
  'send-order-mail': 'shoppers',
  'send-step-mail': 'shoppers',
  'send-cancelled-mail': 'shoppers',
  'send-window-mail': 'shoppers',
  'send-address-mail': 'shoppers',
  'send-delay-mail': 'shoppers',
  'send-earlier-mail': 'shoppers',
  'send-attempt-mail': 'shoppers',
  'send-refund-mail': 'shoppers',
  'send-payout-mail': 'shoppers',
  'send-slip-rejected-mail': 'shoppers',
  'send-password-mail': 'shoppers',
  'send-push': 'notices',
  'send-line': 'notices',
  'name-line-group': 'notices',
  'refund-payment': 'money',
  'refund-part': 'money',
  'poll-payment': 'money',
  'verify-slip': 'money',
}
type Pool = keyof typeof poolSizes

const workersOfRest = 4
/** Connections of a process with which its workers get and end jobs. */
const workingConnections = 4

/**
 * Starts running jobs in this process. A queue that loses its database is closed, and replaced as soon as the database
 * answers: the library alone would leave its jobs locked for four hours. So is one whose clock was set back.
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
    log.warn({ err: error }, 'the job queue is lost; restarting')
    restarting = reopen().finally(() => {
      restarting = undefined
    })
  }
  async function reopen(): Promise<void> {
    const broken = queue
    queue = undefined
    await broken?.close()
    for (let delay = 100; !stopping; delay = Math.min(delay * 2, 2000)) {
      try {
        await unlockJobsOf(db, names)
        await open()
        return
      } catch {
        await wait(delay)
      }
    }
  }
  if (deps.isOnlyProcess) await unlockJobsOf(db, 'all')
  await open()
  return {
    stop: async () => {
      stopping = true
      await restarting
      await queue?.close()
    },
  }
}

type Queue = { close(): Promise<void> }

/** Opens a queue, which lasts until its connection fails. Adds the names under which it locks jobs to `names`. */
async function openQueue(deps: JobsDeps, names: string[], lost: (error: unknown) => void): Promise<Queue> {
  const { url, db, tasks, tidying = [], timetable = [], log } = deps
  let closed = false
  const onLost = (error: unknown) => {
    if (!closed) lost(error)
  }
  const pool = poolOfQueue(url)
  const lockClient = lockConnection(url, onLost)
  const ownNames: string[] = []
  const onName = (name: string) => {
    ownNames.push(name)
    names.push(name)
  }
  const events = queueEvents({ onName, onLost })
  const runningTasks = new Set<Promise<unknown>>()
  const runners: Runner[] = []
  async function start(taskList: TaskList, concurrency: number, timetables: readonly string[] = []): Promise<void> {
    const runner = await run({
      ...runnerSettings(log),
      pgPool: pool,
      events,
      taskList,
      crontab: crontabOf(timetables),
      concurrency,
    })
    runner.promise.then(() => onLost(new Error('the library stopped')), onLost)
    runners.push(runner)
  }
  // Without a database the library waits for replies that never come.
  const stopRunners = () =>
    Promise.race([Promise.allSettled(runners.map((runner) => runner.stop())), wait(5000, undefined, { ref: false })])
  const ownTasks: TaskList = {
    tidy: () => removeAllOld(db, tidying),
    'free-jobs': () => unlockJobsOf(db, 'abandoned'),
  }
  const { poolsWithTasks, rest } = byPool(tracked({ ...tasks, ...ownTasks }, runningTasks))
  try {
    await lockClient.connect()
    await correctTimesAhead(db)
    await start(rest, workersOfRest, ['17 * * * * tidy', '* * * * * free-jobs', ...timetable])
    for (const { taskList, workers } of poolsWithTasks) await start(taskList, workers)
    for (const name of ownNames)
      await lockClient.query('select pg_advisory_lock($1, hashtext($2))', [queueLockClass, name])
  } catch (error) {
    closed = true
    await stopRunners()
    await Promise.allSettled([lockClient.end(), pool.end()])
    throw error
  }
  return {
    close: async () => {
      closed = true
      await stopRunners()
      await Promise.race([Promise.allSettled(runningTasks), wait(5000, undefined, { ref: false })])
      await Promise.race([lockClient.end().catch(() => {}), wait(1000, undefined, { ref: false })])
      await Promise.race([pool.end().catch(() => {}), wait(1000, undefined, { ref: false })])
    },
  }
}

function poolOfQueue(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    // Each pool of workers, and the others, keep one to listen for jobs. Four processes together stay below the 97 that
    // the shop's own database takes.
    max: Object.keys(poolSizes).length + 1 + workingConnections,
    application_name: 'talad jobs',
    ...tcpKeepAlive,
    // Locking and completing jobs needn't be flushed to disk: after a crash of the database a job runs once more, which
    // every job allows for. What jobs themselves change uses other connections.
    onConnect: async (client) => {
      await client.query('set synchronous_commit = off')
    },
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Returns a connection that keeps the locks of a queue's names: its end is the end of the queue. */
function lockConnection(url: string, onLost: (error: unknown) => void): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'talad job queue',
    connectionTimeoutMillis: 5000,
    ...tcpKeepAlive,
  })
  client.on('error', onLost)
  client.on('end', () => onLost(new Error('the connection ended')))
  return client
}

/** Returns the library's events: they tell the names of its pools of workers, and that the clock was set back. */
function queueEvents({
  onName,
  onLost,
}: {
  onName: (name: string) => void
  onLost: (error: unknown) => void
}): WorkerEvents {
  const events: WorkerEvents = new EventEmitter()
  // The library would wait until the clock reaches the minute for which it has waited already.
  events.on('cron:prematureTimer', ({ currentTimestamp, expectedTimestamp }) => {
    if (expectedTimestamp - currentTimestamp > clockTolerance) onLost(new Error('the clock was set back'))
  })
  events.on('pool:create', ({ workerPool }) => onName(workerPool.id))
  return events
}

const runnerSettings = (log: JobsDeps['log']) =>
  ({
    pollInterval: 2000,
    noHandleSignals: true,
    // In batches: else the library leaves a rejection unhandled if its connection breaks while it writes that a job is
    // done or failed.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    // Jobs that wait for another server are aborted this long after the shop begins to close, and retried later.
    gracefulShutdownAbortTimeout: 2000,
    logger: new Logger((scope) => (level, message) => {
      if (level === 'error') log.error({ ...scope }, message)
      else if (level === 'warning') log.warn({ ...scope }, message)
    }),
  }) satisfies RunnerOptions

/** Runs each of the functions that remove what is old. Throws the errors of all of them. */
async function removeAllOld(db: Db, tidying: NonNullable<JobsDeps['tidying']>): Promise<void> {
  const errors: unknown[] = []
  for (const removeOld of tidying) await removeOld(db).catch((error: unknown) => errors.push(error))
  if (errors.length > 0) throw new AggregateError(errors, errors.map(String).join('; '))
}

/**
 * Returns the crontab of some timetables, in which the key of each job is its task's name: so only one of them is
 * queued at a time. After the machine has slept, the library queues one for each minute that was missed, and the jobs
 * of new orders would wait for thousands.
 */
export function crontabOf(timetables: readonly string[]): string {
  return timetables
    .flatMap((timetable) => timetable.split('\n'))
    .map((line) => `${line}${line.includes('?') ? '&' : ' ?'}jobKey=${line.split(' ')[5]}`)
    .join('\n')
}

/** Returns the tasks of each pool of workers that has any, and all others. */
function byPool(tasks: TaskList): { poolsWithTasks: { taskList: TaskList; workers: number }[]; rest: TaskList } {
  const entries = Object.entries(tasks)
  const pools: Readonly<Record<string, string>> = poolsOfJobs
  const tasksOf = (pool: string | undefined): TaskList =>
    Object.fromEntries(entries.filter(([name]) => pools[name] === pool))
  return {
    poolsWithTasks: Object.entries(poolSizes)
      .map(([pool, workers]) => ({ taskList: tasksOf(pool), workers }))
      .filter(({ taskList }) => Object.keys(taskList).length > 0),
    rest: tasksOf(undefined),
  }
}

/** Returns the tasks with each run tracked in `runningTasks` until it ends. */
function tracked(tasks: TaskList, runningTasks: Set<Promise<unknown>>): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => {
    const trackedTask = async (payload: unknown, helpers: JobHelpers) => {
      const run = Promise.resolve(task?.(payload, helpers))
      runningTasks.add(run)
      try {
        return await run
      } finally {
        runningTasks.delete(run)
      }
    }
    return [name, trackedTask] as const
  })
  return Object.fromEntries(entries) as TaskList
}
