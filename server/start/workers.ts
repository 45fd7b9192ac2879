import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'

/*
 * The shop as several processes on one machine. The primary process runs the database; the workers are ordinary shops
 * that share that database and one listening socket.
 */

/** Settings that the primary process sends to a worker before it starts. */
export type WorkerSettings = {
  databaseUrl: string
  /** Counted from 1; the replacement of a crashed worker has the same number. */
  number: number
  /** Whether no other process uses this database yet. */
  isOnlyProcess: boolean
  /** Whether this worker prints the message that the shop is open. */
  announces: boolean
}

/** Milliseconds until a crashed worker is restarted; doubled each time it crashes soon after the start. */
const restartDelay = { first: 100, max: 5000 }
/** Milliseconds after which a crash is no longer "soon after the start". */
const stableAfter = 30_000

/**
 * Returns for how many milliseconds to wait before a worker that crashed is replaced, after it `ran` for some, and was
 * itself `waited` for: 0 if it replaced none.
 */
export function delayBefore({ waited, ran }: { waited: number; ran: number }): number {
  return ran > stableAfter || waited === 0 ? restartDelay.first : Math.min(waited * 2, restartDelay.max)
}

/**
 * Starts the workers and replaces those that crash. The first opens alone: it runs the migrations and loads the demo.
 * Returns the function that stops all of them, and waits until they have finished their work. Throws if the first one
 * doesn't open.
 */
export async function runWorkers(
  count: number,
  settings: Pick<WorkerSettings, 'databaseUrl' | 'isOnlyProcess'>,
  printError: (line: string) => void,
): Promise<() => Promise<void>> {
  // Each worker takes connections itself: one that the primary process has handed to a worker which is killed before it
  // took it would stay open for ever, without a reply.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  let stopping = false
  const runningWorkers = new Map<number, Worker>()

  function open(number: number, { isOnlyProcess = false, announces = false, waited = 0 } = {}): Worker {
    const worker = cluster.fork()
    const since = Date.now()
    runningWorkers.set(number, worker)
    worker.send({ ...settings, number, isOnlyProcess, announces } satisfies WorkerSettings)
    worker.once('exit', async (code, signal) => {
      if (stopping || !opened.has(number)) return
      printError(`Worker ${number} ended (${signal ?? code}); another replaces it.`)
      const delay = delayBefore({ waited, ran: Date.now() - since })
      await wait(delay)
      if (!stopping) open(number, { waited: delay })
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
      [...runningWorkers.values()].map(async (worker) => {
        if (worker.isDead()) return
        worker.process.kill('SIGTERM')
        await once(worker, 'exit')
      }),
    )
  }
  try {
    const first = open(1, { isOnlyProcess: settings.isOnlyProcess, announces: true })
    await listening(1, first)
    const others = Array.from({ length: count - 1 }, (_, index) => index + 2)
    await Promise.all(others.map((number) => listening(number, open(number))))
    // If it has crashed meanwhile nothing is printed; the shop is open all the same.
    first.send(allOpen, () => {})
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}

const allOpen = 'all are open'

/** In the worker that prints: resolves once all are open. */
export async function everyWorkerOpen(): Promise<void> {
  for (;;) if ((await once(process, 'message'))[0] === allOpen) return
}

/** In a worker: returns its settings. */
export async function receiveWorkerSettings(): Promise<WorkerSettings | undefined> {
  if (!cluster.isWorker) return undefined
  const [settings] = (await once(process, 'message')) as [WorkerSettings]
  return settings
}
