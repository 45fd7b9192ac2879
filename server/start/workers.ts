import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/*
 * The shop as several processes on one machine. The first process holds what there is once, the database, and hands
 * connections on; the others are shops like any that share a database.
 */

/** Settings that the primary process sends to a worker before it starts. */
export type WorkerSettings = {
  databaseUrl: string
  /** Counted from 1; who takes the place of a crashed worker has its number. */
  number: number
  /** Whether nobody else works on this database yet. */
  alone: boolean
  /** Whether this one tells when all are open. */
  announces: boolean
}

/** A worker that crashes at once is started again this much later, in milliseconds; twice as much each time. */
const pauses = { first: 100, longest: 5000 }
/** A worker that has run for this long crashed by chance. In milliseconds. */
const wellFor = 30_000

/**
 * Starts the workers and keeps their number. The first opens alone: it migrates and stocks what the others find. Gives
 * what stops them all, which waits for each to finish what it is doing. Throws when the first doesn't open.
 */
export async function runWorkers(
  count: number,
  settings: Pick<WorkerSettings, 'databaseUrl' | 'alone'>,
  complain: (line: string) => void,
): Promise<() => Promise<void>> {
  let stopping = false
  const running = new Map<number, Worker>()

  function open(number: number, { alone = false, announces = false, pause = pauses.first } = {}): Worker {
    const worker = cluster.fork()
    const since = Date.now()
    running.set(number, worker)
    worker.send({ ...settings, number, alone, announces } satisfies WorkerSettings)
    worker.once('exit', async (code, signal) => {
      if (stopping || !opened.has(number)) return
      const next = Date.now() - since > wellFor ? pauses.first : Math.min(pause * 2, pauses.longest)
      complain(`Worker ${number} ended (${signal ?? code}); another takes its place.`)
      await wait(pause)
      if (!stopping) open(number, { pause: next })
    })
    return worker
  }
  const opened = new Set<number>()
  const listening = async (number: number, worker: Worker) => {
    const outcome = await Promise.race([
      once(worker, 'listening').then(() => 'open' as const),
      once(worker, 'exit').then(() => 'ended' as const),
    ])
    if (outcome === 'ended') throw new Error(`Worker ${number} did not open.`)
    opened.add(number)
  }

  const stop = async () => {
    stopping = true
    await Promise.all(
      [...running.values()].map(async (worker) => {
        if (worker.isDead()) return
        worker.process.kill('SIGTERM')
        await once(worker, 'exit')
      }),
    )
  }
  try {
    const first = open(1, { alone: settings.alone, announces: true })
    await listening(1, first)
    const others = Array.from({ length: count - 1 }, (_, at) => at + 2)
    await Promise.all(others.map((number) => listening(number, open(number))))
    // Where it crashed meanwhile nobody announces; the shop is as open as any.
    first.send(allOpen, () => {})
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

const allOpen = 'all are open'

/** In the worker that announces: resolves when all are open. */
export async function everyWorkerOpen(): Promise<void> {
  for (;;) if ((await once(process, 'message'))[0] === allOpen) return
}

/** In a worker: what it is to do. */
export async function receiveWorkerSettings(): Promise<WorkerSettings | undefined> {
  if (!cluster.isWorker) return undefined
  const [settings] = (await once(process, 'message')) as [WorkerSettings]
  return settings
}
