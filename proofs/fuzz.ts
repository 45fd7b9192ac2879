import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { everyCall } from '../contract/calls.ts'
import { streams } from '../contract/paths/call-paths.ts'
import { seededRandom } from '../demo/seeded-random.ts'
import { createSeller } from '../server/accounts/sellers/sellers.ts'
import { type Db, inTransaction } from '../server/database/database.ts'
import { newToken, openSession } from '../server/domain/session-queries.ts'
import { stateOfTables } from '../testing/database/table-state.ts'
import { residentMemory } from '../testing/resident-memory.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { createBuyers, createProducts, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'
import { malformedHttp, RequestGenerator, type TestData, type TestRequest } from './fuzz-requests.ts'
import { longRequests } from './long-values.ts'

type Reply = { status: number; text: string; headers: http.IncomingHttpHeaders; milliseconds: number }

/** More than a request takes on a machine that is busy with other things. */
const timeoutMilliseconds = 10_000

/**
 * Fuzzing: random and malformed requests to every call, screen and file, as visitor, shopper and seller. No reply may
 * be late, a server error, or without the envelope, and refused requests may change nothing.
 */
export async function fuzz(size: Size): Promise<Finding> {
  const requestCount = size === 'whole' ? 20_000 : 1200
  const comparedCount = size === 'whole' ? 2000 : 150
  const failures = new Failures()
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async (open) => {
      const data = await createData(open.db)
      return withShops({ dataDir, databaseUrl: open.url }, async ([shop]) => {
        if (!shop) throw new Error('no shop opened')
        const random = seededRandom(20_261)
        const generator = new RequestGenerator(random, data)
        const statuses = new Map<number, number>()
        const agent = new http.Agent({ keepAlive: true, maxSockets: 8 })
        let slowest = 0

        async function sendAndCheck(request: TestRequest): Promise<Reply | undefined> {
          const reply = await send(shop?.url ?? '', agent, request).catch((error: Error) => {
            // A server may close the connection on a malformed request, but it may not leave one open without a reply.
            failures.check(
              error.message !== 'no reply',
              `no reply within ${timeoutMilliseconds} ms: ${describe(request)}`,
            )
            return undefined
          })
          if (!reply) return undefined
          slowest = Math.max(slowest, reply.milliseconds)
          statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
          checkReply(request, reply, failures)
          return reply
        }

        const sendAtOnce = async (clients: number, requests: number) => {
          let left = requests
          const client = async () => {
            while (left-- > 0) await sendAndCheck(generator.next())
          }
          await Promise.all(Array.from({ length: clients }, client))
        }

        // The first half loads the lazy modules, such as the libraries for pictures and payments. Memory that each
        // request keeps makes the second half grow too.
        await sendAtOnce(8, requestCount / 2)
        const before = Math.round(await residentMemory(shop.pid))
        await sendAtOnce(8, requestCount / 2)
        const after = Math.round(await residentMemory(shop.pid))
        failures.check(after < before * 1.4 + 40, `memory grew from ${before} to ${after} MB`)

        let refused = 0
        let state = await stateOfTables(open.pool)
        for (let n = 0; n < comparedCount; n += 1) {
          const request = generator.next()
          const reply = await sendAndCheck(request)
          const now = await stateOfTables(open.pool)
          if (reply && isRefusal(reply)) {
            refused += 1
            failures.check(now === state, `a refused request changed the database: ${describe(request)}`)
          }
          state = now
        }
        const longest = await costOfLongRequests(size, shop, agent, data, failures)
        for (const bytes of malformedHttp) await sendMalformed(shop.url, bytes, failures)
        failures.checkEqual(
          (await send(shop.url, agent, { method: 'GET', path: '/api/product/list', headers: {}, isApi: true })).status,
          200,
          'status of a request afterwards',
        )
        agent.destroy()
        const kinds = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
        return {
          guarantee: 'No request breaks the shop, and a refused one changes nothing',
          did: `${requestCount + comparedCount} random and malformed requests over ${everyCall().length} calls, screens and files (seed 20261), and the longest value in every field`,
          figure: `${kinds.join(', ')}; slowest ${slowest.toFixed(0)} ms; ${longest}; memory ${before} to ${after} MB; ${refused} refusals compared with the database`,
          failures: failures.all,
        }
      })
    }),
  )
}

/** Milliseconds for which one request may block the event loop. */
const maxMilliseconds = 50

/**
 * Sends the longest requests one after the other, and measures the CPU time that each costs the main thread. The time
 * varies, so a costly request is repeated and its minimum is used; a pattern that backtracks costs as much each time.
 */
async function costOfLongRequests(
  size: Size,
  { url, pid }: { url: string; pid: number },
  agent: http.Agent,
  { cookies }: TestData,
  failures: Failures,
): Promise<string> {
  const cookieOf = (kind: string) => cookies.find((cookie) => cookie.startsWith(`talad_${kind}=`)) ?? ''
  const requests = longRequests(size, cookieOf)
  let worst = { cost: 0, what: 'nothing' }
  for (const { what, ...request } of requests) {
    let cost = Number.POSITIVE_INFINITY
    for (let tries = 0; tries < 5 && cost > maxMilliseconds; tries += 1) {
      const before = await busyMilliseconds(pid)
      const reply = await send(url, agent, { ...request, isApi: true }).catch((error: Error) => {
        failures.check(false, `${error.message} within ${timeoutMilliseconds} ms: ${what}`)
      })
      // The event loop may be blocked for minutes, so the proof ends here.
      if (!reply) return `no reply to a long request: ${what}`
      // A request that was shed measures nothing.
      failures.check(reply?.status !== 500 && reply?.status !== 503, `answered ${reply?.status}: ${what}`)
      cost = Math.min(cost, (await busyMilliseconds(pid)) - before)
    }
    failures.check(cost <= maxMilliseconds, `costs the event loop ${cost.toFixed(0)} ms: ${what}`)
    if (cost > worst.cost) worst = { cost, what }
  }
  return `the slowest of ${requests.length} long requests took the event loop ${worst.cost.toFixed(1)} ms (${worst.what})`
}

/** Returns the CPU time of a process's main thread in milliseconds; the elapsed time where there is no /proc. */
async function busyMilliseconds(pid: number): Promise<number> {
  const known = await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').catch(() => undefined)
  return known === undefined ? performance.now() : Number(known.split(' ', 1)[0]) / 1e6
}

async function createData(db: Db): Promise<TestData> {
  const people = await createBuyers(db, 5)
  const ids = [
    ...(await createProducts(db, 10, 50)),
    ...people.map((buyer) => buyer.address),
    ...people.map((buyer) => buyer.id),
  ]
  await createSeller(db, { email: 'owner@shop.example', password: newToken(), name: 'Owner' })
  const owner = await db.selectFrom('seller').select('id').executeTakeFirstOrThrow()
  const token = await inTransaction(db, (tx) => openSession(tx, 'seller', owner.id))
  const emails = (await db.selectFrom('shopper').select('email').execute()).map((row) => row.email)
  return { ids, emails, cookies: [...people.map((buyer) => buyer.cookie), `talad_seller=${token}`] }
}

function send(url: string, agent: http.Agent, request: TestRequest): Promise<Reply> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const headers = { ...request.headers, ...(request.body ? { 'content-length': String(request.body.length) } : {}) }
    const path = request.path.replace(/[^\u0021-\u00ff]/g, '')
    const sent = http.request(
      { hostname, port, agent, method: request.method, path, headers: printable(headers) },
      (response) => {
        const parts: Buffer[] = []
        const finish = () => {
          clearTimeout(timer)
          resolve({
            status: response.statusCode ?? 0,
            text: textOf(response, Buffer.concat(parts)),
            headers: response.headers,
            milliseconds: performance.now() - started,
          })
        }
        // An event stream stays open, so its headers are the reply.
        if (response.headers['content-type']?.startsWith('text/event-stream')) {
          finish()
          response.destroy()
          return
        }
        response.on('data', (part) => parts.push(part))
        response.on('end', finish)
        response.on('error', reject)
      },
    )
    const timer = setTimeout(() => {
      reject(new Error('no reply'))
      sent.destroy()
    }, timeoutMilliseconds)
    sent.on('error', (error) => {
      clearTimeout(timer)
      reject(error)
    })
    sent.end(request.body)
  })
}

function textOf({ statusCode, headers }: http.IncomingMessage, bytes: Buffer): string {
  // A reply to HEAD has no body, and a byte range of a compressed file can't be decompressed.
  if (bytes.length === 0 || statusCode === 206) return ''
  const encoding = headers['content-encoding']
  if (encoding === 'br') return brotliDecompressSync(bytes).toString()
  return (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString()
}

/** Returns headers without characters that Node refuses to send. */
const printable = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\u0020-\u007e]/g, '')]))

const allowed = new Set([
  200, 204, 206, 301, 302, 303, 304, 308, 400, 401, 403, 404, 405, 406, 412, 413, 414, 415, 416, 417, 421, 422, 429,
  431, 503,
])

function checkReply(request: TestRequest, reply: Reply, failures: Failures): void {
  failures.check(allowed.has(reply.status), `answered ${reply.status}: ${describe(request)}`)
  const { location } = reply.headers
  if (location !== undefined)
    failures.check(
      /^\/(?![/\\])[\u0021-\u007e]*$/.test(location),
      `redirects to another site: ${location}: ${describe(request)}`,
    )
  for (const word of [' at /', 'node_modules', 'postgres', 'kysely', 'SELECT '])
    failures.check(
      !(request.isApi && reply.status >= 400 && reply.text.includes(word)),
      `a reply reveals internals: ${describe(request)}`,
    )
  const isJson = reply.headers['content-type']?.startsWith('application/json') === true
  if (!request.isApi || request.method === 'HEAD' || reply.status === 304 || reply.status === 204) return
  if (!isJson) {
    const known =
      request.path.startsWith('/api/docs') || Object.values(streams).some((path) => request.path.startsWith(path))
    failures.check(known, `no envelope (${reply.status} ${reply.headers['content-type']}): ${describe(request)}`)
    return
  }
  const envelope = JSON.parse(reply.text) as { success?: unknown; message?: unknown }
  failures.check(typeof envelope.success === 'boolean', `no success in the envelope: ${describe(request)}`)
  if (envelope.success === false)
    failures.check(typeof envelope.message === 'string' && envelope.message !== '', `no message: ${describe(request)}`)
}

const isRefusal = (reply: Reply) =>
  reply.status >= 400 ||
  (reply.headers['content-type']?.startsWith('application/json') === true && reply.text.startsWith('{"success":false'))

const describe = (request: TestRequest) =>
  `${request.method} ${request.path.slice(0, 120)} ${request.body?.toString().slice(0, 160) ?? ''}`

/** Sends a malformed HTTP request. The shop may refuse it or close the connection, but not fail. */
async function sendMalformed(url: string, bytes: string, failures: Failures): Promise<void> {
  const { hostname, port } = new URL(url)
  const reply = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.setTimeout(timeoutMilliseconds, () => socket.destroy())
    socket.on('data', (part) => {
      text += part
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })
  failures.check(!/^HTTP\/1\.1 5/.test(reply), `malformed HTTP got ${reply.slice(0, 40)}`)
}
