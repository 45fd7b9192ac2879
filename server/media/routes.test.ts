import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setUpApp } from '../http/app/set-up-app.ts'
import type { App } from '../http/calls/calls.ts'
import { mediaRoutes } from './routes.ts'
import { diskStore } from './store.ts'

let folder: string
let app: App
const avif = `${'b'.repeat(32)}-160x160.avif`
const webp = `${'b'.repeat(32)}-160x160.webp`

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talad-pictures-'))
  const store = await diskStore(folder)
  await store.put(avif, Buffer.from('avif bytes'))
  await store.put(webp, Buffer.from('webp bytes'))
  app = setUpApp(fastify({ routerOptions: { maxParamLength: 200 } }), { origins: [], production: false, symbol: '$' })
  mediaRoutes(app, { store })
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

test('serves a picture as immutable, with headers that allow only its use as a picture', async () => {
  const reply = await app.inject(`/pictures/${avif}`)
  expect(reply.statusCode).toBe(200)
  expect(reply.body).toBe('avif bytes')
  expect(reply.headers).toMatchObject({
    'content-type': 'image/avif',
    'content-length': '10',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  })
  expect((await app.inject(`/pictures/${webp}`)).headers['content-type']).toBe('image/webp')
})

test('pages of other origins may show it if the shop has such', async () => {
  const other = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  mediaRoutes(other, { store: await diskStore(folder), crossOrigin: true })
  expect((await other.inject(`/pictures/${avif}`)).headers['cross-origin-resource-policy']).toBe('cross-origin')
  await other.close()
})

test('replies to HEAD and to a matching ETag without the bytes', async () => {
  const head = await app.inject({ method: 'HEAD', url: `/pictures/${avif}` })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  const again = await app.inject({ url: `/pictures/${avif}`, headers: { 'if-none-match': `"${avif}"` } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('refuses an unknown picture, uncached', async () => {
  for (const name of [`${'c'.repeat(32)}-160x160.avif`, '..%2f..%2fpackage.json', 'x', '%00', '__proto__']) {
    const reply = await app.inject(`/pictures/${name}`)
    expect(reply.statusCode, name).toBe(404)
    expect(reply.json(), name).toMatchObject({ success: false, code: 'not_found' })
    expect(reply.headers['cache-control'], name).toBe('no-store')
  }
})
