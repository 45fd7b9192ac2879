import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { HttpConnection, type HttpReply } from './http-connection.ts'

test('a connection reads one reply after the other, in one piece or several, until the server closes it', async () => {
  const body = 'x'.repeat(200_000)
  const server = createServer((request, response) => {
    if (request.url === '/unchanged') response.writeHead(304, { 'content-length': 5 }).end()
    else if (request.url === '/busy') response.writeHead(503, { 'retry-after': '1', 'content-length': 2 }).end('no')
    else if (request.url === '/close') request.socket.destroy()
    else response.writeHead(200, { 'content-length': body.length }).end(body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const connection = new HttpConnection({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  try {
    await connection.opened()
    const ask = (path: string) =>
      new Promise<HttpReply>((resolve) => connection.ask(`GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`, resolve))
    const large = await ask('/')
    expect(large).toMatchObject({ status: 200, retryAfter: false })
    expect(large.bytes).toBeGreaterThan(body.length)
    expect(await ask('/unchanged')).toMatchObject({ status: 304 })
    expect(await ask('/busy')).toMatchObject({ status: 503, retryAfter: true })
    expect(await ask('/')).toEqual(large)
    expect(await ask('/close')).toMatchObject({ status: 0 })
    expect(connection.isClosed).toBe(true)
  } finally {
    connection.close()
    server.close()
  }
})
