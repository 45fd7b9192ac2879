import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../server/common/ids.ts'
import { databaseProxy } from '../testing/database/database-proxy.ts'
import { withClient } from '../testing/database/with-client.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { type Buyer, createBuyers, createProducts, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'
import { killPostgres } from './kill-postgres.ts'

const maxRecovery = 10_000

/**
 * A primary and a synchronous standby, real PostgreSQL servers behind one address, as with a proxy or a failover IP.
 * The primary is killed while shoppers order, and the standby promoted a moment later.
 */
export async function failover(size: Size): Promise<Finding> {
  const wanted = size === 'whole' ? 300 : 60
  const measured = await withTempFolder(async (folder) => {
    const one = join(folder, 'one')
    const { people, products } = await withStartedDatabase(one, async ({ db }) => ({
      people: await createBuyers(db, 60),
      products: await createProducts(db, 5, null),
    }))
    return withStandby(one, join(folder, 'two'), (databases) =>
      withShops({ dataDir: join(folder, 'shop'), databaseUrl: databases.proxy.url }, ([shop]) => {
        if (!shop) throw new Error('no shop opened')
        return measure(wanted, databases, { url: shop.url, people, products })
      }),
    )
  })
  return report(measured, failuresOf(measured))
}

type Databases = {
  primary: RunningPostgres
  standby: RunningPostgres
  proxy: Awaited<ReturnType<typeof databaseProxy>>
}

/**
 * Runs `work` with the database of one folder as the primary, a copy of it in the other as its synchronous standby, and
 * a proxy that forwards to the primary at first.
 */
async function withStandby<T>(one: string, two: string, work: (databases: Databases) => Promise<T>): Promise<T> {
  // The cluster is stopped, so its copy is consistent.
  await cp(one, two, { recursive: true, verbatimSymlinks: true })
  const primary = await runPostgres(one)
  const { port, password } = new URL(primary.adminUrl)
  await writeFile(join(two, 'postgres', 'standby.signal'), '')
  await appendFile(
    join(two, 'postgres', 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres password=${password} application_name=standby'\n`,
  )
  const standby = await runPostgres(two)
  const proxy = await databaseProxy(primary.url)
  try {
    await replicateSynchronously(primary)
    return await work({ primary, standby, proxy })
  } finally {
    await proxy.cut()
    await standby.stop()
    await primary.stop()
  }
}

/** Makes each commit wait for the standby. Returns once the standby has caught up. */
async function replicateSynchronously(primary: RunningPostgres): Promise<void> {
  await withClient(primary.adminUrl, async (admin) => {
    await admin.query("alter system set synchronous_standby_names = 'standby'")
    await admin.query('select pg_reload_conf()')
    await until(
      async () => (await admin.query("select 1 from pg_stat_replication where sync_state = 'sync'")).rowCount === 1,
      20_000,
    )
  })
}

type Market = { url: string; people: readonly Buyer[]; products: readonly string[] }
type Refusal = { status: number; retryAfter: string | null; message: string }
/** What the shop replied to orders, and whether to stop ordering. */
type Replies = { acknowledged: { id: string; at: number }[]; refusals: Refusal[]; over: boolean }
type Measured = Awaited<ReturnType<typeof measure>>

/** Kills the primary once half of the wanted orders are there, promotes the standby, and waits for the other half. */
async function measure(wanted: number, { primary, standby, proxy }: Databases, market: Market) {
  const replies: Replies = { acknowledged: [], refusals: [], over: false }
  const { acknowledged, refusals } = replies
  const lanes = Array.from({ length: 8 }, (_, lane) => keepOrdering(market, lane, replies))
  await until(() => acknowledged.length >= wanted / 2)

  await primary.kill()
  const killedAt = Date.now()
  await until(() => refusals.length >= 5)
  await withClient(standby.adminUrl, (admin) => admin.query('select pg_promote()'))
  proxy.forwardTo(standby.url)
  const promotedAt = Date.now()
  const firstAfter = () => acknowledged.find(({ at }) => at > promotedAt)?.at
  await until(() => firstAfter() !== undefined, 30_000).catch(() => {})
  const healed = (firstAfter() ?? Number.POSITIVE_INFINITY) - promotedAt
  await until(() => acknowledged.length >= wanted).catch(() => {})
  replies.over = true
  await Promise.all(lanes)

  const stored = await withClient(standby.url, async (client) => {
    const { rows } = await client.query<{ id: string }>('select id from shop_order')
    return new Set(rows.map((row) => row.id))
  })
  const lost = acknowledged.filter(({ id }) => !stored.has(id)).length
  return { acknowledged, refusals, promotedAfter: promotedAt - killedAt, healed, lost }
}

/** Places an order after the other until the replies are over, each by another shopper. */
async function keepOrdering({ url, people, products }: Market, lane: number, replies: Replies): Promise<void> {
  for (let n = 0; !replies.over; n += 1) {
    const buyer = people[(lane * 7 + n) % people.length] as Buyer
    const reply = await place(url, buyer, products[n % products.length] as string)
    if (typeof reply === 'string') replies.acknowledged.push({ id: reply, at: Date.now() })
    else if (reply) {
      replies.refusals.push(reply)
      await wait(50)
    }
  }
}

function failuresOf({ refusals, healed, lost }: Measured): string[] {
  const failures = new Failures()
  failures.check(healed <= maxRecovery, `the shop answered again after ${healed} ms`)
  for (const { status, retryAfter, message } of refusals) {
    failures.checkEqual(status, 503, 'status meanwhile')
    failures.check(Number(retryAfter) > 0, 'meanwhile replies had no Retry-After')
    failures.check(message.length > 20, `meanwhile the message was: ${message}`)
  }
  failures.checkEqual(lost, 0, 'acknowledged orders lost')
  return failures.all
}

function report({ acknowledged, refusals, promotedAfter, healed, lost }: Measured, failures: string[]): Finding {
  return {
    guarantee: 'A standby takes over, and no acknowledged order is lost',
    did: `the primary was killed during orders and its synchronous standby promoted ${promotedAfter} ms later`,
    figure: `${acknowledged.length} orders acknowledged, ${lost} lost; the shop replied again ${healed} ms after the promotion; ${refusals.length} replies with 503 meanwhile`,
    failures,
  }
}

/** Returns an order's id, or the refusal, or undefined if there was no reply. */
async function place(url: string, buyer: Buyer, product: string): Promise<string | Refusal | undefined> {
  try {
    const response = await fetch(`${url}/api/order/cod`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: buyer.cookie, 'idempotency-key': newId() },
      body: JSON.stringify({ address: buyer.address, items: [{ product, quantity: 1 }] }),
      signal: AbortSignal.timeout(20_000),
    })
    const json = (await response.json()) as { success: boolean; orderId: string; message: string }
    if (json.success) return json.orderId
    return { status: response.status, retryAfter: response.headers.get('retry-after'), message: json.message }
  } catch {
    return undefined
  }
}

async function until(condition: () => boolean | Promise<boolean>, milliseconds = 60_000): Promise<void> {
  const deadline = Date.now() + milliseconds
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`the condition didn't hold within ${milliseconds / 1000} s`)
    await wait(5)
  }
}

type RunningPostgres = { url: string; adminUrl: string; kill(): Promise<void>; stop(): Promise<void> }

async function runPostgres(dataDir: string): Promise<RunningPostgres> {
  const keeper: ChildProcess = spawn(process.execPath, [resolve(import.meta.dirname, 'run-postgres.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(keeper, 'exit')
  const [line] = (await Promise.race([
    once(keeper.stdout ?? keeper, 'data'),
    ended.then(() => Promise.reject(new Error(`PostgreSQL did not start on ${dataDir}`))),
  ])) as [Buffer]
  const urls = JSON.parse(line.toString()) as { url: string; adminUrl: string }
  const end = async (signal: NodeJS.Signals) => {
    if (keeper.exitCode !== null || keeper.signalCode !== null) return
    keeper.kill(signal)
    await ended
  }
  return {
    ...urls,
    stop: () => end('SIGTERM'),
    kill: async () => {
      await end('SIGKILL')
      await killPostgres(dataDir)
      await rm(join(dataDir, 'postgres', 'postmaster.pid'), { force: true })
    },
  }
}
