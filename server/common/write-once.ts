import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'

/**
 * Creates a private file unless it exists. Atomic: concurrent calls agree on one content, and no reader sees half of
 * it.
 */
export async function writeOnce(file: string, text: string): Promise<void> {
  if (existsSync(file)) return
  const temporary = `${file}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx' })
    await link(temporary, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(temporary, { force: true })
  }
}
