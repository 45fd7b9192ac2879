import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newId } from '../server/common/ids.ts'
import { databaseProxy } from '../testing/database-proxy.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { withClient } from '../testing/with-client.ts'
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
  const failures = new Failures()
  return withTempFolder(async (folder) => {
    const one = join(folder, 'one')
    const two = join(folder, 'two')
    const { people, products } = await withStartedDatabase(one, async ({ db }) => ({
      people: await createBuyers(db, 60),
      products: await createProducts(db, 5, null),
    }))
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
      await withClient(primary.adminUrl, async (admin) => {
        await admin.query("alter system set synchronous_standby_names = 'standby'")
        await admin.query('select pg_reload_conf()')
        await until(
          async () => (await admin.query("select 1 from pg_stat_replication where sync_state = 'sync'")).rowCount === 1,
          20_000,
        )
      })

      return await withShops({ dataDir: join(folder, 'shop'), databaseUrl: proxy.url }, async ([shop]) => {
        if (!shop) throw new Error('no shop opened')
        const acknowledged: { id: string; at: number }[] = []
        const refusals: { status: number; retryAfter: string | null; message: string }[] = []
        let over = false
        const lanes = Array.from({ length: 8 }, async (_, lane) => {
          for (let n = 0; !over; n += 1) {
            const buyer = people[(lane * 7 + n) % people.length] as Buyer
            const reply = await place(shop.url, buyer, products[n % products.length] as string)
            if (typeof reply === 'string') acknowledged.push({ id: reply, at: Date.now() })
            else if (reply) {
              refusals.push(reply)
              await wait(50)
            }
          }
        })
        await until(() => acknowledged.length >= wanted / 2)

        await primary.kill()
        const killedAt = Date.now()
        await until(() => refusals.length >= 5)
        await withClient(standby.adminUrl, (admin) => admin.query('select pg_promote()'))
        proxy.forwardTo(standby.url)
        const promotedAt = Date.now()
        await until(() => acknowledged.some(({ at }) => at > promotedAt), 30_000).catch(() => {})
        const healed = (acknowledged.find(({ at }) => at > promotedAt)?.at ?? Number.POSITIVE_INFINITY) - promotedAt
        failures.check(healed <= maxRecovery, `the shop answered again after ${healed} ms`)
        await until(() => acknowledged.length >= wanted).catch(() => {})
        over = true
        await Promise.all(lanes)

        for (const { status, retryAfter, message } of refusals) {
          failures.checkEqual(status, 503, 'status meanwhile')
          failures.check(Number(retryAfter) > 0, 'meanwhile replies had no Retry-After')
          failures.check(message.length > 20, `meanwhile the message was: ${message}`)
        }
        const there = await withClient(standby.url, async (client) => {
          const { rows } = await client.query<{ id: string }>('select id from shop_order')
          return new Set(rows.map((row) => row.id))
        })
        const lost = acknowledged.filter(({ id }) => !there.has(id)).length
        failures.checkEqual(lost, 0, 'acknowledged orders lost')
        return {
          guarantee: 'A standby takes over, and no acknowledged order is lost',
          did: `the primary was killed during orders and its synchronous standby promoted ${promotedAt - killedAt} ms later`,
          figure: `${acknowledged.length} orders acknowledged, ${lost} lost; the shop replied again ${healed} ms after the promotion; ${refusals.length} replies with 503 meanwhile`,
          failures: failures.all,
        }
      })
    } finally {
      await proxy.cut()
      await standby.stop()
      await primary.stop()
    }
  })
}

/** Returns an order's id, or the refusal, or undefined if there was no reply. */
async function place(url: string, buyer: Buyer, product: string) {
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
