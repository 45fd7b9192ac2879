import pg from 'pg'
import type { Log } from './log.ts'

export type Channel = 'catalogue' | 'orders'
/** Gets what was announced; nothing when the connection is back and announcements may have been missed. */
export type Listener = (announced: string | undefined) => void

export type Events = {
  /** Calls back for every announcement on the channel, and once after a broken connection came back. */
  on(channel: Channel, listener: Listener): void
  stop(): Promise<void>
}

/**
 * Hears what other server processes announce through PostgreSQL. While the connection is away announcements are
 * missed, so every listener is called when it is back.
 */
export async function listenForEvents(url: string, log: Pick<Log, 'warn'>): Promise<Events> {
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

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'talad events', keepAlive: true })
    fresh.on('notification', ({ channel, payload }) => tell(channel, payload))
    fresh.on('error', (error) => again(fresh, error))
    fresh.on('end', () => again(fresh))
    client = fresh
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${channel}`)
    for (const channel of listeners.keys()) tell(channel)
  }

  function again(broken: pg.Client, error?: Error): void {
    if (stopped || client !== broken) return
    client = undefined
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
      await client?.end().catch(() => {})
    },
  }
}
