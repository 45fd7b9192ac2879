import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { folders } from './import-rules.ts'

/** Returns the comments of a module with a line that is too wide, except instructions to tools, which are one line. */
function wideComments(file: string, text: string): string[] {
  const lines = text.split('\n')
  return parseSync(file, text)
    .comments.filter(({ value }) => !/^\s*(biome-ignore|@ts-)/.test(value))
    .flatMap(({ start, end }) => {
      const first = text.slice(0, start).split('\n').length
      const last = text.slice(0, end).split('\n').length
      return lines.slice(first - 1, last).flatMap((line, index) => ([...line].length > 120 ? [first + index] : []))
    })
    .map((line) => `${file}:${line}`)
}

test('no line of a comment is wider than 120 columns: the formatter wraps only code', () => {
  const root = resolve(import.meta.dirname, '../..')
  const files = globSync([...folders.map((folder) => `${folder}**/*.{ts,tsx,mjs,js}`), '*.ts'], { cwd: root }).filter(
    (file) => !/paraglide|^server\/database\/(migrations\/|tables\.ts)/.test(file.replaceAll('\\', '/')),
  )
  expect(files.length).toBeGreaterThan(1400)
  expect(files.flatMap((file) => wideComments(file, readFileSync(join(root, file), 'utf8')))).toEqual([])
})

test('a wide line of a comment is found, in both forms, and none in code', () => {
  const wide = 'word '.repeat(24)
  const text = `/**\n * ${wide}\n */\nconst one = '${wide}'\n// ${wide}\n// biome-ignore lint: ${wide}\n`
  expect(wideComments('one.ts', text)).toEqual(['one.ts:2', 'one.ts:5'])
})
