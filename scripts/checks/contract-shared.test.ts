import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { importGraph } from './dependency-rules.ts'

/*
 * `contract/` has what both sides need: what only the browser or only the server uses lies there. Tests count as users,
 * apart from a module's own.
 */

const root = resolve(import.meta.dirname, '../..')

/** Returns the modules of the contract that only one side imports. */
function oneSided(folder: string): string[] {
  const graph = importGraph(folder)
  const sides = new Map<string, Set<string>>()
  for (const { from, to } of [...graph.values()].flat()) {
    const [top = ''] = from.split('/')
    const side = top === 'contract' || top === 'web' ? top : 'server'
    if (from !== to.replace(/\.ts$/, '.test.ts')) sides.set(to, (sides.get(to) ?? new Set<string>()).add(side))
  }
  return [...graph.keys()]
    .filter((path) => path.startsWith('contract/') && !path.endsWith('.test.ts'))
    .filter((path) => !sides.get(path)?.has('contract') && (sides.get(path)?.size ?? 0) < 2)
}

test('a module of the contract is used by both sides, or by another one of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  try {
    const write = (path: string, source: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), source)
    }
    for (const name of ['both', 'below', 'browser']) write(`contract/${name}.ts`, 'export const a = 1')
    write('contract/both.test.ts', "import { a } from './both.ts'\nimport { b } from './browser.ts'")
    write('contract/browser.test.ts', "import { a } from './browser.ts'")
    write('contract/uses.ts', "import { a } from './below.ts'")
    write('web/a.tsx', "import { a } from '../contract/both.ts'\nimport { u } from '../contract/uses.ts'")
    write('web/b.tsx', "const b = await import('../contract/browser.ts')")
    write('server/a/a.ts', "import { a } from '../../contract/both.ts'\nimport { u } from '../../contract/uses.ts'")
    expect(oneSided(folder)).toEqual([])
    write('contract/both.test.ts', "import { a } from './both.ts'")
    expect(oneSided(folder)).toEqual([join('contract', 'browser.ts')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  expect(oneSided(root)).toEqual([])
})
