import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../common/free-port.ts'
import { StartError } from '../../common/start-error.ts'
import { keptAlive } from '../keep-alive.ts'
import { type Cluster, type ClusterOptions, clusterFor, settleOwner } from './cluster.ts'
import { initialise, type Passwords, readPasswords, refuseOtherVersion } from './initdb.ts'
import { recoveryMilliseconds, runningPort, startServer, stopServer } from './postmaster.ts'
import { endOf } from './server-log.ts'

/*
 * The shop's own PostgreSQL: the real server from an npm package, run by this process on a folder of the shop's data.
 *
 * It listens on a loopback port of its own choice and asks for a password. A socket file would be quicker by a little,
 * but its path may have only some hundred bytes, and Windows has none.
 */

export type EmbeddedPostgres = {
  /** Where the shop connects, as a role that owns its database and nothing else. */
  url: string
  /** Where the cluster's superuser connects: for tests, which make databases of their own. */
  adminUrl: string
  /** Stops PostgreSQL after its running statements were cancelled, and waits for it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = ClusterOptions & {
  /** Whether a commit waits for the disk. Off only where the data is thrown away, as in tests. */
  durable?: boolean
  /** Told what happens to a server that ends while the shop is open. */
  log?: (line: string) => void
}

/** Any server process of the shop on this folder holds this lock for as long as it lives. */
const shopLock = 7_411_968
/** How long a shop that is on its way out, or was just killed, may hold its lock. */
const lockMilliseconds = 3000

/**
 * Starts the cluster in the data folder, making it at the first start, and gives where to connect. A PostgreSQL that a
 * killed shop left running is taken over; one that ends while the shop is open is started again on the same port.
 * Throws with a sentence for people when the folder belongs to another major version or another user, when another
 * shop is running on it, or when PostgreSQL doesn't start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await clusterFor(options)
  const passwords = await readPasswords(options.dataDir)
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) await initialise(cluster, passwords)
  await refuseOtherVersion(cluster)

  const durable = options.durable ?? true
  let { admin, port } = await serve(cluster, passwords, durable)
  if (!(await takeLock(admin))) {
    await admin.end()
    throw new StartError(
      `Another shop is running on the data folder ${options.dataDir}. Stop it, or choose another DATA_DIR.`,
    )
  }
  await makeShopDatabase(admin, passwords.shop)

  let stopping = false
  let revival: Promise<void> | undefined
  const watch = () => {
    admin.once('end', () => {
      if (!stopping) revival = revive()
    })
  }
  async function revive(): Promise<void> {
    while (!stopping) {
      try {
        const again = await serve(cluster, passwords, durable, port)
        admin = again.admin
        watch()
        await takeLock(admin)
        options.log?.('The database had ended and runs again.')
        return
      } catch (error) {
        options.log?.(`The database ended and does not start: ${(error as Error).message}`)
        await wait(5000)
      }
    }
  }
  watch()

  return {
    url: urlOf('talad', passwords.shop, port, 'talad'),
    adminUrl: urlOf('postgres', passwords.superuser, port, 'postgres'),
    stop: async () => {
      stopping = true
      await revival
      // The lock is held to the end: a shop that starts meanwhile must not take over a server that is stopping.
      await stopServer(cluster)
      await admin.end().catch(() => {})
    },
  }
}

/**
 * For a command beside the shop: the PostgreSQL of the shop that runs on the data folder, left running afterwards; or
 * else one that is started, and stopped by `stop`. Throws as `startEmbeddedPostgres` does.
 */
export async function joinEmbeddedPostgres(options: EmbeddedOptions): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await clusterFor(options)
  const port = await runningPort(cluster)
  if (!port) return startEmbeddedPostgres(options)
  const passwords = await readPasswords(options.dataDir)
  const deadline = Date.now() + recoveryMilliseconds
  const admin = await connect(cluster, urlOf('postgres', passwords.superuser, port, 'postgres'), deadline)
  // Looked at, not taken: a shop that is just starting must find the lock free.
  const locks = await admin?.query("select from pg_locks where locktype = 'advisory' and objid = $1", [shopLock])
  await admin?.end()
  if (!locks?.rowCount) return startEmbeddedPostgres(options)
  return { url: urlOf('talad', passwords.shop, port, 'talad'), stop: async () => {} }
}

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

/**
 * Takes over the PostgreSQL that runs on the cluster, or starts one, on `port` if that is given. Gives its port and the
 * superuser's connection.
 */
async function serve(
  cluster: Cluster,
  passwords: Passwords,
  durable: boolean,
  port?: number,
): Promise<{ admin: pg.Client; port: number }> {
  const deadline = Date.now() + recoveryMilliseconds
  for (let failures = 0; ; ) {
    let at = await runningPort(cluster)
    if (!at) {
      await settleOwner(cluster)
      try {
        at = await startServer(cluster, durable, port ?? (await freePort()))
      } catch (error) {
        const reason = (error as Error).message
        // Processes of a server that was killed may take a moment to notice; a port may be taken at the last moment.
        const passing = /still in use|lock file|could not (bind|create)/.test(reason)
        failures += 1
        if (Date.now() > deadline || (!passing && !(await runningPort(cluster))) || failures > 60) throw error
        await wait(100)
        continue
      }
    }
    const admin = await connect(cluster, urlOf('postgres', passwords.superuser, at, 'postgres'), deadline)
    if (admin) return { admin, port: at }
  }
}

/** Connects as soon as the server lets in; undefined when it ended meanwhile, as one does that was on its way out. */
async function connect(cluster: Cluster, url: string, deadline: number): Promise<pg.Client | undefined> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'talad lock', ...keptAlive })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      // 57P03: still starting up, recovering from a crash, or shutting down.
      const waiting = ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes((error as { code?: string }).code ?? '')
      if (waiting && !(await runningPort(cluster))) return undefined
      if (!waiting || Date.now() > deadline)
        throw new StartError(`PostgreSQL does not answer: ${(error as Error).message}\n${await endOf(cluster.log)}`, {
          cause: error,
        })
      await wait(20)
    }
  }
}

/** Whether this process is now the only shop on the cluster. */
async function takeLock(admin: pg.Client): Promise<boolean> {
  const deadline = Date.now() + lockMilliseconds
  for (;;) {
    const { rows } = await admin.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [shopLock])
    if (rows[0]?.locked) return true
    if (Date.now() > deadline) return false
    await wait(50)
  }
}

async function makeShopDatabase(admin: pg.Client, password: string): Promise<void> {
  const { rowCount } = await admin.query("select 1 from pg_database where datname = 'talad'")
  if (rowCount) return
  const role = await admin.query("select 1 from pg_roles where rolname = 'talad'")
  if (!role.rowCount) await admin.query(`create role talad login password '${password}'`)
  await admin.query('create database talad owner talad')
}
