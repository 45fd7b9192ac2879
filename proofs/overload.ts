import { connect, type Socket } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { streams } from '../contract/paths/call-paths.ts'
import { newId } from '../server/common/ids.ts'
import { countJobs } from '../testing/database/jobs.ts'
import { HttpConnection } from '../testing/http-connection.ts'
import { percentile } from '../testing/percentile.ts'
import { residentMemory } from '../testing/resident-memory.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { type Buyer, createBuyers, createProducts, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

type Outcome = { at: number; status: number; milliseconds: number; retryAfter: boolean }

/** Milliseconds after which overload is sustained: before, the shop queues requests. */
const onset = 3000
/** Milliseconds of a slice: times are medians over slices, so that one hiccup of the machine doesn't decide. */
const slice = 1000
/**
 * The shortest time at half load from which limits are computed, in milliseconds: shorter ones vary more from run to
 * run.
 */
const leastTime = 50
/** How many times longer a reply may take than at half load on the same machine, in the same run. */
const tolerance = 4
/**
 * The same for a shopper while others flood the shop. Answering 429 some 13,000 times a second takes most of a CPU, and
 * the shopper's replies wait for it; what matters is that all are served.
 */
const floodTolerance = 8

/** Addresses that flood the shop, and the shopper's. On macOS they would have to be configured. */
const flooders = ['127.0.0.66', '127.0.0.67', '127.0.0.68']
const shopperAddress = '127.0.0.77'
const hasAddresses = process.platform !== 'darwin'
/**
 * Connections of one flooding address, and of each of several. Each repeats its request as soon as it gets a reply,
 * whatever that is.
 */
const floodConnections = { alone: 150, each: 100 }
/** Requests a second of a shopper meanwhile, and the share of them that must be served. */
const shopping = { perSecond: 20, served: 0.95 }

/** How much is sent, for how many seconds; `calm` at half load, `crowded` under overload. */
const plans = {
  whole: { calm: 8, crowded: 15, idle: 1000, people: 600 },
  small: { calm: 1, crowded: 5, idle: 200, people: 150 },
}
type Plan = (typeof plans)[Size]

/**
 * Sends three times the capacity for some time, beside idle clients: admitted requests must be nearly as fast as usual,
 * the rest must be refused at once with Retry-After, and afterwards all must be as before. Then one address floods the
 * shop while another shops.
 *
 * Limits are multiples of the times at half load in the same run, of 50 ms at least, plus the delay of the load
 * generator itself, which shares the CPUs.
 */
export async function overload(size: Size): Promise<Finding> {
  const plan = plans[size]
  const measured = await withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, pool, url }) => {
      const people = await createBuyers(db, plan.people)
      // An account that never received an order may place only a few.
      await pool.query(
        `insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address, language, fingerprint)
         select gen_random_uuid(), id, 'COD', 'Delivered', 100, 0, 100, '{}', 'en', '' from shopper`,
      )
      const products = await createProducts(db, 100, null)
      return withShops({ dataDir, databaseUrl: url, settings: { LIMITS: 'on' } }, async ([shop]) => {
        if (!shop) throw new Error('no shop opened')
        const { url, pid } = shop
        return measure(size, { url, pid, pool, requests: requestsOf(url, people, products) })
      })
    }),
  )
  return report(plan, measured, failuresOf(size, plan, measured))
}

type LoadedShop = { url: string; pid: number; pool: pg.Pool; requests: (index: number) => string }
type Measured = Awaited<ReturnType<typeof measure>>

/** Sends half the capacity, three times of it, half of it again, and the floods. Returns what was measured. */
async function measure(size: Size, { url, pid, pool, requests }: LoadedShop) {
  const { calm, crowded, idle } = plans[size]
  const full = { connections: 32, seconds: calm }
  await loadFor(url, requests, { ...full, seconds: Math.min(2, calm) })
  // The better of two, so that other programs don't make the shop look slow.
  const rounds = [await loadFor(url, requests, full), await loadFor(url, requests, full)]
  const capacity = Math.max(...rounds.map((round) => round.length)) / calm
  const halfLoad = async () => {
    await mailsGone(pool)
    return loadFor(url, requests, { perSecond: capacity / 2, seconds: calm })
  }

  const idleConnections = await holdConnections(url, idle)
  const half = await halfLoad()
  const memoryBefore = Math.round(await residentMemory(pid))
  const lateness = monitorEventLoopDelay({ resolution: 1 })
  lateness.enable()
  const triple = await loadFor(url, requests, { perSecond: capacity * 3, seconds: crowded })
  lateness.disable()
  await mailsGone(pool)
  // The Retry-After of the refused requests.
  await wait(1000)
  const memoryAfter = Math.round(await residentMemory(pid))
  const after = await halfLoad()
  for (const socket of idleConnections) socket.destroy()
  await mailsGone(pool)

  const floods: Flood[] = []
  const flood = async (from: readonly string[], connections: number) => {
    floods.push(await floodOf(url, requests, { seconds: crowded, from, connections }))
  }
  if (hasAddresses) await flood(flooders.slice(0, 1), floodConnections.alone)
  if (hasAddresses && size === 'whole') await flood(flooders, floodConnections.each)

  const settled = triple.filter(({ at }) => at > onset)
  const accepted = settled.filter(({ status }) => status === 200)
  const refused = settled.filter(({ status }) => status !== 200)
  const times = { before: p99(half), accepted: p99(accepted), refused: p99(refused), after: p99(after) }
  const late = lateness.percentile(99) / 1e6
  return { capacity, half, accepted, refused, after, times, late, memoryBefore, memoryAfter, floods }
}

/** Compares what was measured with the limits. */
function failuresOf(size: Size, { crowded }: Plan, measured: Measured): string[] {
  const { capacity, half, accepted, refused, after, times, late, memoryBefore, memoryAfter, floods } = measured
  const failures = new Failures()
  for (const { status, retryAfter } of refused) {
    failures.check(status === 503 || status === 429, `a refused request got ${status}`)
    failures.check(retryAfter, 'the refused got no Retry-After')
  }
  // The times at half load; the slower of two measurements, since the machine may be busy during one.
  const quick = Math.max(times.before, Math.min(times.after, times.before * 2), leastTime)
  const bound = quick * tolerance + late
  // Every test run includes the small part, on busy machines: times mean nothing there.
  if (size === 'whole') {
    for (const { status } of [...half, ...after]) failures.check(status === 200, `at half load it answered ${status}`)
    failures.check(accepted.length > (capacity * (crowded - onset / 1000)) / 4, `only ${accepted.length} were served`)
    failures.check(refused.length > 0, 'no request was refused, so there was no overload')
    const most = `more than ${tolerance} times ${quick.toFixed(0)} ms (half load, at least ${leastTime}) and ${late.toFixed(0)} ms of its own`
    failures.check(times.accepted <= bound, `p99 of accepted requests is ${times.accepted.toFixed(0)} ms, ${most}`)
    failures.check(times.refused <= bound, `p99 of refused requests is ${times.refused.toFixed(0)} ms, ${most}`)
    failures.check(
      times.after <= Math.max(times.before * 2 + 10, leastTime),
      `afterwards p99 is ${times.after.toFixed(0)} ms, before ${times.before.toFixed(0)}`,
    )
  }
  failures.check(memoryAfter < memoryBefore * 1.3 + 30, `memory grew from ${memoryBefore} to ${memoryAfter} MB`)
  for (const flood of floods) {
    const who = floodersOf(flood)
    failures.check(
      flood.served / flood.asked >= shopping.served,
      `while ${who} the shop, a shopper got ${flood.served} of ${flood.asked} requests served`,
    )
    failures.check(flood.refused > 0, `while ${who} the shop, no reply was 429`)
    if (size === 'whole')
      failures.check(
        flood.p99 <= quick * floodTolerance + flood.late,
        `while ${who} the shop, a shopper's p99 is ${flood.p99.toFixed(0)} ms, at half load ${times.before.toFixed(0)}`,
      )
  }
  return failures.all
}

function report({ crowded, idle }: Plan, measured: Measured, failures: string[]): Finding {
  const { capacity, accepted, refused, times, memoryBefore, memoryAfter } = measured
  const floods = measured.floods.map(
    (flood) =>
      `while ${floodersOf(flood)}, ${flood.served} of ${flood.asked} requests of a shopper served, p99 ${flood.p99.toFixed(0)} ms, and ${flood.refused} of the flood refused with 429`,
  )
  return {
    guarantee:
      'Overload doesn’t slow accepted requests, the others are refused at once, and one address can’t block the shop',
    did: `capacity ${capacity.toFixed(0)} requests/s; ${(capacity * 3).toFixed(0)}/s for ${crowded} s, beside ${idle} idle, slow and half-sent connections; then floods of ${crowded} s over ${floodConnections.alone} connections of one address, and over ${floodConnections.each} of each of ${flooders.length}, while a shopper at another address shopped`,
    figure: `p99 at half load ${times.before.toFixed(0)} ms; under overload ${times.accepted.toFixed(0)} ms for the ${accepted.length} accepted, ${times.refused.toFixed(0)} ms for the ${refused.length} refused (from the fourth second on); afterwards ${times.after.toFixed(0)} ms; memory ${memoryBefore} to ${memoryAfter} MB; ${floods.length > 0 ? floods.join('; ') : 'no flood: this machine has one loopback address'}`,
    failures,
  }
}

const floodersOf = ({ addresses }: Flood) => (addresses === 1 ? 'one address floods' : `${addresses} addresses flood`)

type Flood = Awaited<ReturnType<typeof floodOf>>

/** Floods the shop with reads from some addresses, while another shops; returns the results of both. */
async function floodOf(
  url: string,
  requests: (index: number) => string,
  { seconds, from, connections }: { seconds: number; from: readonly string[]; connections: number },
) {
  const { host } = new URL(url)
  // Searches with different words, so that none is cached, and streams with an invalid session, which don't count once
  // the session has been checked.
  const reading = (index: number) => {
    const pages = [`/products?q=${index}`, `/api/product/list?limit=20&q=${index}`, streams.shopper]
    return `GET ${pages[index % 3]} HTTP/1.1\r\nhost: ${host}\r\ncookie: talad_shopper=none\r\n\r\n`
  }
  const lateness = monitorEventLoopDelay({ resolution: 1 })
  lateness.enable()
  const [shopped, ...floods] = await Promise.all([
    loadFor(url, requests, { perSecond: shopping.perSecond, seconds, from: shopperAddress }),
    ...from.map((address) => loadFor(url, reading, { connections, seconds, from: address })),
  ])
  lateness.disable()
  return {
    addresses: from.length,
    asked: shopped.length,
    served: shopped.filter(({ status }) => status === 200).length,
    p99: p99(shopped),
    refused: floods.flat().filter(({ status }) => status === 429).length,
    late: lateness.percentile(99) / 1e6,
  }
}

/** A mix of requests: of four, two are orders, one is is-auth, one reads products. */
function requestsOf(url: string, people: readonly Buyer[], products: readonly string[]): (index: number) => string {
  const { host } = new URL(url)
  const request = (line: string, more: string) => `${line} HTTP/1.1\r\nhost: ${host}\r\n${more}\r\n`
  return (index) => {
    const buyer = people[Math.floor(index / 4) % people.length] as Buyer
    if (index % 4 === 1) return request('GET /api/user/is-auth', `cookie: ${buyer.cookie}\r\n`)
    if (index % 4 === 3) return request('GET /api/product/list?limit=20', '')
    const items = [{ product: products[index % products.length], quantity: 1 + (index % 9) }]
    const body = JSON.stringify({ address: buyer.address, items })
    const headers = `cookie: ${buyer.cookie}\r\nidempotency-key: ${newId()}\r\ncontent-type: application/json\r\n`
    return `${request('POST /api/order/cod', `${headers}content-length: ${body.length}\r\n`)}${body}`
  }
}

type Load = { seconds: number; connections?: number; perSecond?: number; from?: string }

/**
 * Sends requests for some time: either one after the other over some connections, or at a fixed rate regardless of the
 * replies, with enough connections that none has to wait for one.
 */
async function loadFor(
  url: string,
  requests: (index: number) => string,
  { seconds, connections, perSecond, from }: Load,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const { hostname, port } = new URL(url)
  const free: HttpConnection[] = []
  const all: HttpConnection[] = []
  const started = performance.now()
  let sent = 0
  let pending = 0
  const over = () => performance.now() - started > seconds * 1000

  function send(connection: HttpConnection): void {
    const at = performance.now()
    pending += 1
    connection.ask(requests(sent++), ({ status, retryAfter }) => {
      pending -= 1
      outcomes.push({ at: at - started, status, milliseconds: performance.now() - at, retryAfter })
      if (connections !== undefined && !over()) send(connection)
      else if (status !== 0) free.push(connection)
    })
  }
  const open = () => {
    const connection = new HttpConnection({
      port: Number(port),
      host: hostname,
      ...(from === undefined ? {} : { localAddress: from }),
    })
    all.push(connection)
    return connection
  }

  if (connections !== undefined) {
    for (let n = 0; n < connections; n += 1) send(open())
    while (!over()) await wait(20)
  } else
    while (!over()) {
      const due = Math.floor(((performance.now() - started) / 1000) * (perSecond ?? 0))
      while (sent < due) send(free.pop() ?? open())
      await wait(1)
    }
  const deadline = Date.now() + 10_000
  while (pending > 0 && Date.now() < deadline) await wait(10)
  for (const connection of all) connection.close()
  return outcomes
}

/** Connections that are idle, send their request a byte at a time, or stop in the middle of a body. */
async function holdConnections(url: string, count: number): Promise<Socket[]> {
  const { hostname, port, host } = new URL(url)
  const half = `POST /api/user/login HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"email"`
  const sockets = Array.from({ length: count }, (_, index) => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    if (index % 4 === 1) socket.write(half)
    if (index % 4 === 2) {
      const line = `GET / HTTP/1.1\r\nhost: ${host}\r\n`
      let sent = 0
      const drip = setInterval(() => {
        if (socket.destroyed || sent >= line.length) clearInterval(drip)
        else socket.write(line[sent++] ?? '')
      }, 500)
      drip.unref()
    }
    return socket
  })
  await wait(500)
  return sockets
}

/** Waits until the mails of the orders so far are sent. */
async function mailsGone(pool: pg.Pool): Promise<void> {
  const until = Date.now() + 300_000
  while ((await countJobs(pool)) > 5) {
    if (Date.now() > until) throw new Error('mails are still queued after five minutes')
    await wait(200)
  }
}

/** Returns the 99th percentile of each slice of time, and of these the median. */
function p99(outcomes: readonly Outcome[]): number {
  const slices = Map.groupBy(outcomes, ({ at }) => Math.floor(at / slice))
  const each = [...slices.values()].map((some) =>
    percentile(
      some.map(({ milliseconds }) => milliseconds),
      99,
    ),
  )
  return percentile(each, 50)
}
