import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const section = (file: string, title: string) => read(file).split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? ''

type Manifest = Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>

test('the table of dependencies names every package, alone or in a group such as `@types/*`', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  const table = section('README.md', 'Dependencies')
  const named = Array.from(table.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
  const groups = named.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  const without = packages.filter((name) => !named.includes(name) && !groups.some((group) => name.startsWith(group)))
  expect(without).toEqual([])
})

test('README and CONTRIBUTING name every folder at the top', () => {
  const sources = globSync('*/*.{ts,mjs,md}', { cwd: root, exclude: ['node_modules', 'build*', 'data*'] })
  const folders = new Set(sources.map((path) => path.split(/[/\\]/, 1)[0]))
  expect(folders.size).toBeGreaterThan(10)
  for (const [file, title] of [
    ['README.md', 'Source folders'],
    ['CONTRIBUTING.md', 'Folders'],
  ] as const)
    expect(
      [...folders].filter((name) => !section(file, title).includes(`${name}/`)),
      file,
    ).toEqual([])
})
