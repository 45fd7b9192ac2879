import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readSecret } from './secret.ts'

const folders: string[] = []
async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'talad-secret-'))
  folders.push(folder)
  return folder
}
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('the secret has 256 bits, is created once and is not readable by other users', async () => {
  const dataDir = await aFolder()
  const secret = await readSecret({ secret: undefined, dataDir })
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(await readSecret({ secret: undefined, dataDir })).toBe(secret)
  if (process.platform !== 'win32') expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600)
  expect(await readSecret({ secret: undefined, dataDir: await aFolder() })).not.toBe(secret)
})

test('processes that start together read the same complete secret', async () => {
  const dataDir = await aFolder()
  const secrets = await Promise.all(Array.from({ length: 50 }, () => readSecret({ secret: undefined, dataDir })))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await readdir(dataDir)).toEqual(['secret'])
})

test('the secret of the settings is used, and not stored', async () => {
  const dataDir = await aFolder()
  expect(await readSecret({ secret: 'from the settings', dataDir })).toBe('from the settings')
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow('ENOENT')
})
