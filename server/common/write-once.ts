import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, rm, writeFile } from 'node:fs/promises'

/** Makes a private file unless it is there. Of two that try at once one wins, and nobody ever reads half a file. */
export async function writeOnce(file: string, text: string): Promise<void> {
  if (existsSync(file)) return
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' })
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
}
