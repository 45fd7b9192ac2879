import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Kills the PostgreSQL of a data folder as the kernel does when memory is exhausted. */
export async function killPostgres(dataDir: string): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')
  process.kill(Number(pid), 'SIGKILL')
}
