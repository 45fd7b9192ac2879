import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBrowser } from './browser.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'talad-browser-'))
  await program('chromium', 'echo Chromium 1')
  await program('google-chrome', 'echo Chrome 1')
  await program('broken', 'exit 1')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('prefers the browser of CHROMIUM_PATH', () => {
  const given = join(folder, 'google-chrome')
  expect(findBrowser({ CHROMIUM_PATH: given, PATH: folder })).toBe(given)
})

test('throws if CHROMIUM_PATH does not run, instead of using another browser', () => {
  const given = join(folder, 'broken')
  expect(() => findBrowser({ CHROMIUM_PATH: given, PATH: folder })).toThrow(`CHROMIUM_PATH is ${given}`)
  expect(() => findBrowser({ CHROMIUM_PATH: join(folder, 'missing'), PATH: folder })).toThrow('does not run')
})

test('finds a system browser on the PATH, Chromium before Chrome', () => {
  expect(findBrowser({ PATH: folder })).toBe(join(folder, 'chromium'))
})

test('skips a program of that name that does not run', async () => {
  const other = await mkdtemp(join(folder, 'other-'))
  await program(join(other, 'chromium'), 'exit 1')
  expect(findBrowser({ PATH: [other, folder].join(':') })).toBe(join(folder, 'chromium'))
})

test('tests run in the headless shell if there is one, but for CHROMIUM_PATH', async () => {
  expect(findBrowser({ PATH: folder }, { shell: true })).toBe(join(folder, 'chromium'))
  const other = await mkdtemp(join(folder, 'shell-'))
  const shell = join(other, 'chromium-headless-shell')
  await program(shell, 'echo Chromium 1')
  expect(findBrowser({ PATH: [folder, other].join(':') }, { shell: true })).toBe(shell)
  expect(findBrowser({ PATH: [folder, other].join(':') })).toBe(join(folder, 'chromium'))
  const given = join(folder, 'google-chrome')
  expect(findBrowser({ CHROMIUM_PATH: given, PATH: other }, { shell: true })).toBe(given)
})

async function program(name: string, script: string): Promise<void> {
  const path = name.startsWith('/') ? name : join(folder, name)
  await writeFile(path, `#!/bin/sh\n${script}\n`)
  await chmod(path, 0o755)
}
