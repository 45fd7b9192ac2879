import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize, resolve } from 'node:path'
import { expect, test } from 'vitest'

/*
 * `contract/` has what both sides need: what only the browser or only the server uses lies there. Tests count as users,
 * apart from a module's own.
 */

const root = resolve(import.meta.dirname, '../..')
const folders = '{contract,server,web,cli,demo,proofs,bench,e2e,testing,scripts}/**/*.{ts,tsx,mjs}'
const isTest = (path: string) => /\.test\.tsx?$/.test(path)

/** Returns the modules of the contract that only one side imports. */
function oneSided(folder: string): string[] {
  const paths = globSync([folders, '*.ts'], { cwd: folder })
  const sides = new Map<string, Set<string>>()
  for (const path of paths) {
    const [top = ''] = path.split(/[/\\]/)
    const side = top === 'contract' || top === 'web' ? top : 'server'
    for (const [, from = ''] of readFileSync(join(folder, path), 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const module = normalize(join(dirname(path), from))
      if (path !== module.replace(/\.ts$/, '.test.ts'))
        sides.set(module, (sides.get(module) ?? new Set<string>()).add(side))
    }
  }
  return paths
    .filter((path) => path.startsWith('contract') && !isTest(path))
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
