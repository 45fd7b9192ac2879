import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import { join } from 'node:path'
import type { BareReply } from './bare.ts'
import type { Load, LoadJob } from './load.ts'
import { type CpuTime, cpuTime } from './processes.ts'
import { median } from './row.ts'

/** How long and how often to measure. */
export type Size = {
  rounds: number
  /** Milliseconds of load in a round, and before the first one. */
  round: number
  warmUp: number
  /** Rows of the large catalogue, and of its orders. */
  large: number
}
export const whole: Size = { rounds: 5, round: 1500, warmUp: 1500, large: 1_000_000 }
/** Checks that everything works, not how fast it is. */
export const small: Size = { rounds: 1, round: 300, warmUp: 200, large: 20_000 }

export const connections = 10

/** One side of a comparison: the server process, and its requests. */
export type Side = Omit<LoadJob, 'milliseconds' | 'connections'> & { pid: number; connections?: number }
export type Figures = Omit<Load, 'replies' | 'unexpectedStatuses'> & {
  /** CPU seconds for 1,000 replies, of the server process and of its child processes too. Undefined outside Linux. */
  cpu: CpuTime | undefined
}
export type Sample = Load & Pick<Figures, 'cpu'>

/** Sends load from a separate process. */
export class Loader {
  readonly #child: ChildProcess
  readonly #size: Size

  constructor(size: Size) {
    this.#size = size
    this.#child = fork(join(import.meta.dirname, 'load.ts'))
  }

  /** Loads both sides in turns; returns the medians of all rounds. Throws if a reply is wrong. */
  async compare<Names extends string>(sides: Record<Names, Side>): Promise<Record<Names, Figures>> {
    const entries = Object.entries(sides) as [Names, Side][]
    for (const [, side] of entries) await this.#load(side, this.#size.warmUp)
    const rounds = new Map<Names, Sample[]>(entries.map(([name]) => [name, []]))
    for (let round = 0; round < this.#size.rounds; round += 1)
      for (const [name, side] of entries) rounds.get(name)?.push(await this.once(side, this.#size.round))
    const medians = entries.map(([name]) => [name, mediansOf(rounds.get(name) ?? [])] as const)
    return Object.fromEntries(medians) as Record<Names, Figures>
  }

  /** Loads one side for some time. */
  async once(side: Side, milliseconds: number): Promise<Sample> {
    const before = await cpuTime(side.pid)
    const load = await this.#load(side, milliseconds)
    const after = await cpuTime(side.pid)
    if (!before || !after) return { ...load, cpu: undefined }
    const per1000 = (from: number, to: number) => ((to - from) * 1000) / load.replies
    return { ...load, cpu: { own: per1000(before.own, after.own), tree: per1000(before.tree, after.tree) } }
  }

  async #load({ pid: _, connections: own, ...job }: Side, milliseconds: number): Promise<Load> {
    this.#child.send({ ...job, milliseconds, connections: own ?? connections } satisfies LoadJob)
    const [load] = (await once(this.#child, 'message')) as [Load & { error?: string }]
    if (load.error) throw new Error(`The load failed: ${load.error}`)
    const unexpectedStatuses = Object.entries(load.unexpectedStatuses).map(([status, count]) => `${count} × ${status}`)
    if (unexpectedStatuses.length > 0)
      throw new Error(`Not every reply was ${job.status}: ${unexpectedStatuses.join(', ')} of ${load.replies}`)
    return load
  }

  close(): void {
    this.#child.disconnect()
  }
}

export function mediansOf(rounds: readonly Sample[]): Figures {
  const medianBy = (value: (round: Sample) => number) => median(rounds.map(value))
  return {
    perSecond: medianBy((round) => round.perSecond),
    p50: medianBy((round) => round.p50),
    p99: medianBy((round) => round.p99),
    bytes: medianBy((round) => round.bytes),
    cpu: rounds[0]?.cpu && {
      own: medianBy((round) => round.cpu?.own ?? 0),
      tree: medianBy((round) => round.cpu?.tree ?? 0),
    },
  }
}

/** Returns the text of an HTTP request. */
export function requestText(
  line: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: unknown } = {},
): string {
  const json = body === undefined ? undefined : JSON.stringify(body)
  const all = {
    host: '127.0.0.1',
    connection: 'keep-alive',
    ...headers,
    ...(json === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${json ?? ''}`
}

export type RawReply = { status: number; headers: Record<string, string>; body: Buffer; milliseconds: number }

/** Sends one request; returns the raw bytes of the reply. */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<RawReply> {
  const started = performance.now()
  const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const more = json ? { 'content-type': 'application/json', 'content-length': String(json.length) } : {}
  const sent = request(url, { method, headers: { ...headers, ...more } })
  sent.end(json)
  const [response] = await once(sent, 'response')
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode,
    headers: response.headers,
    body: Buffer.concat(chunks),
    milliseconds: performance.now() - started,
  }
}

// Headers that Node and Fastify write themselves.
const written = ['date', 'connection', 'keep-alive', 'content-length', 'transfer-encoding']

/** Returns the same reply for the bare server. */
export function bareReply(url: string, reply: RawReply): BareReply {
  const headers = Object.fromEntries(Object.entries(reply.headers).filter(([name]) => !written.includes(name)))
  return { url, status: reply.status, headers, body: reply.body.toString('base64') }
}

/** Starts the bare server with these replies. */
export async function openBare(replies: BareReply[]): Promise<{ port: number; pid: number; close(): void }> {
  const child = fork(join(import.meta.dirname, 'bare.ts'), { env: { ...process.env, NODE_ENV: 'production' } })
  child.send(replies)
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { port, pid: child.pid ?? 0, close: () => child.disconnect() }
}
