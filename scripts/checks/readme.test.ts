import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

type Manifest = Record<'dependencies' | 'optionalDependencies' | 'devDependencies', Record<string, string>>

test('the table of dependencies names every package, alone or in a group such as `@types/*`', () => {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(read('package.json')) as Manifest
  const packages = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies })
  const table = read('README.md').split('\n## Dependencies\n')[1]?.split('\n## ')[0] ?? ''
  const named = Array.from(table.matchAll(/`([^`]+)`/g), ([, name = '']) => name)
  const groups = named.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1))
  const without = packages.filter((name) => !named.includes(name) && !groups.some((group) => name.startsWith(group)))
  expect(without).toEqual([])
})
