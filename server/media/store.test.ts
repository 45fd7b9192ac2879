import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HeadObjectCommand, S3Client } from '@aws-sdk/client-s3'
import fastify from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { authorizationOf, s3Server } from '../../testing/services/s3.ts'
import { setUpApp } from '../http/app/set-up-app.ts'
import type { BucketSettings } from '../start/config.ts'
import { mediaRoutes } from './routes.ts'
import { s3Store } from './s3-store.ts'
import { diskStore, type PictureStore } from './store.ts'

/*
 * The behaviour of every store of pictures, tested with a folder and with a bucket of a real server with S3's API.
 */

type Tried = {
  store: PictureStore
  /** Sets the time at which a picture was put. */
  age(name: string, time: Date): Promise<void>
  close(): Promise<void>
}

async function triedFolder(): Promise<Tried> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ตลาด pictures '))
  return {
    store: await diskStore(path.join(folder, 'kept', 'here')),
    age: (name, time) => utimes(path.join(folder, 'kept', 'here', name), time, time),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

async function triedBucket(): Promise<Tried> {
  const server = await s3Server()
  const store = s3Store(server.settings, { warn: () => {}, pageSize: 50 })
  return {
    store,
    age: async (name, time) => server.setTime(name, time),
    close: async () => {
      store.close()
      await server.close()
    },
  }
}

async function triedPrivateFolder(): Promise<Tried> {
  const server = await s3Server()
  const store = s3Store(server.settings, { warn: () => {}, pageSize: 50, privateFolder: 'slips' })
  return {
    store,
    age: async (name, time) => server.setTime(`slips/${name}`, time),
    close: async () => {
      store.close()
      await server.close()
    },
  }
}

const nameOf = (letter: string, size = '160x160') => `${letter.repeat(32)}-${size}.webp`
async function namesIn(store: PictureStore): Promise<string[]> {
  const all: string[] = []
  for await (const name of store.list()) all.push(name)
  return all.sort()
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

describe.each([
  ['a folder', triedFolder],
  ['a bucket', triedBucket],
  ['a private folder of a bucket', triedPrivateFolder],
])('%s of pictures', (_what, make) => {
  let tried: Tried
  let store: PictureStore
  beforeAll(async () => {
    tried = await make()
    store = tried.store
  })
  afterAll(() => tried.close())

  const names = () => namesIn(store)

  test('returns what was stored, byte for byte, and leaves no other files', async () => {
    const name = nameOf('a')
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256))
    expect(await store.exists(name)).toBe(false)
    expect(await store.read(name)).toBeUndefined()
    await Promise.all([store.put(name, bytes), store.put(name, bytes)])
    await store.put(name, Buffer.from('another'))
    expect(await store.exists(name)).toBe(true)
    expect((await store.read(name))?.equals(bytes)).toBe(true)
    expect(await names()).toEqual([name])
  })

  test('refuses to store names that aren’t a picture’s, and finds nothing there', async () => {
    for (const name of [
      '../secret',
      '..',
      '',
      `../${nameOf('a')}`,
      `${nameOf('a')}\u0000`,
      '/etc/passwd',
      '__proto__',
    ]) {
      expect(await store.read(name)).toBeUndefined()
      expect(await store.exists(name)).toBe(false)
      expect(await store.removeOlder(name, new Date())).toBe(false)
      await expect(store.put(name, Buffer.from('x'))).rejects.toThrow(RangeError)
    }
  })

  test('lists more than one page of names, each once', async () => {
    const many = Array.from({ length: 130 }, (_, index) => nameOf('b', `${index + 1}x1`))
    for (let index = 0; index < many.length; index += 50)
      await Promise.all(many.slice(index, index + 50).map((name) => store.put(name, Buffer.from('x'))))
    expect((await names()).filter((name) => name.startsWith('b'))).toEqual(many.sort())
  })

  test('is its first owner’s, which is no picture', async () => {
    const before = await names()
    expect(await store.claim('one')).toBe('one')
    expect(await Promise.all([store.claim('other'), store.claim('one')])).toEqual(['one', 'one'])
    expect(await names()).toEqual(before)
  })

  test('deletes pictures older than a time, but none that was put again since', async () => {
    const [old, young, again] = [nameOf('c'), nameOf('d'), nameOf('e')]
    for (const name of [old, young, again]) await store.put(name, Buffer.from(name))
    for (const name of [old, again]) await tried.age(name, daysAgo(3))
    await store.put(again, Buffer.from(again))
    const removed = []
    for (const name of [old, young, again, nameOf('f')]) removed.push(await store.removeOlder(name, daysAgo(1)))
    expect(removed).toEqual([true, false, false, false])
    expect(await store.read(old)).toBeUndefined()
    for (const name of [young, again]) expect(String(await store.read(name))).toBe(name)
  })
})

describe('a folder', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'talad-folder-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test('that is private is readable by the shop’s user only, also if an older version made it', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'talad-private-'))
    await chmod(folder, 0o755)
    await diskStore(folder)
    expect((await stat(folder)).mode & 0o777).toBe(0o755)
    await diskStore(folder, { isPrivate: true })
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    await rm(folder, { recursive: true })
  })

  test('reads no files outside itself', async () => {
    await writeFile(path.join(folder, nameOf('a')), 'secret')
    const store = await diskStore(path.join(folder, 'inside'))
    expect(await store.read(`../${nameOf('a')}`)).toBeUndefined()
  })

  test('deletes old unfinished files of killed processes, and nothing else', async () => {
    const store = await diskStore(folder)
    const unfinished = ['0', '1'].map((digit) => `.${digit.repeat(36)}.draft`)
    for (const name of [...unfinished, 'README']) await writeFile(path.join(folder, name), 'half')
    await utimes(path.join(folder, unfinished[0] ?? ''), daysAgo(2), daysAgo(2))
    await utimes(path.join(folder, 'README'), daysAgo(2), daysAgo(2))
    expect(await store.removeUnfinished(daysAgo(1))).toBe(1)
    expect(await readdir(folder)).toEqual(expect.arrayContaining([unfinished[1], 'README']))
    expect(await readdir(folder)).not.toContain(unfinished[0])
  })

  test('keeps a picture that is put while it is being deleted', async () => {
    const store = await diskStore(path.join(folder, 'race'))
    for (let round = 0; round < 30; round += 1) {
      const name = nameOf('a', `${round + 1}x1`)
      await store.put(name, Buffer.from('picture'))
      await utimes(path.join(folder, 'race', name), daysAgo(3), daysAgo(3))
      await Promise.all([store.removeOlder(name, daysAgo(1)), store.put(name, Buffer.from('picture'))])
      expect(String(await store.read(name)), name).toBe('picture')
    }
  })
})

describe('a bucket', () => {
  const closers: (() => unknown)[] = []
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
  })

  function storeAt(settings: BucketSettings, options: { privateFolder?: string } = {}) {
    const warnings: string[] = []
    const timeouts = { connect: 300, response: 300 }
    const store = s3Store(settings, { ...options, warn: (message) => warnings.push(message), timeouts })
    closers.push(() => store.close())
    return { store, warnings }
  }
  function clientOf({ endpoint, region, accessKey, secretKey }: BucketSettings) {
    const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
    const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
    closers.push(() => client.destroy())
    return client
  }
  async function bucketSettings() {
    const server = await s3Server()
    closers.push(server.close)
    return server.settings
  }
  const settingsOf = (endpoint: string) => ({
    bucket: 'b',
    region: 'us-east-1',
    accessKey: 'k',
    secretKey: 's',
    endpoint,
  })

  // The example of Amazon's documentation shows that the server for tests checks signatures like Amazon's.
  test('the server for tests computes the signature of Amazon’s published example', () => {
    const authorization =
      'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'
    const headers = {
      authorization,
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      'x-amz-date': '20130524T000000Z',
    }
    const secret = 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    expect(authorizationOf({ method: 'GET', url: '/test.txt', headers }, 'AKIAIOSFODNN7EXAMPLE', secret)).toBe(
      authorization,
    )
  })

  test('stores each object with its media type and as immutable', async () => {
    const settings = await bucketSettings()
    const { store } = storeAt(settings)
    const avif = nameOf('a').replace('webp', 'avif')
    await store.put(avif, Buffer.from('avif'))
    await store.put(nameOf('a'), Buffer.from('webp'))
    const client = clientOf(settings)
    const head = (Key: string) => client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key }))
    expect(await head(avif)).toMatchObject({
      ContentType: 'image/avif',
      CacheControl: 'public, max-age=31536000, immutable',
    })
    expect((await head(nameOf('a'))).ContentType).toBe('image/webp')
    expect(await store.removeOlder(nameOf('a'), new Date(Date.now() + 5000))).toBe(true)
    expect(await store.exists(nameOf('a'))).toBe(false)
  })

  test('keeps the pictures of a private folder apart, and out of caches', async () => {
    const settings = await bucketSettings()
    const [{ store: all }, { store: slips }] = [storeAt(settings), storeAt(settings, { privateFolder: 'slips' })]
    const name = nameOf('e')
    await slips.put(name, Buffer.from('slip'))
    expect([await all.exists(name), await all.read(name), await namesIn(all)]).toEqual([false, undefined, []])
    expect(await all.removeOlder(name, new Date(Date.now() + 5000))).toBe(false)
    expect(await namesIn(slips)).toEqual([name])
    const client = clientOf(settings)
    const head = await client.send(new HeadObjectCommand({ Bucket: settings.bucket, Key: `slips/${name}` }))
    expect(head.CacheControl).toBe('private, no-store')
  })

  test('a bucket with a wrong key, or that is missing, throws instead of not finding pictures, and logs no key', async () => {
    const settings = await bucketSettings()
    for (const change of [{ secretKey: 'another-secret' }, { bucket: 'no-such-bucket' }]) {
      const { store, warnings } = storeAt({ ...settings, ...change })
      await expect(store.read(nameOf('a'))).rejects.toMatchObject({ statusCode: 503 })
      await expect(store.put(nameOf('a'), Buffer.from('x'))).rejects.toMatchObject({ statusCode: 503 })
      expect(warnings.length).toBeGreaterThanOrEqual(2)
      expect(warnings.join()).not.toContain('another-secret')
    }
  })

  test.each<[string, RequestListener]>([
    ['fails (HTTP 500)', (_request, response) => void response.writeHead(500).end()],
    ['asks to slow down (HTTP 503)', (_request, response) => void response.writeHead(503).end()],
    ['never answers', () => {}],
    ['stops in the middle', (_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('pic')],
    ['hangs up', (request) => void request.socket.destroy()],
  ])('whose server %s times out, and the shop replies 503', async (what, listener) => {
    const server = createServer(listener).listen(0, '127.0.0.1')
    closers.push(() => new Promise((done) => server.close(done)))
    closers.push(() => server.closeAllConnections())
    await once(server, 'listening')
    const { store, warnings } = storeAt(settingsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
    const app = setUpApp(fastify({ routerOptions: { maxParamLength: 200 } }), {
      origins: [],
      production: false,
      symbol: '$',
    })
    mediaRoutes(app, { store })
    const reply = await app.inject(`/pictures/${nameOf('a')}`)
    expect([reply.statusCode, reply.json().code, reply.headers['retry-after']]).toEqual([503, 'unavailable', '5'])
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(warnings).toHaveLength(1)
    const [status = ''] = /\(HTTP \d+\)$/.exec(what) ?? []
    expect(warnings[0]?.endsWith(status)).toBe(true)
    await app.close()
  })

  test('a bucket whose server can’t be reached throws', async () => {
    const closed = createTcpServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    await new Promise((done) => closed.close(done))
    const { store } = storeAt(settingsOf(`http://127.0.0.1:${port}`))
    await expect(store.exists(nameOf('a'))).rejects.toMatchObject({ statusCode: 503 })
  })
})
