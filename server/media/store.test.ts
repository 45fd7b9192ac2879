import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskStore } from './store.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ตลาด pictures '))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const hash = 'a'.repeat(32)

test('gives back what it keeps, and leaves no drafts', async () => {
  const store = await diskStore(path.join(folder, 'kept', 'here'))
  const name = `${hash}-160x160.webp`
  expect(await store.exists(name)).toBe(false)
  expect(await store.read(name)).toBeUndefined()
  await Promise.all([store.put(name, Buffer.from('picture')), store.put(name, Buffer.from('picture'))])
  await store.put(name, Buffer.from('another'))
  expect(await store.exists(name)).toBe(true)
  expect(String(await store.read(name))).toBe('picture')
  expect(await readdir(path.join(folder, 'kept', 'here'))).toEqual([name])
})

test('reads and writes nothing outside its folder', async () => {
  await writeFile(path.join(folder, 'secret'), 'secret')
  const store = await diskStore(path.join(folder, 'inside'))
  for (const name of ['../secret', '..', '', `../${hash}-1x1.webp`, `${hash}-1x1.webp\u0000`, '/etc/passwd']) {
    expect(await store.read(name)).toBeUndefined()
    expect(await store.exists(name)).toBe(false)
    await expect(store.put(name, Buffer.from('x'))).rejects.toThrow(RangeError)
  }
})
