import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type App, makeEdge } from '../platform/edge.ts'
import { productForms } from './product-form.ts'
import { productForm } from './testing-form.ts'

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
  app.post('/form', (request) =>
    withForm(request, async ({ productData, pictures }) => {
      reading.arrived()
      await reading.going
      return { productData, sizes: pictures.map(({ source }) => (source as { bytes: number }).bytes) }
    }),
  )
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
