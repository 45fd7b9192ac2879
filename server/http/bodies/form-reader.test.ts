import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { setUpApp } from '../app/set-up-app.ts'
import { formReader } from './form-reader.ts'

const boundary = 'a-boundary'
const formHead = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
const formOf = (bytes: string) => `${formHead}${bytes}\r\n--${boundary}--\r\n`
const contentType = `multipart/form-data; boundary=${boundary}`

/** Returns an HTTP request with the start of a form, or all of it. */
const requestOf = (client: string, bytes: string, contentLength = bytes.length) =>
  `POST /form HTTP/1.1\r\nhost: shop\r\nx-client: ${client}\r\ncontent-type: ${contentType}\r\ncontent-length: ${contentLength}\r\n\r\n${bytes}`

/** Starts an app that reads forms within limits in bytes, of clients that a header names. */
async function formShop(limits: { formBytes: number; budgetBytes: number; clientBytes: number }) {
  const app = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  await app.register(multipart, { limits: { fileSize: limits.formBytes } })
  const readForm = formReader({ ...limits, files: ['image'] })
  const connections: Socket[] = []
  app.post('/form', (request) => {
    connections.push(request.raw.socket)
    return readForm(request, async () => ({ success: true }), String(request.headers['x-client']))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  return {
    /** Sends some bytes of a form of the largest size, and waits until they have arrived. The rest never comes. */
    async hold(client: string, bytes: string): Promise<Socket> {
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      const before = connections.length
      socket.write(requestOf(client, bytes, limits.formBytes))
      await vi.waitFor(() => expect(connections[before]?.bytesRead).toBe(socket.bytesWritten), { interval: 5 })
      return socket
    },
    async send(client: string, bytes = 'bytes'): Promise<number> {
      const headers = { 'content-type': contentType, 'x-client': client }
      return (await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', headers, body: formOf(bytes) })).status
    },
  }
}

test('one client that holds its forms open leaves the rest of the budget to others', async () => {
  const shop = await formShop({ formBytes: 1000, budgetBytes: 4000, clientBytes: 2000 })
  const held = [await shop.hold('slow', '--'), await shop.hold('slow', '--')]
  expect(await shop.send('slow')).toBe(503)
  expect(await shop.send('quick')).toBe(200)
  for (const socket of held) {
    socket.destroy()
    await once(socket, 'close')
  }
  await vi.waitFor(async () => expect(await shop.send('slow')).toBe(200), { interval: 20 })
})

const megabyte = 1024 ** 2

test('the connection of a form that is refused while it arrives takes further requests', async () => {
  const shop = await formShop({ formBytes: 8 * megabyte, budgetBytes: megabyte, clientBytes: megabyte })
  const socket = await shop.hold('quick', `${formHead}${'x'.repeat(2 * megabyte)}`)
  const reply = () => once(socket, 'data').then(([bytes]) => String(bytes).split('\r\n')[0])
  expect(await reply()).toBe('HTTP/1.1 503 Service Unavailable')
  socket.write(Buffer.alloc(6 * megabyte - formHead.length))
  socket.write(requestOf('quick', formOf('bytes')))
  expect(await reply()).toBe('HTTP/1.1 200 OK')
})

test('large forms that are announced and hardly sent leave the budget to forms that come', async () => {
  const shop = await formShop({ formBytes: 8 * megabyte, budgetBytes: 16 * megabyte, clientBytes: 8 * megabyte })
  for (let client = 0; client < 8; client += 1)
    for (let form = 0; form < 4; form += 1) await shop.hold(`slow ${client}`, formHead + 'x'.repeat(11_000))
  expect(await shop.send('quick', 'x'.repeat(7 * megabyte))).toBe(200)
})

test('a form is refused once the bytes that have arrived exceed the budget, and releases them', async () => {
  const shop = await formShop({ formBytes: 8 * megabyte, budgetBytes: 8 * megabyte, clientBytes: 8 * megabyte })
  const held = await shop.hold('slow', formHead + 'x'.repeat(5 * megabyte))
  await vi.waitFor(async () => expect(await shop.send('quick', 'x'.repeat(4 * megabyte))).toBe(503), { interval: 20 })
  expect(await shop.send('quick', 'x'.repeat(2 * megabyte))).toBe(200)
  held.destroy()
  await vi.waitFor(async () => expect(await shop.send('quick', 'x'.repeat(4 * megabyte))).toBe(200), { interval: 20 })
})

test('forms that are nearly sent and then trickle give way to forms that come', async () => {
  const shop = await formShop({ formBytes: 8 * megabyte, budgetBytes: 16 * megabyte, clientBytes: 8 * megabyte })
  const held = [
    await shop.hold('slow', formHead + 'x'.repeat(7 * megabyte)),
    await shop.hold('other', formHead + 'x'.repeat(7 * megabyte)),
  ]
  expect(await shop.send('quick', 'x'.repeat(7 * megabyte))).toBe(503)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 10_100)
  onTestFinished(() => void vi.restoreAllMocks())
  const reply = once(held[0] as Socket, 'data')
  expect(await shop.send('quick', 'x'.repeat(7 * megabyte))).toBe(200)
  expect(String(await reply).split('\r\n')[0]).toBe('HTTP/1.1 503 Service Unavailable')
  // One was enough.
  expect(held[1]?.bytesRead).toBe(0)
})
