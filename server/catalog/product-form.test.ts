import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import fastify, { type FastifyRequest } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { productForm } from '../../testing/product-form.ts'
import { type App, makeEdge } from '../http/edge.ts'
import { productForms } from './product-form.ts'

let app: App
let reading: { arrived: () => void; arrivals: Promise<void>; go: () => void; going: Promise<void> }
beforeEach(async () => {
  const arrived = Promise.withResolvers<void>()
  const going = Promise.withResolvers<void>()
  reading = { arrived: arrived.resolve, arrivals: arrived.promise, go: going.resolve, going: going.promise }
  app = makeEdge(fastify(), { origins: [], production: false })
  await app.register(multipart)
  // Room for one form of this test.
  const withForm = productForms(5000)
  const read = (request: FastifyRequest) =>
    withForm(request, async ({ productData, pictures }) => {
      reading.arrived()
      await reading.going
      return { productData, sizes: pictures.map(({ source }) => (source as { bytes: number }).bytes) }
    })
  app.post('/form', read)
  app.post('/form/after-its-connection', { preHandler: ({ raw }) => once(raw, 'close').catch(() => {}) }, read)
  app.post('/form/after-a-moment', { preHandler: () => wait(2) }, read)
  const withQuickForm = productForms(5000, 30)
  app.post('/form/in-time', (request) => withQuickForm(request, async () => ({})))
})
afterEach(() => app.close())

test('what is held at once is bounded: the next one is told to come back, and let in after the first is done', async () => {
  const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
  const send = () => app.inject({ method: 'POST', url: '/form', headers, payload: body })
  const first = send()
  await reading.arrivals
  const second = await send()
  expect([second.statusCode, second.json().code, second.headers['retry-after']]).toEqual([503, 'unavailable', '10'])
  reading.go()
  expect((await first).json()).toEqual({ productData: { name: 'Potato' }, sizes: [3000] })
  expect((await send()).statusCode).toBe(200)
})

test('room comes back from forms that cannot be read', async () => {
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

  /** Sends the head and the first bytes of a form, and hangs up after some milliseconds. */
  async function breakOff(path: string, { bytes, after }: { bytes: number; after: number }): Promise<void> {
    const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    await once(socket, 'connect')
    const head = `POST ${path} HTTP/1.1\r\nhost: shop\r\ncontent-type: ${headers['content-type']}\r\n`
    socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
    socket.write(body.subarray(0, bytes))
    await wait(after)
    socket.destroy()
    await once(socket, 'close')
  }

  /** Room and folder of every form are given back once the server is done with it, which takes it a moment. */
  async function expectNothingHeld(): Promise<void> {
    const { body, headers } = await productForm({ name: 'Potato' }, [{ name: 'a.png', bytes: Buffer.alloc(3000) }])
    const send = async () => (await app.inject({ method: 'POST', url: '/form', headers, payload: body })).statusCode
    await expect.poll(send, { interval: 2 }).toBe(200)
    await expect.poll(() => readdir(folder), { interval: 2 }).toEqual([])
  }

  test('before anything of it is read holds nothing', async () => {
    for (const bytes of [0, 10, 2000, 4000])
      await breakOff('/form/after-its-connection', { bytes, after: 5 }).then(expectNothingHeld)
  })

  test('within its first milliseconds holds nothing', async () => {
    for (const path of ['/form', '/form/after-a-moment'])
      for (let time = 0; time < 15; time += 1) {
        await breakOff(path, { bytes: (time % 5) * 700, after: 1 + (time % 3) })
        // One at a time, as there is room for one: a form that kept it would be found at once.
        await expectNothingHeld()
      }
  })

  test('without anybody noticing is given up when its time is over', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8')
    socket.write('POST /form/in-time HTTP/1.1\r\nhost: shop\r\ncontent-type: multipart/form-data; boundary=x\r\n')
    socket.write('content-length: 4000\r\n\r\n--x\r\n')
    const [answer] = await once(socket, 'data')
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    socket.destroy()
    await expectNothingHeld()
  })
})
