import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const docs = resolve(import.meta.dirname, '../docs')

/**
 * Replaces the part of a page in docs/ that `command` writes: the text between `<!-- Written by COMMAND -->` and the
 * next `<!-- Until here -->`. Throws if the page has no such part.
 */
export async function writeMarked(page: string, command: string, text: string): Promise<void> {
  const file = join(docs, page)
  const begin = `<!-- Written by ${command} -->`
  const end = '<!-- Until here -->'
  const [before = '', rest] = (await readFile(file, 'utf8')).split(begin)
  const after = rest?.split(end)[1]
  if (after === undefined) throw new Error(`docs/${page} has no part that is written by ${command}`)
  await writeFile(file, `${before}${begin}\n\n${text}\n\n${end}${after}`)
}
