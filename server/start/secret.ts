import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from '../common/write-once.ts'
import type { Config } from './config.ts'

/**
 * Returns the server's secret: the setting, or one that is created at the first start and stored in the data folder,
 * readable by its owner only. It encrypts one-time codes in the mail queue, so all processes on one database need the
 * same.
 */
export async function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  const file = join(config.dataDir, 'secret')
  // Atomic: a killed process must not leave an empty secret, and concurrent starts must agree on one.
  await writeOnce(file, randomBytes(32).toString('base64url'))
  return readFile(file, 'utf8')
}
