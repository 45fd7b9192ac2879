import { request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { untilBlocked } from '../../../testing/database/until-blocked.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { cookieOf, type TestShop, testShop, verified } from '../../../testing/shop.ts'
import { drainOnShutdown } from './graceful-shutdown.ts'
import { setUpApp } from './set-up-app.ts'

async function openShop() {
  const shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  return { shop, url: `http://127.0.0.1:${portOf(shop.app)}` }
}
const portOf = (app: { server: TestShop['app']['server'] }) => (app.server.address() as AddressInfo).port

test('a closing shop finishes a running order and refuses new requests', async () => {
  const { shop, url } = await openShop()
  const mali = await verified(shop)
  const headers = {
    'content-type': 'application/json',
    cookie: cookieOf(mali),
  }
  const address = await anAddress(shop.db, mali.user._id)
  const potato = await aProduct(shop.db, { stock: 5 })
  const streaming = await fetch(`${url}/api/order/events`, { headers })
  expect(streaming.status).toBe(200)

  const holder = await shop.pool.connect()
  await holder.query('begin')
  await holder.query('select from product where id = $1 for update', [potato.id])
  const body = JSON.stringify({ address, items: [{ product: potato.id, quantity: 2 }] })
  const ordering = fetch(`${url}/api/order/cod`, { method: 'POST', headers, body })
  await untilBlocked(shop.pool)

  const closing = shop.app.close()
  // The stream ends at once, although a client listens.
  expect(await streaming.text()).toContain('retry: 1000')
  const refused = await fetch(`${url}/api/product/list`)
  expect([refused.status, refused.headers.get('connection'), refused.headers.get('retry-after')]).toEqual([
    503,
    'close',
    '5',
  ])
  expect(refused.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await refused.json()).toMatchObject({ success: false, code: 'unavailable', requestId: expect.any(String) })
  expect((await fetch(`${url}/readyz`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  await holder.query('commit')
  holder.release()
  const placed = await ordering
  expect([placed.status, ((await placed.json()) as { success: boolean }).success]).toEqual([200, true])
  await closing
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  const orders = await shop.db.selectFrom('shopOrder').select('id').where('shopperId', '=', mali.user._id).execute()
  expect(orders).toHaveLength(1)
  await shop.close()
})

test('a closing shop doesn’t wait for idle connections or half requests', async () => {
  const app = setUpApp(fastify({ return503OnClosing: false }), { origins: [], production: true, symbol: '$' })
  const shutdown = drainOnShutdown(app)
  // If it waited for them, the test would time out.
  app.addHook('preClose', () => shutdown.finish(3_600_000))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const idle = connect(portOf(app), '127.0.0.1')
  const half = connect(portOf(app), '127.0.0.1')
  await new Promise<void>((resolve) => half.write('GET /api/product/list HTTP/1.1\r\nhost: shop', () => resolve()))
  const ended = [idle, half].map(
    (socket) =>
      new Promise<void>((resolve) => {
        socket.on('error', () => {})
        socket.once('close', () => resolve())
      }),
  )
  await app.close()
  await Promise.all(ended)
})

test('a request that runs longer than the timeout loses its connection', async () => {
  const app = setUpApp(fastify({ return503OnClosing: false }), { origins: [], production: true, symbol: '$' })
  const shutdown = drainOnShutdown(app)
  let arrived = () => {}
  const slow = new Promise<void>((resolve) => {
    arrived = resolve
  })
  app.get('/slow', () => {
    arrived()
    return new Promise(() => {})
  })
  app.addHook('preClose', () => shutdown.finish(50))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const broken = new Promise<string>((resolve) => {
    ask({ port: portOf(app), path: '/slow' })
      .once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''))
      .end()
  })
  await slow
  await app.close()
  expect(await broken).toBe('ECONNRESET')
})

test('a closing shop waits for the handler of a request that lost its connection', async () => {
  const app = setUpApp(fastify({ return503OnClosing: false }), { origins: [], production: true, symbol: '$' })
  const ended: string[] = []
  // The hook that was added first runs last: it stands for closing the database.
  app.addHook('onClose', async () => void ended.push('database'))
  const shutdown = drainOnShutdown(app)
  const arrived = Promise.withResolvers<void>()
  const stopped = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    arrived.resolve()
    await stopped.promise
    // Without the wait, the last hook would run before the next turn of the event loop.
    await setImmediate()
    ended.push('handler')
  })
  app.addHook('preClose', () => shutdown.finish(50))
  // As what reads slips: its work fails when it stops, which is after the connections were closed.
  app.addHook('onClose', async () => stopped.resolve())
  await app.listen({ port: 0, host: '127.0.0.1' })
  ask({ port: portOf(app), path: '/slow' })
    .on('error', () => {})
    .end()
  await arrived.promise
  await app.close()
  expect(ended).toEqual(['handler', 'database'])
})
