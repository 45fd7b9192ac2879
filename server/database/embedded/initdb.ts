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

/* The cluster's folder and passwords: created at the first start, checked at each one. */

export type Passwords = { superuser: string; shop: string }

const run = promisify(execFile)

/** Returns the passwords of the cluster's two roles, generated at the first start. */
export async function readPasswords(dataDir: string): Promise<Passwords> {
  const file = join(dataDir, 'database-passwords.json')
  const fresh: Passwords = { superuser: randomBytes(24).toString('hex'), shop: randomBytes(24).toString('hex') }
  await writeOnce(file, JSON.stringify(fresh))
  return JSON.parse(await readFile(file, 'utf8')) as Passwords
}

/** Creates the cluster in a temporary folder and renames it once it is complete, so that no partial one is started. */
export async function initialise(cluster: Cluster, passwords: Passwords): Promise<void> {
  await removeUnfinished(cluster)
  const draft = `${cluster.folder}.new-${process.pid}-${randomBytes(4).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, passwords.superuser, { mode: 0o600, flag: 'wx' })
    if (cluster.uid !== process.getuid?.())
      for (const path of [draft, passwordFile]) await chown(path, cluster.uid ?? 0, -1)
    await runToEnd(cluster, 'initdb', [
      `--pgdata=${draft}`,
      '--username=postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Knows the letters of every script, Thai included, on every machine alike.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      ...(await utf8CharacterTypes()),
      '--data-checksums',
    ])
    await rename(draft, cluster.folder).catch((error: NodeJS.ErrnoException) => {
      // Another shop that started at the same moment was faster; its cluster is as good.
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '')) throw error
    })
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** Deletes the temporary folders of shops that were killed while they created a cluster. */
async function removeUnfinished(cluster: Cluster): Promise<void> {
  const home = dirname(cluster.folder)
  for (const name of await readdir(home)) {
    const creator = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1])
    if (!creator || isAlive(creator)) continue
    // initdb may outlive a killed shop by a moment and still be writing. Leftovers are deleted the next time.
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }).catch(() => {})
  }
}

/**
 * The trigram indexes of orders and of the audit log ignore what the C library doesn't consider letters. With C.UTF-8
 * Thai words are found by index; without it they are found by scanning, which small shops don't notice.
 */
async function utf8CharacterTypes(): Promise<string[]> {
  const known = await run('locale', ['-a']).catch(() => ({ stdout: '' }))
  return /^C\.utf-?8$/im.test(known.stdout) ? ['--lc-ctype=C.UTF-8'] : []
}

/** Runs a program to its end. Throws with the end of the log if it fails. */
async function runToEnd(cluster: Cluster, program: string, args: string[]): Promise<void> {
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

/** Throws `StartError` if another major version of PostgreSQL made the data. */
export async function refuseOtherVersion(cluster: Cluster): Promise<void> {
  const found = (await readFile(join(cluster.folder, 'PG_VERSION'), 'utf8')).trim()
  if (found !== cluster.major)
    throw new StartError(
      `The data in ${cluster.folder} was made by PostgreSQL ${found}, and this shop brings PostgreSQL ${cluster.major}. ` +
        'Back it up with the version of the shop that made it, and restore it here.',
    )
}
