import pg from 'pg'
import type { Log } from '../common/log.ts'
import { keptAlive } from './keep-alive.ts'

export type Channel = 'catalogue' | 'orders'
/** Gets what was announced; nothing when the connection is back and announcements may have been missed. */
export type Listener = (announced: string | undefined) => void

export type Events = {
  /** Calls back for every announcement on the channel, and once after a broken connection came back. */
  on(channel: Channel, listener: Listener): void
  stop(): Promise<void>
}

/**
 * Milliseconds between questions to a database that has nothing to announce, and for which an answer is waited for. Who
 * only listens doesn't notice that nobody talks any more: prices would stay as they were.
 */
const signsOfLife = { every: 10_000, patience: 5000 }

/**
 * Hears what other server processes announce through PostgreSQL. While the connection is away announcements are
 * missed, so every listener is called when it is back. One that fell silent is replaced.
 */
export async function listenForEvents(
  url: string,
  log: Pick<Log, 'warn'>,
  { every, patience } = signsOfLife,
): Promise<Events> {
  const listeners = new Map<string, Listener[]>([
    ['catalogue', []],
    ['orders', []],
  ])
  const tell = (channel: string, announced?: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(announced)
  }
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'talad events',
      connectionTimeoutMillis: patience,
      query_timeout: patience,
      ...keptAlive,
    })
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload))
    fresh.on('error', (error) => again(fresh, error))
    fresh.on('end', () => again(fresh))
    client = fresh
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${channel}`)
    for (const channel of listeners.keys()) tell(channel)
    ask(fresh)
  }

  /** Asks for a sign of life, again and again until one doesn't come. */
  function ask(open: pg.Client): void {
    if (stopped || client !== open) return
    asking = setTimeout(() => {
      open.query('select').then(
        () => ask(open),
        (error: Error) => again(open, error),
      )
    }, every).unref()
  }

  function again(broken: pg.Client, error?: Error): void {
    if (stopped || client !== broken) return
    client = undefined
    clearTimeout(asking)
    log.warn({ err: error }, 'the connection for announcements broke; trying again')
    broken.end().catch(() => {})
    retry = setTimeout(() => {
      connect().catch((failure: Error) => {
        if (client) again(client, failure)
      })
    }, 500)
  }

  await connect()
  return {
    on: (channel, listener) => void listeners.get(channel)?.push(listener),
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      clearTimeout(asking)
      await client?.end().catch(() => {})
    },
  }
}
