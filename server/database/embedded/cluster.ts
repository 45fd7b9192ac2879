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

/* A cluster: a data folder, the programs that run on it, and the user that they run as, which must not be root. */

export type ClusterOptions = {
  /** The shop's data folder; the cluster is its `postgres` folder. */
  dataDir: string
  /** How the server runs when this process is root, which PostgreSQL refuses to be. Found out when not given. */
  asRoot?: 'namespace' | 'nobody'
  /** The folder of PostgreSQL's programs, when they aren't the npm package's. */
  programs?: string
}

export type Cluster = {
  folder: string
  programs: string
  major: string
  log: string
  /** Who must own the data folder; undefined on systems without such numbers. */
  uid: number | undefined
  run: Runner
}

const run = promisify(execFile)

/** Finds the cluster of a data folder and the way to run it, as this user or as one that PostgreSQL accepts. */
export async function clusterFor({ dataDir, asRoot, programs: given }: ClusterOptions): Promise<Cluster> {
  const programs = await findPrograms(given)
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

/** PostgreSQL runs only for the owner of its data. Root may have had to hand it over on another day, and takes it back. */
export async function settleOwner(cluster: Cluster): Promise<void> {
  if (cluster.uid === undefined) return
  const { uid } = await stat(cluster.folder)
  if (uid === cluster.uid) return
  const isRoot = process.getuid?.() === 0
  if (!isRoot || (uid !== 0 && uid !== (await numbersOfNobody()).uid))
    throw new StartError(
      `The data in ${cluster.folder} belongs to another user (number ${uid}). Start the shop as that user, ` +
        'or choose another DATA_DIR.',
    )
  await run('chown', ['-R', String(cluster.uid), cluster.folder])
}
