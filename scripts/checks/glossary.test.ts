import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the words of the glossary are in order, and each names a file in which it occurs', () => {
  const rows = readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/^\| ([a-z ]+) \| .* \| `(.+)` \|$/gm)
  const words = Array.from(rows, ([, word = '', file = '']) => ({ word, file }))
  expect(words.length).toBeGreaterThan(15)
  expect(words.map(({ word }) => word)).toEqual(words.map(({ word }) => word).sort())
  const without = words.filter(({ word, file }) => {
    const path = join(root, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').toLowerCase().includes(word.replace(' ', ''))
  })
  expect(without).toEqual([])
})
