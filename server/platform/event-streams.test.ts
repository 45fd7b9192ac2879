import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { EventStreams } from './event-streams.ts'

/** A server with one stream for anybody, named by the query. */
async function server(streams: EventStreams, stillAllowed: () => Promise<boolean> = async () => true) {
  const app = fastify()
  app.get<{ Querystring: { who: string } }>('/', async ({ query }, reply) =>
    streams.open(reply, query.who, stillAllowed),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    listen: async (who: string) => {
      const response = await fetch(`${url}/?who=${who}`)
      return response.text()
    },
    close: async () => {
      streams.close()
      await app.close()
    },
  }
}

const opened = async (streams: EventStreams, size: number) => {
  while (streams.size !== size) await new Promise((resolve) => setImmediate(resolve))
}

test('an event reaches who it is for, or everybody', async () => {
  const streams = new EventStreams()
  const { listen, close } = await server(streams)
  const both = [listen('mali'), listen('somchai')]
  await opened(streams, 2)
  streams.tell('orders', { order: 1 }, 'mali')
  streams.tell('orders', {})
  await close()
  expect(await Promise.all(both)).toEqual([
    'retry: 1000\n\nevent: orders\ndata: {"order":1}\n\nevent: orders\ndata: {}\n\n',
    'retry: 1000\n\nevent: orders\ndata: {}\n\n',
  ])
})

test('who may no longer listen is sent away at the next beat', async () => {
  const streams = new EventStreams(5)
  let allowed = true
  const { listen, close } = await server(streams, async () => allowed)
  const stream = listen('mali')
  await opened(streams, 1)
  allowed = false
  expect(await stream).toMatch(/^retry: 1000\n\n(:\n\n)*$/)
  expect(streams.size).toBe(0)
  await close()
})

test('a check that fails sends nobody away', async () => {
  const streams = new EventStreams(5)
  const asked = Promise.withResolvers<void>()
  let times = 0
  const { listen, close } = await server(streams, async () => {
    times += 1
    if (times === 3) asked.resolve()
    throw new Error('the database is away')
  })
  const stream = listen('mali')
  await asked.promise
  expect(streams.size).toBe(1)
  await close()
  expect(await stream).toContain(':\n\n')
})

test('while it is slow to find out who may listen, nobody is asked a second time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const streams = new EventStreams(20_000)
  const answer = Promise.withResolvers<boolean>()
  let times = 0
  const { listen, close } = await server(streams, () => {
    times += 1
    return answer.promise
  })
  const stream = listen('mali')
  await opened(streams, 1)
  vi.advanceTimersByTime(60_000)
  expect(times).toBe(1)
  answer.resolve(true)
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(20_000)
  expect(times).toBe(2)
  vi.useRealTimers()
  await close()
  expect(await stream).toMatch(/^retry: 1000\n\n(:\n\n)*$/)
})

test('one listener keeps eight streams: a ninth ends the first', async () => {
  const streams = new EventStreams()
  const { listen, close } = await server(streams)
  const first = listen('mali')
  await opened(streams, 1)
  const others = Array.from({ length: 8 }, () => listen('mali'))
  expect(await first).toBe('retry: 1000\n\n')
  await opened(streams, 8)
  await close()
  await Promise.all(others)
})
