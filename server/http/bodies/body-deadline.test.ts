import { connect } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setUpApp } from '../app/set-up-app.ts'
import type { App } from '../calls/calls.ts'
import { limitSlowBodies } from './body-deadline.ts'

/** Milliseconds that a body may take. The first test waits for them: its subject is the time itself. */
const deadline = 150

let app: App
let port: number
let work = async () => {}
beforeAll(async () => {
  app = setUpApp(fastify({ bodyLimit: 1000 }), { origins: [], production: true, symbol: '$' })
  app.addContentTypeParser('multipart/form-data', (_request, body, done) => {
    body.resume().once('end', () => done(null, undefined))
  })
  limitSlowBodies(app, deadline)
  app.post('/any', async () => ({ success: true }))
  app.post('/long', async () => {
    await work()
    return { success: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as { port: number }).port
})
afterAll(() => app.close())

/**
 * Sends a request whose body of 40 bytes drips in, one byte each 20 ms, or at once; returns the reply, until the
 * connection closes.
 */
function drip(type: string, { atOnce = false, path = '/any' } = {}): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let reply = ''
  let sent = 0
  const body = `{"text":"${'x'.repeat(28)}"}`.padEnd(40)
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: shop\r\nConnection: close\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${atOnce ? body : ''}`,
  )
  const timer = setInterval(() => {
    if (!atOnce && sent < body.length) socket.write(body[sent++] ?? '')
  }, 20)
  return new Promise((resolve) => {
    socket.on('data', (part) => (reply += part))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearInterval(timer)
      resolve(reply)
    })
  })
}

test('a body that takes too long closes its connection, but not the upload of a form', async () => {
  const [slow, quick, upload] = await Promise.all([
    drip('application/json'),
    drip('application/json', { atOnce: true }),
    drip('multipart/form-data; boundary=x'),
  ])
  expect(slow).toBe('')
  expect(quick).toContain('{"success":true}')
  expect(upload).toContain('{"success":true}')
})

test('the time of the body doesn’t limit the work that follows it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const started = Promise.withResolvers<void>()
  const finished = Promise.withResolvers<void>()
  work = () => {
    started.resolve()
    return finished.promise
  }
  const reply = drip('application/json', { path: '/long' })
  await started.promise
  vi.advanceTimersByTime(deadline * 2)
  finished.resolve()
  expect(await reply).toContain('{"success":true}')
})
