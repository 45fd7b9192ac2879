import fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { EventStreams } from './event-streams.ts'

/** A server with streams for the name in the query, which is also the name of the session. */
async function server(streams: EventStreams) {
  const app = fastify()
  app.get<{ Querystring: { who: string; client?: string } }>('/', async ({ query: { who, client = 'home' } }, reply) =>
    streams.open(reply, { accountId: who, session: who, clientAddress: client }),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    listen: async (who: string, client = 'home') => {
      const response = await fetch(`${url}/?who=${who}&client=${client}`)
      return response.text()
    },
    close: async () => {
      streams.close()
      await app.close()
    },
  }
}

const all = async (sessions: readonly string[]) => new Set(sessions)

const opened = async (streams: EventStreams, size: number) => {
  while (streams.size !== size) await new Promise((resolve) => setImmediate(resolve))
}

test('an event reaches the streams of one account, or all', async () => {
  const streams = new EventStreams({ openSessions: all })
  const { listen, close } = await server(streams)
  const both = [listen('mali'), listen('somchai')]
  await opened(streams, 2)
  streams.publish('orders', { order: 1 }, 'mali')
  streams.publish('orders', {})
  await close()
  expect(await Promise.all(both)).toEqual([
    'retry: 1000\n\nevent: orders\ndata: {"order":1}\n\nevent: orders\ndata: {}\n\n',
    'retry: 1000\n\nevent: orders\ndata: {}\n\n',
  ])
})

test('a stream whose session has ended is closed at the next heartbeat', async () => {
  let allowed = true
  const openSessions = async (sessions: readonly string[]) => new Set(allowed ? sessions : [])
  const streams = new EventStreams({ openSessions, everyMilliseconds: 5 })
  const { listen, close } = await server(streams)
  const stream = listen('mali')
  await opened(streams, 1)
  allowed = false
  expect(await stream).toMatch(/^retry: 1000\n\n(:\n\n)*$/)
  expect(streams.size).toBe(0)
  await close()
})

test('a failing check closes no stream', async () => {
  const asked = Promise.withResolvers<void>()
  let times = 0
  const openSessions = async () => {
    times += 1
    if (times === 3) asked.resolve()
    throw new Error('the database is away')
  }
  const streams = new EventStreams({ openSessions, everyMilliseconds: 5 })
  const { listen, close } = await server(streams)
  const stream = listen('mali')
  await asked.promise
  expect(streams.size).toBe(1)
  await close()
  expect(await stream).toContain(':\n\n')
})

test('a slow check is not started a second time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const keys = Promise.withResolvers<ReadonlySet<string>>()
  let times = 0
  const openSessions = () => {
    times += 1
    return keys.promise
  }
  const streams = new EventStreams({ openSessions, everyMilliseconds: 20_000 })
  const { listen, close } = await server(streams)
  const stream = listen('mali')
  await opened(streams, 1)
  vi.advanceTimersByTime(60_000)
  expect(times).toBe(1)
  keys.resolve(new Set(['mali']))
  await new Promise((resolve) => setImmediate(resolve))
  vi.advanceTimersByTime(20_000)
  expect(times).toBe(2)
  vi.useRealTimers()
  await close()
  expect(await stream).toMatch(/^retry: 1000\n\n(:\n\n)*$/)
})

test('an account has at most eight streams: a ninth ends the first', async () => {
  const streams = new EventStreams({ openSessions: all })
  const { listen, close } = await server(streams)
  const first = listen('mali')
  await opened(streams, 1)
  const others = Array.from({ length: 8 }, () => listen('mali'))
  expect(await first).toBe('retry: 1000\n\n')
  await opened(streams, 8)
  await close()
  await Promise.all(others)
})

test('one query checks the sessions of all streams', async () => {
  const asked: (readonly string[])[] = []
  const first = Promise.withResolvers<void>()
  const openSessions = async (sessions: readonly string[]) => {
    asked.push(sessions)
    first.resolve()
    return new Set(sessions)
  }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const streams = new EventStreams({ openSessions })
  const { listen, close } = await server(streams)
  const listening = ['mali', 'mali', 'somchai'].map((who) => listen(who))
  await opened(streams, 3)
  vi.advanceTimersByTime(20_000)
  await first.promise
  vi.useRealTimers()
  await new Promise((resolve) => setImmediate(resolve))
  expect(asked.map((sessions) => [...sessions].sort())).toEqual([['mali', 'somchai']])
  await close()
  expect((await Promise.all(listening)).map((text) => text.includes(':\n\n'))).toEqual([true, true, true])
})

test('when there are too many, the oldest of the client with the most ends for another client', async () => {
  const streams = new EventStreams({ openSessions: all, max: 4 })
  const { listen, close } = await server(streams)
  const flood: Promise<string>[] = []
  for (let n = 1; n <= 4; n += 1) {
    flood.push(listen(`account${n}`, 'flood'))
    await opened(streams, n)
  }
  expect(await listen('account5', 'flood')).toContain('"unavailable"')
  const quiet = listen('mali', 'quiet')
  expect(await flood[0]).toBe('retry: 1000\n\n')
  expect(await listen('account6', 'flood')).toContain('"too_many"')
  const another = listen('somchai', 'quiet')
  expect(await flood[1]).toBe('retry: 1000\n\n')
  // Both have two: neither loses one.
  expect(await listen('malee', 'quiet')).toContain('"too_many"')
  expect(streams.size).toBe(4)
  streams.publish('orders', {})
  await close()
  expect((await Promise.all([quiet, another])).every((text) => text.includes('event: orders'))).toBe(true)
})
