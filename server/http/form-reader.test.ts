import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { formReader } from './form-reader.ts'
import { setUpApp } from './set-up-app.ts'

const boundary = 'a-boundary'
const form = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\nbytes\r\n--${boundary}--\r\n`

test('one client that holds its forms open leaves the rest of the budget to others', async () => {
  const app = setUpApp(fastify(), { origins: [], production: false, symbol: '$' })
  await app.register(multipart)
  const readForm = formReader({ formBytes: 1000, budgetBytes: 4000, clientBytes: 2000, files: ['image'] })
  let begun = 0
  app.post('/form', (request) => {
    begun += 1
    return readForm(request, async () => ({ success: true }), String(request.headers['x-client']))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const hold = async () => {
    const socket = connect(port, '127.0.0.1')
    const before = begun
    socket.write(
      `POST /form HTTP/1.1\r\nhost: shop\r\nx-client: slow\r\ncontent-type: ${headers['content-type']}\r\ncontent-length: 1000\r\n\r\n--`,
    )
    await vi.waitFor(() => expect(begun).toBe(before + 1), { interval: 5 })
    return socket
  }
  const send = async (client: string) =>
    (
      await fetch(`http://127.0.0.1:${port}/form`, {
        method: 'POST',
        headers: { ...headers, 'x-client': client },
        body: form,
      })
    ).status

  const held = [await hold(), await hold()]
  expect(await send('slow')).toBe(503)
  expect(await send('quick')).toBe(200)
  for (const socket of held) {
    socket.destroy()
    await once(socket, 'close')
  }
  await vi.waitFor(async () => expect(await send('slow')).toBe(200), { interval: 20 })
  await app.close()
})
