import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const folder = resolve(import.meta.dirname, '../../docs/decisions')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

/** Returns the rows of the index: each record, the note below its title, and further records whose notes name it. */
function rowsOfIndex(): string[] {
  const records = globSync('[0-9]*.md', { cwd: folder })
    .sort()
    .map((file) => {
      const [heading = '', , first = ''] = read(file).split('\n')
      return { file, heading: heading.slice('# '.length), note: first.startsWith('**Context') ? '' : first }
    })
  return records.map(({ file, heading, note }) => {
    const later = records.filter(
      (other) => other.file > file && other.note.includes(`(${file})`) && !note.includes(other.file),
    )
    const links = later.map((other) => `[${other.file.slice(0, 3)}](${other.file})`).join(', ')
    return `| [${heading}](${file}) | ${note.replaceAll('*', '')} | ${links} |`
  })
}

test('the index of the decision records has each with its title, its note and later ones about it', () => {
  const rows = read('README.md').match(/^\| \[.*$/gm)
  expect(rows).toEqual(rowsOfIndex())
})

test('a record is short: what is measured in detail is in the documents of benchmarks and proofs', () => {
  const long = globSync('[0-9]*.md', { cwd: folder }).flatMap((file) => {
    const lines = read(file).trimEnd().split('\n')
    return lines.length > 24 || lines.some((line) => line.length > 160) ? [file] : []
  })
  expect(long).toEqual([])
})
