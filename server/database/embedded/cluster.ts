import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../common/start-error.ts'
import { writeOnce } from '../../common/write-once.ts'
import { environment, findPrograms, type Runner, runnerWith, versionOf } from './programs.ts'

/* A cluster: a data folder, the programs that run on it, and the user that runs them, which can't be root. */

export type ClusterOptions = {
  /** The shop's data folder; the cluster is its `postgres` folder. */
  dataDir: string
  /** How the server runs if this process is root, which PostgreSQL refuses. Detected by default. */
  asRoot?: 'namespace' | 'nobody'
  /** The folder of PostgreSQL's programs, if not the npm package's. */
  programs?: string
}

export type Cluster = {
  folder: string
  programs: string
  major: string
  log: string
  /** The user that must own the data folder; undefined on systems without user ids. */
  uid: number | undefined
  run: Runner
}

const run = promisify(execFile)

/** Returns the cluster of a data folder and how to run it, as this user or as one that PostgreSQL accepts. */
export async function clusterFor({ dataDir, asRoot, programs: configured }: ClusterOptions): Promise<Cluster> {
  const programs = await findPrograms(configured)
  const version = await versionOf(programs)
  const uid = process.getuid?.()
  const own = {
    folder: join(dataDir, 'postgres'),
    programs,
    major: version.split('.')[0] ?? '',
    log: join(dataDir, 'postgres.log'),
    uid,
  }
  if (uid !== 0 && (uid === undefined || hasUserName())) return { ...own, run: runnerWith(programs, []) }
  const namespace = await ownNamespace()
  const mode = asRoot ?? (namespace || uid !== 0 ? 'namespace' : 'nobody')
  // In a user namespace PostgreSQL sees another uid than the real one, while files keep their owner.
  if (mode === 'namespace') return { ...own, run: runnerWith(programs, namespace ?? []) }
  return clusterAsNobody(dataDir, own, version)
}

/** Returns whether this user has a name: containers run under any uid, and initdb needs a name. */
function hasUserName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/**
 * Returns the command prefix that maps this user to `nobody`, which every system has; undefined if that is forbidden.
 */
async function ownNamespace(): Promise<string[] | undefined> {
  const nobody = await idsOfNobody().catch(() => undefined)
  if (!nobody) return undefined
  const mapping = [`--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`]
  const prefix = ['unshare', '--user', ...mapping, '--fork', '--kill-child']
  const [command = '', ...args] = [...prefix, 'true']
  return (await succeeds(run(command, args))) ? prefix : undefined
}

/**
 * If user namespaces are forbidden, root runs the cluster as the unprivileged user `nobody`. Data and programs stay
 * where they are if that user can enter the folder. Otherwise (root's home, for example) they move to a folder under
 * /var/lib, whose path is stored in the data folder, and the programs are copied.
 */
async function clusterAsNobody(dataDir: string, own: Omit<Cluster, 'run'>, version: string): Promise<Cluster> {
  const nobody = await idsOfNobody()
  const canEnter = await succeeds(run('test', ['-x', dataDir], { ...nobody, cwd: '/' }))
  const canRun = await succeeds(run(join(own.programs, 'bin', 'postgres'), ['--version'], { ...nobody, cwd: '/' }))
  const home = canEnter && canRun ? dataDir : await folderUnderVarLib(dataDir)
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

/** Returns a folder that everyone can enter. Its path is stored in the data folder: without that, a new one is made. */
async function folderUnderVarLib(dataDir: string): Promise<string> {
  const note = join(dataDir, 'postgres-is-at')
  await writeOnce(note, join('/var/lib', `talad-${randomBytes(6).toString('hex')}`))
  const home = (await readFile(note, 'utf8')).trim()
  await mkdir(home, { recursive: true })
  await chmod(home, 0o755)
  return home
}

async function idsOfNobody(): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all([run('id', ['-u', 'nobody']), run('id', ['-g', 'nobody'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

const succeeds = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  )

/** PostgreSQL runs only as the owner of its data. Root may have given it to another user before, and takes it back. */
export async function settleOwner(cluster: Cluster): Promise<void> {
  if (cluster.uid === undefined) return
  const { uid } = await stat(cluster.folder)
  if (uid === cluster.uid) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || (uid !== 0 && uid !== (await idsOfNobody()).uid))
    throw new StartError(
      `The data in ${cluster.folder} belongs to another user (number ${uid}). Start the shop as that user, ` +
        'or choose another DATA_DIR.',
    )
  await run('chown', ['-R', String(cluster.uid), cluster.folder])
}
