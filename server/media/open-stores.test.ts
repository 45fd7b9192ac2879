import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { s3Server } from '../../testing/services/s3.ts'
import type { BucketSettings } from '../start/config.ts'
import { openStores } from './open-stores.ts'
import { s3Store } from './s3-store.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'talad-stores-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const warn = (message: string) => {
  throw new Error(message)
}
const [one, two, three] = ['a', 'b', 'c'].map((letter) => `${letter.repeat(32)}-160x160.webp`) as [
  string,
  string,
  string,
]

/** Puts a picture into each store. */
async function fill(pictures: BucketSettings | undefined): Promise<void> {
  const { stores, close } = await openStores({ pictures, dataDir }, { warn })
  await stores.store.put(one, Buffer.from('product'))
  await stores.slips.put(two, Buffer.from('slip'))
  await stores.photos.put(three, Buffer.from('photo'))
  close()
}

test('each store is a folder of the data folder; slips and photos are readable by the shop’s user only', async () => {
  await fill(undefined)
  const found = ['pictures', 'slips', 'photos'].map((name) => readdir(join(dataDir, name)))
  expect(await Promise.all(found)).toEqual([[one], [two], [three]])
  for (const name of ['slips', 'photos']) expect((await stat(join(dataDir, name))).mode & 0o777, name).toBe(0o700)
})

test('in a bucket slips and photos are in private folders of their own', async () => {
  const server = await s3Server()
  onTestFinished(() => server.close())
  await fill(server.settings)
  const found = [undefined, 'slips', 'photos'].map(async (privateFolder) => {
    const store = s3Store(server.settings, { warn, privateFolder })
    const held = await Promise.all([one, two, three].map((name) => store.exists(name)))
    store.close()
    return held
  })
  expect(await Promise.all(found)).toEqual([
    [true, false, false],
    [false, true, false],
    [false, false, true],
  ])
})
