import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../../common/free-port.ts'
import { StartError } from '../../common/start-error.ts'
import { joinLock, shopLock } from '../advisory-locks.ts'
import { tcpKeepAlive } from '../keep-alive.ts'
import { type Cluster, type ClusterOptions, clusterFor, settleOwner } from './cluster.ts'
import { initialise, type Passwords, readPasswords, refuseOtherVersion } from './initdb.ts'
import { recoveryMilliseconds, runningPort, startServer, stopServer } from './postmaster.ts'
import { endOf } from './server-log.ts'

/*
 * The shop's own PostgreSQL: the real server from an npm package, run by this process on a folder of the shop's data.
 *
 * It listens on a free loopback port and requires a password. A socket file would be slightly faster, but its path is
 * limited to about a hundred bytes, and Windows has none.
 */

export type EmbeddedPostgres = {
  /** The shop's connection, as a role that owns its database and nothing else. */
  url: string
  /** The superuser's connection, for tests, which create databases of their own. */
  adminUrl: string
  /** Stops PostgreSQL, which cancels running statements, and waits for it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = ClusterOptions & {
  /** Whether commits are flushed to disk. Off only for data that is thrown away, as in tests. */
  durable?: boolean
  /** Called with what happens if the server ends while the shop is open. */
  log?: (line: string) => void
}

/** Milliseconds to wait for the lock of a shop that is stopping or was just killed. */
const lockMilliseconds = 3000

/**
 * Starts the cluster in the data folder, creates it at the first start, and returns how to connect. A PostgreSQL left
 * running by a killed shop is adopted; one that ends while the shop is open is restarted on the same port. Throws
 * `StartError` if the folder belongs to another major version or user, if another shop is running on it, or if
 * PostgreSQL doesn't start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await clusterFor(options)
  const passwords = await readPasswords(options.dataDir)
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) await initialise(cluster, passwords)
  await refuseOtherVersion(cluster)

  const durable = options.durable ?? true
  /** Has a PostgreSQL run, and the data folder for this shop alone. */
  const serveAlone = async (lastPort?: number) => {
    const served = await serve(cluster, passwords, durable, lastPort)
    if (await takeLock(served.admin)) return served
    await served.admin.end()
    throw new StartError(
      `Another shop is running on the data folder ${options.dataDir}, or a command such as npm run backup. Stop it, wait for it, or choose another DATA_DIR.`,
    )
  }
  let { admin, port } = await serveAlone()
  await makeShopDatabase(admin, passwords.shop)

  let stopping = false
  let restarting: Promise<void> | undefined
  const watch = () => {
    admin.once('end', () => {
      if (!stopping) restarting = restart()
    })
  }
  async function restart(): Promise<void> {
    while (!stopping) {
      try {
        const served = await serveAlone(port)
        admin = served.admin
        watch()
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
      await restarting
      // The lock is held to the end: a shop that starts meanwhile must not adopt a server that is stopping.
      await stopServer(cluster)
      await admin.end().catch(() => {})
    },
  }
}

/**
 * For a command beside the shop: returns the PostgreSQL of the running shop or of another command, and leaves it
 * running; otherwise starts one. `stop` stops that one once the commands that have joined meanwhile are done. Throws
 * like `startEmbeddedPostgres`.
 */
export async function joinEmbeddedPostgres(options: EmbeddedOptions): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await clusterFor(options)
  const port = await runningPort(cluster)
  if (!port) return startForCommands(options)
  const passwords = await readPasswords(options.dataDir)
  const deadline = Date.now() + recoveryMilliseconds
  const admin = await connect(cluster, urlOf('postgres', passwords.superuser, port, 'postgres'), deadline)
  // It ends if the command that started the server is just stopping it.
  const isJoined = admin ? await joined(admin).catch(() => false) : false
  if (admin && isJoined) return { url: urlOf('talad', passwords.shop, port, 'talad'), stop: () => admin.end() }
  await admin?.end().catch(() => {})
  return startForCommands(options)
}

/**
 * Lets the command that runs the server wait until this connection ends. Returns whether a shop or a command runs it.
 */
async function joined(admin: pg.Client): Promise<boolean> {
  await admin.query('select pg_advisory_lock_shared($1)', [joinLock])
  // Read, not taken: a shop that is just starting must find the lock free.
  const { rowCount } = await admin.query("select from pg_locks where locktype = 'advisory' and objid = $1", [shopLock])
  return (rowCount ?? 0) > 0
}

/** Starts PostgreSQL for a command, and for those that join it until it stops. */
async function startForCommands(options: EmbeddedOptions): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  const started = await startEmbeddedPostgres(options)
  return {
    url: started.url,
    stop: async () => {
      const admin = new pg.Client({ connectionString: started.adminUrl })
      admin.on('error', () => {})
      // If the server doesn't answer, no command uses it.
      await admin
        .connect()
        .then(() => admin.query('select pg_advisory_lock($1)', [joinLock]))
        .catch(() => {})
      await started.stop()
      await admin.end().catch(() => {})
    },
  }
}

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

/**
 * Adopts the PostgreSQL that runs on the cluster, or starts one, on `port` if given. Returns its port and a superuser
 * connection.
 */
async function serve(
  cluster: Cluster,
  passwords: Passwords,
  durable: boolean,
  port?: number,
): Promise<{ admin: pg.Client; port: number }> {
  const deadline = Date.now() + recoveryMilliseconds
  for (let failures = 0; ; ) {
    let runningAt = await runningPort(cluster)
    if (!runningAt) {
      await settleOwner(cluster)
      try {
        runningAt = await startServer(cluster, durable, port ?? (await freePort()))
      } catch (error) {
        const reason = (error as Error).message
        // Processes of a killed server may take a moment to end; a port may be taken at the last moment.
        const isTemporary = /still in use|lock file|could not (bind|create)/.test(reason)
        failures += 1
        if (Date.now() > deadline || (!isTemporary && !(await runningPort(cluster))) || failures > 60) throw error
        await wait(100)
        continue
      }
    }
    const admin = await connect(cluster, urlOf('postgres', passwords.superuser, runningAt, 'postgres'), deadline)
    if (admin) return { admin, port: runningAt }
  }
}

/** Connects as soon as the server accepts connections; returns undefined if it ends meanwhile. */
async function connect(cluster: Cluster, url: string, deadline: number): Promise<pg.Client | undefined> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'talad lock', ...tcpKeepAlive })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      const { code = '', message } = error as { code?: string; message: string }
      // 57P03: starting up, recovering, or shutting down. The client has no code for a server that hangs up.
      const waiting =
        ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes(code) || message === 'Connection terminated unexpectedly'
      if (waiting && !(await runningPort(cluster))) return undefined
      if (!waiting || Date.now() > deadline)
        throw new StartError(`PostgreSQL does not answer: ${(error as Error).message}\n${await endOf(cluster.log)}`, {
          cause: error,
        })
      await wait(20)
    }
  }
}

/** Returns whether this process is now the only shop on the cluster. */
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
