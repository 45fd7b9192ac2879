import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'

/**
 * Creates a private file unless it exists. Atomic: concurrent calls agree on one content, and no reader sees half of
 * it.
 */
export async function writeOnce(file: string, text: string): Promise<void> {
  if (existsSync(file)) return
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}
