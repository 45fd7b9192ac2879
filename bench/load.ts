import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { HttpConnection, type HttpReply } from '../testing/http-connection.ts'
import { percentile } from '../testing/percentile.ts'

/*
 * The load generator, in a process of its own: sends requests one after the other over a number of connections. It uses
 * sockets directly, since an HTTP client would take more CPU than the server that it measures.
 */

/** The requests of a measurement, as text; every `newIdHere` in them is replaced by a new id. */
export type LoadJob = {
  port: number
  requests: string[]
  connections: number
  milliseconds: number
  /** The expected status; replies with another one are errors. */
  status: number
}
export type Load = {
  replies: number
  /** Counts of other statuses than the expected one. */
  unexpectedStatuses: Record<string, number>
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Bytes received per reply, headers included. */
  bytes: number
}

/** Placeholder, as long as the id that replaces it. */
export const newIdHere = '{an id that no request had before  }'

async function measure(job: LoadJob): Promise<Load> {
  const waits: number[] = []
  const unexpectedStatuses: Record<string, number> = {}
  let bytes = 0
  let sent = 0
  const started = performance.now()
  const end = started + job.milliseconds
  const lane = async () => {
    const connection = new HttpConnection({ port: job.port, host: '127.0.0.1' })
    await connection.opened()
    while (performance.now() < end) {
      const text = job.requests[sent++ % job.requests.length] ?? ''
      const asked = performance.now()
      const request = text.replaceAll(newIdHere, () => randomUUID())
      // Otherwise missing replies would improve the times.
      if (connection.isClosed) await wait(10)
      const reply = connection.isClosed
        ? { status: 0, bytes: 0 }
        : await new Promise<HttpReply>((resolve) => connection.ask(request, resolve))
      waits.push(performance.now() - asked)
      bytes += reply.bytes
      if (reply.status !== job.status) unexpectedStatuses[reply.status] = (unexpectedStatuses[reply.status] ?? 0) + 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: job.connections }, lane))
  const seconds = (performance.now() - started) / 1000
  return {
    replies: waits.length,
    unexpectedStatuses,
    perSecond: waits.length / seconds,
    p50: percentile(waits, 50),
    p99: percentile(waits, 99),
    bytes: bytes / waits.length,
  }
}

if (process.send) {
  process.on('message', (job: LoadJob) => {
    measure(job).then(
      (load) => process.send?.(load),
      (error: Error) => process.send?.({ error: error.message }),
    )
  })
  process.on('disconnect', () => process.exit())
}
