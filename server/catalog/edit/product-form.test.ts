import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productForm } from '../../../testing/makers/product-form.ts'
import { setUpApp } from '../../http/app/set-up-app.ts'
import type { App } from '../../http/calls/calls.ts'
import { productFormReader } from './product-form.ts'

/** Waits for the event loop to come round that many times. */
async function turns(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await turn()
}

let app: App
let reading: { arrived: () => void; arrival: Promise<void>; go: () => void; going: Promise<void> }
beforeEach(async () => {
  const arrived = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  reading = { arrived: arrived.resolve, arrival: arrived.promise, go: going.resolve, going: going.promise }
  app = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  await app.register(multipart)
  // A budget for one form of this test.
  const withForm = productFormReader(5000)
  const read = (request: FastifyRequest) =>
    withForm(request, async ({ productData, pictures }) => {
      reading.arrived()
      await reading.going
      return { productData, sizes: pictures.map(({ source }) => (source as { bytes: number }).bytes) }
    })
  app.post('/form', read)
  app.post('/form/after-its-connection', { preHandler: ({ raw }) => once(raw, 'close').catch(() => {}) }, read)
  app.post('/form/some-turns-later', { preHandler: () => turns(5) }, read)
  const withQuickForm = productFormReader(5000, 30)
  app.post('/form/in-time', (request) => withQuickForm(request, async () => ({})))
})
afterEach(() => app.close())

test('refuses a form beyond the budget with Retry-After, and accepts it once the first is done', async () => {
  const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
  const send = () => app.inject({ method: 'POST', url: '/form', headers, payload: body })
  const first = send()
  await reading.arrival
  const second = await send()
  expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([503, 'unavailable', '10'])
  reading.go()
  expect((await first).json()).toEqual({ productData: { name: 'Potato' }, sizes: [3000] })
  expect((await send()).statusCode).toBe(200)
})

test('releases the bytes of forms that cannot be read', async () => {
  reading.go()
  const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
  for (let time = 0; time < 3; time += 1) {
    const cutOff = await app.inject({ method: 'POST', url: '/form', headers, payload: body.subarray(0, 2000) })
    expect(cutOff.statusCode).toBe(400)
  }
  expect((await app.inject({ method: 'POST', url: '/form', headers, payload: body })).statusCode).toBe(200)
})

describe('a form whose connection breaks', () => {
  let folder: string
  const before = process.env.TMPDIR
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'talad-broken-forms-'))
    process.env.TMPDIR = folder
    reading.go()
    await app.listen({ port: 0, host: '127.0.0.1' })
  })
  afterEach(async () => {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(folder, { recursive: true, force: true })
  })

  /**
   * Sends the headers and the first bytes of a form, closes the connection some turns after the server has read the
   * headers, and waits until the server has noticed.
   */
  async function sendPart(path: string, { bytes, after }: { bytes: number; after: number }): Promise<void> {
    const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    const received = once(app.server, 'request')
    await once(socket, 'connect')
    const head = `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: ${headers['content-type']}\r\n`
    socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, bytes))
    const [request] = (await received) as [IncomingMessage]
    const noticed = new Promise((resolve) => request.once('close', resolve))
    await turns(after)
    socket.destroy()
    await noticed
  }

  /** Expects that the server soon releases the bytes and deletes the folder of every form. */
  async function expectReleased(): Promise<void> {
    const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
    const send = async () => (await app.inject({ method: 'POST', url: '/form', headers, payload: body })).statusCode
    await expect.poll(send, { interval: 2 }).toBe(200)
    await expect.poll(() => readdir(folder), { interval: 2 }).toEqual([])
  }

  test('an upload whose connection breaks before it is read is released', async () => {
    for (const bytes of [0, 10, 2000, 4000])
      await sendPart('/form/after-its-connection', { bytes, after: 5 }).then(expectReleased)
  })

  test('a form whose connection breaks while its first bytes are read is released', async () => {
    for (const path of ['/form', '/form/some-turns-later'])
      for (let time = 0; time < 15; time += 1) {
        await sendPart(path, { bytes: (time % 5) * 700, after: time })
        // One at a time, as the budget is for one: a form that isn't released fails the next check.
        await expectReleased()
      }
  })

  test('unnoticed is released after the timeout', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
    socket.write('POST /form/in-time HTTP/1.1\r\nhost: shop\r\ncontent-type: multipart/form-data; boundary=x\r\n')
    socket.write('content-length: 4000\r\n\r\n--x\r\n')
    const [reply] = await once(socket, 'data')
    expect(reply).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
    await expectReleased()
  })
})
