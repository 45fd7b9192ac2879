import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

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
  /** The expected status; responses with another one are errors. */
  status: number
}
export type Load = {
  answers: number
  /** Counts of other statuses than the expected one. */
  unexpectedStatuses: Record<string, number>
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Bytes received per response, headers included. */
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
    const connection = await Connection.open(job.port)
    while (performance.now() < end) {
      const text = job.requests[sent++ % job.requests.length] ?? ''
      const asked = performance.now()
      const answer = await connection.ask(text.replaceAll(newIdHere, () => randomUUID()))
      waits.push(performance.now() - asked)
      bytes += answer.bytes
      if (answer.status !== job.status) unexpectedStatuses[answer.status] = (unexpectedStatuses[answer.status] ?? 0) + 1
    }
    connection.close()
  }
  await Promise.all(Array.from({ length: job.connections }, lane))
  const seconds = (performance.now() - started) / 1000
  waits.sort((a, b) => a - b)
  return {
    answers: waits.length,
    unexpectedStatuses,
    perSecond: waits.length / seconds,
    p50: waits[Math.floor(waits.length * 0.5)] ?? 0,
    p99: waits[Math.floor(waits.length * 0.99)] ?? 0,
    bytes: bytes / waits.length,
  }
}

/** A connection with one request at a time. It supports responses with a content-length only. */
class Connection {
  readonly #socket: Socket
  #answered: ((answer: { status: number; bytes: number }) => void) | undefined
  #head = ''
  #length = 0
  #status = 0
  #left = -1

  constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (part) => this.#read(part))
    socket.on('error', () => {})
    socket.on('close', () => this.#done(0))
  }

  static async open(port: number): Promise<Connection> {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    return new Connection(socket)
  }

  async ask(request: string): Promise<{ status: number; bytes: number }> {
    if (this.#socket.destroyed) {
      // Otherwise responses that never come would count as fast ones.
      await wait(10)
      return { status: 0, bytes: 0 }
    }
    return new Promise((resolve) => {
      this.#answered = resolve
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#answered = undefined
    this.#socket.destroy()
  }

  #read(part: Buffer): void {
    this.#length += part.length
    if (this.#left >= 0) this.#left -= part.length
    else {
      this.#head += part.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end === -1) return
      this.#status = Number(this.#head.slice(9, 12))
      const length = this.#status === 304 ? 0 : Number(/content-length: (\d+)/i.exec(this.#head)?.[1] ?? 0)
      this.#left = end + 4 + length - this.#head.length
    }
    if (this.#left <= 0) this.#done(this.#status)
  }

  #done(status: number): void {
    const answered = this.#answered
    const bytes = this.#length
    this.#answered = undefined
    this.#head = ''
    this.#length = 0
    this.#left = -1
    answered?.({ status, bytes })
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
