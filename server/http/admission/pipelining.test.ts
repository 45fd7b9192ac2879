import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestShop, testShop } from '../../../testing/shop.ts'

let shop: TestShop
let port: number
beforeAll(async () => {
  shop = await testShop()
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  port = (shop.app.server.address() as AddressInfo).port
})
afterAll(() => shop.close())

/**
 * Writes requests in one packet, from an address of this machine, and returns what came back until the connection was
 * closed, or the wanted replies were there.
 */
async function replies(from: string, requests: string[], wanted = Number.POSITIVE_INFINITY): Promise<string[]> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  let text = ''
  const found = () => text.match(/HTTP\/1\.1 \d+/g) ?? []
  const done = new Promise<void>((resolve) => {
    socket.on('close', () => resolve())
    socket.on('data', (chunk) => {
      text += chunk
      if (found().length >= wanted) resolve()
    })
  })
  await once(socket, 'connect')
  socket.write(requests.join(''))
  await done
  socket.destroy()
  return found().map((line) => line.slice(9))
}
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`

test('answers a few requests that are sent together, in order', async () => {
  const requests = ['/api/product/list?limit=1', '/api/none', '/api/user/is-auth'].map((path) => get(path))
  expect(await replies('127.0.1.1', requests, 3)).toEqual(['200', '404', '200'])
})

const thousand = (headers = '') => Array.from({ length: 1000 }, () => get('/api/product/list', headers))

test('closes a connection with a thousand requests in one packet, and serves few of them', async () => {
  expect((await replies('127.0.1.2', thousand())).length).toBeLessThanOrEqual(8)
  expect(await replies('127.0.1.2', [get('/api/product/list')], 1)).toEqual(['200'])
})

test('closes a connection with a thousand requests with an unknown Expect header', async () => {
  expect((await replies('127.0.1.4', thousand('Expect: x\r\n'))).length).toBeLessThanOrEqual(8)
})

test('a connection may have any number of requests one after the other', async () => {
  const agent = connect(port, '127.0.0.1')
  let count = 0
  let text = ''
  agent.on('data', (chunk) => {
    text += chunk
    while (text.includes('"success":false')) {
      text = text.slice(text.indexOf('"success":false') + 15)
      count += 1
      if (count < 50) agent.write(get('/api/user/is-auth'))
      else agent.end()
    }
  })
  agent.write(get('/api/user/is-auth'))
  await once(agent, 'close')
  expect(count).toBe(50)
})
