import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeOnce } from '../common/write-once.ts'
import type { Config } from './config.ts'

/**
 * The server's secret: the setting, or else one made at the first start and kept in the data folder, readable by its
 * owner only. It seals one-time codes in the mail queue, so every server process on one database needs the same.
 */
export async function readSecret(config: Pick<Config, 'secret' | 'dataDir'>): Promise<string> {
  if (config.secret) return config.secret
  const file = join(config.dataDir, 'secret')
  // Whole or not at all: a process that is killed meanwhile must not leave an empty secret, nor another one read it.
  await writeOnce(file, randomBytes(32).toString('base64url'))
  return readFile(file, 'utf8')
}
