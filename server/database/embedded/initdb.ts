import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartError } from '../../common/start-error.ts'
import { writeOnce } from '../../common/write-once.ts'
import type { Cluster } from './cluster.ts'
import { isAlive } from './postmaster.ts'
import { endOf, openLog } from './server-log.ts'

/* The cluster's own folder and passwords: made at the first start, checked at each one. */

export type Passwords = { superuser: string; shop: string }

const run = promisify(execFile)

/** The passwords of the cluster's two roles, made up at the first start. */
export async function readPasswords(dataDir: string): Promise<Passwords> {
  const file = join(dataDir, 'database-passwords.json')
  const fresh: Passwords = { superuser: randomBytes(24).toString('hex'), shop: randomBytes(24).toString('hex') }
  await writeOnce(file, JSON.stringify(fresh))
  return JSON.parse(await readFile(file, 'utf8')) as Passwords
}

/** Makes the cluster beside its place and moves it there when it is whole, so that no half-made one is ever started. */
export async function initialise(cluster: Cluster, passwords: Passwords): Promise<void> {
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

/** Runs a program to its end. Throws with the end of the log when it fails. */
async function finished(cluster: Cluster, program: string, args: string[]): Promise<void> {
  const output = await openLog(cluster.log)
  try {
    const child = cluster.run(program, args, { detached: false, output: output.fd })
    const code = await new Promise<number | null>((resolve, reject) =>
      child.once('error', reject).once('exit', resolve),
    )
    if (code !== 0) throw new StartError(`${program} ended with ${code}:\n${await endOf(cluster.log)}`)
  } finally {
    await output.close()
  }
}

/** Refuses, with a sentence for people, data that another major version of PostgreSQL made. */
export async function refuseOtherVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== cluster.major)
    throw new StartError(
      `The data in ${cluster.folder} was made by PostgreSQL ${found}, and this shop brings PostgreSQL ${cluster.major}. ` +
        'Back it up with the version of the shop that made it, and restore it here.',
    )
}
