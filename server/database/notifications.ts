import pg from 'pg'
import type { Log } from '../common/log.ts'
import { tcpKeepAlive } from './keep-alive.ts'

const channels = [
  'catalogue',
  'promotions',
  'delivery',
  'settings',
  'orders',
  'cash',
  'slips',
  'sessions',
  'roles',
] as const
export type Channel = (typeof channels)[number]
/** Called with a notification's payload; with undefined after a reconnect, since notifications may have been missed. */
export type Listener = (payload: string | undefined) => void

export type Events = {
  /** Subscribes to a channel, and to the reconnects of the connection. */
  on(channel: Channel, listener: Listener): void
  stop(): Promise<void>
}

/**
 * Milliseconds between heartbeats, and until one times out. A connection that only listens wouldn't notice that its
 * server is gone: the shop would keep showing old prices.
 */
const heartbeat = { interval: 10_000, timeout: 5000 }

/**
 * Listens for notifications of other processes through PostgreSQL. Notifications are missed while the connection is
 * down, so every listener is called after a reconnect. A connection that doesn't respond is replaced.
 */
export async function listenForEvents(
  url: string,
  log: Pick<Log, 'warn'>,
  { interval, timeout } = heartbeat,
): Promise<Events> {
  const listeners = new Map<string, Listener[]>(channels.map((channel) => [channel, []]))
  const publish = (channel: string, payload?: string) => {
    for (const listener of listeners.get(channel) ?? []) listener(payload)
  }
  let client: pg.Client | undefined
  let stopped = false
  let retry: NodeJS.Timeout | undefined
  let heartbeatTimer: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: 'talad events',
      connectionTimeoutMillis: timeout,
      query_timeout: timeout,
      ...tcpKeepAlive,
    })
    fresh.on('notification', ({ channel, payload }) => publish(channel, payload))
    fresh.on('error', (error) => reconnect(fresh, error))
    fresh.on('end', () => reconnect(fresh))
    client = fresh
    await fresh.connect()
    for (const channel of listeners.keys()) await fresh.query(`listen ${channel}`)
    for (const channel of listeners.keys()) publish(channel)
    checkAgain(fresh)
  }

  /** Sends heartbeats until one fails. */
  function checkAgain(open: pg.Client): void {
    if (stopped || client !== open) return
    heartbeatTimer = setTimeout(() => {
      open.query('select').then(
        () => checkAgain(open),
        (error: Error) => reconnect(open, error),
      )
    }, interval).unref()
  }

  function reconnect(broken: pg.Client, error?: Error): void {
    if (stopped || client !== broken) return
    client = undefined
    clearTimeout(heartbeatTimer)
    log.warn({ err: error }, 'the connection for notifications failed; trying again')
    broken.end().catch(() => {})
    retry = setTimeout(() => {
      connect().catch((failure: Error) => {
        if (client) reconnect(client, failure)
      })
    }, 500)
  }

  await connect()
  return {
    on: (channel, listener) => void listeners.get(channel)?.push(listener),
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      clearTimeout(heartbeatTimer)
      await client?.end().catch(() => {})
    },
  }
}
