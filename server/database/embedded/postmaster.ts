import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { StartError } from '../../common/start-error.ts'
import type { Cluster } from './cluster.ts'
import { endOf, openLog } from './server-log.ts'

/* The postmaster, PostgreSQL's first process: found by its pid file, started and stopped. */

const run = promisify(execFile)

/** Milliseconds that a crashed cluster may take for recovery. */
export const recoveryMilliseconds = 120_000

/** Returns the port of a PostgreSQL that is already running on this folder. */
export async function runningPort(cluster: Cluster): Promise<number | undefined> {
  const lines = await postmasterLines(cluster)
  const pid = Number(lines?.[0])
  if (!lines || !pid || !(await isPostgres(pid, cluster.folder))) return undefined
  return Number(lines[3]) || undefined
}

async function postmasterLines(cluster: Cluster): Promise<string[] | undefined> {
  const text = await readFile(join(cluster.folder, 'postmaster.pid'), 'utf8').catch(() => undefined)
  return text?.split('\n').map((line) => line.trim())
}

/** Returns whether a process with this id exists, of any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns whether the process is a PostgreSQL on this folder: after a crash its id may belong to another process. */
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

/** Starts the server on a port, and returns that once it is ready. Throws with the end of its log if it fails. */
export async function startServer(cluster: Cluster, durable: boolean, port: number): Promise<number> {
  await removeStalePidFile(cluster)
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
  const logSize = (await output.stat()).size
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
    if (ended) throw new StartError(`PostgreSQL did not start:\n${await endOf(cluster.log, logSize)}`)
    await wait(10)
  }
  throw new StartError(
    `PostgreSQL was not ready after ${recoveryMilliseconds / 1000} s:\n${await endOf(cluster.log, logSize)}`,
  )
}

/**
 * PostgreSQL refuses to start if the process of a leftover pid file exists, even if it is another program. Only such a
 * file is removed: PostgreSQL itself handles one whose process is gone, and knows better who else is starting.
 */
async function removeStalePidFile(cluster: Cluster): Promise<void> {
  const pid = Number((await postmasterLines(cluster))?.[0])
  if (pid && isAlive(pid) && !(await isPostgres(pid, cluster.folder)))
    await rm(join(cluster.folder, 'postmaster.pid'), { force: true })
}

/** Stops the server, if it runs, and waits until it has ended. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const pid = Number((await postmasterLines(cluster))?.[0])
  if (!pid || !(await isPostgres(pid, cluster.folder))) return
  if (platform() === 'win32') {
    await run(join(cluster.programs, 'bin', 'pg_ctl'), ['stop', '-D', cluster.folder, '-m', 'fast'])
    return
  }
  // Fast shutdown first, then immediate; committed data is safe either way.
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
