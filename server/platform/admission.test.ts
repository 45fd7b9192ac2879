import { connect } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { operationRoutes } from '../operations/routes.ts'
import { Admission, admitRequests, atOnce } from './admission.ts'
import { makeEdge } from './edge.ts'

/** A shop's door with a clock that the test sets, and what became of those who came. */
function door() {
  let now = 0
  const admission = new Admission(() => now)
  const inside: string[] = []
  const away: string[] = []
  const come = (name: string) => {
    const waiting = admission.enter()
    if (!waiting) inside.push(name)
    else
      waiting.then(
        () => inside.push(name),
        () => away.push(name),
      )
  }
  const crowd = (prefix: string, count: number) => {
    for (let n = 1; n <= count; n += 1) come(`${prefix}${n}`)
  }
  const leave = async () => {
    admission.leave()
    await Promise.resolve()
  }
  /** So many go that as many are inside as may be in a crowd, or none at all. */
  const leaveFew = async (count = atOnce.usually - atOnce.crowded) => {
    for (let n = 0; n < count; n += 1) await leave()
  }
  return { admission, inside, away, come, crowd, leave, leaveFew, at: (milliseconds: number) => (now = milliseconds) }
}

describe('the door', () => {
  test('lets so many in at a time; the others wait in the order in which they came', async () => {
    const { inside, away, crowd, leave } = door()
    crowd('a', atOnce.usually + 2)
    expect(inside).toHaveLength(atOnce.usually)
    await leave()
    expect(inside.at(-1)).toBe(`a${atOnce.usually + 1}`)
    await leave()
    expect(inside.at(-1)).toBe(`a${atOnce.usually + 2}`)
    expect(away).toEqual([])
  })

  test('lets a crowd of a moment wait, and sends nobody away', async () => {
    const { inside, away, crowd, leave, at } = door()
    crowd('a', 1000)
    for (let n = 0; n < 1000 - atOnce.usually; n += 1) {
      at(n * 2)
      await leave()
    }
    expect(inside).toHaveLength(1000)
    expect(away).toEqual([])
  })

  test('is no crowd however long a line stands, while nobody waits long in it', async () => {
    const { admission, away, crowd, come, leave, at } = door()
    crowd('a', 2 * atOnce.usually)
    for (let n = 0; n < 1000; n += 1) {
      at(n * 3)
      await leave()
      come(`b${n}`)
      expect(admission.isFull()).toBe(false)
    }
    expect(away).toEqual([])
  })

  test('when nobody got in without a long wait for two seconds, sends away who waited', async () => {
    const { away, crowd, leave, at } = door()
    crowd('a', atOnce.usually + 2)
    at(1999)
    await leave()
    expect(away).toEqual([])
    crowd('b', 1)
    at(2001 + 1999)
    await leave()
    expect(away).toEqual([`a${atOnce.usually + 2}`, 'b1'])
  })

  test('stays so for a fifth of a second after somebody was sent away: fewer are inside, and the newest are served first', async () => {
    const { inside, crowd, leave, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    await leaveFew()
    expect(inside).toHaveLength(atOnce.usually)
    at(2196)
    crowd('b', 2)
    await leave()
    await leave()
    expect(inside.slice(atOnce.usually)).toEqual(['b2', 'b1'])
  })

  test('stays so while anybody is sent away, though that empties the line', async () => {
    const { away, come, crowd, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    await leaveFew()
    for (const time of [2180, 2370, 2560]) {
      at(time)
      come(`at ${time}`)
      at(time + 11)
      await leaveFew(1)
      come('another')
    }
    expect(away).toEqual([`a${atOnce.usually + 1}`, 'at 2180', 'at 2370', 'at 2560'])
  })

  test('of a shop that is crowded sends newcomers away before anything is done for them, once a round is waiting', async () => {
    const { admission, crowd, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    expect(admission.isFull()).toBe(false)
    await leaveFew()
    crowd('b', atOnce.crowded - 1)
    expect(admission.isFull()).toBe(false)
    crowd('c', 1)
    expect(admission.isFull()).toBe(true)
    at(9000)
    expect(admission.isFull()).toBe(true)
  })

  test('is as before when for a fifth of a second nobody was sent away and nobody waited', async () => {
    const { admission, inside, away, crowd, leaveFew, at } = door()
    crowd('a', atOnce.usually + 1)
    at(2001)
    await leaveFew()
    at(2202)
    crowd('b', atOnce.usually)
    expect(inside).toHaveLength(2 * atOnce.usually - atOnce.crowded)
    expect(admission.inLine).toBe(atOnce.crowded)
    expect(away).toEqual([`a${atOnce.usually + 1}`])
  })

  test('has a line of 2,000, and says so at once to who comes after that', async () => {
    const { admission, crowd } = door()
    crowd('a', 2000 + atOnce.usually)
    await expect(admission.enter()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  })
})

test('those who read their answers slowly take no place', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  admitRequests(app, new Set())
  const large = Buffer.alloc(20_000_000)
  const begun = Promise.withResolvers<void>()
  let answers = 0
  app.get('/large', async (_request, reply) => {
    answers += 1
    if (answers === atOnce.usually) begun.resolve()
    return reply.type('application/octet-stream').send(large)
  })
  app.get('/small', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = Array.from({ length: atOnce.usually }, () =>
    connect(Number(new URL(url).port), '127.0.0.1')
      .pause()
      .end('GET /large HTTP/1.1\r\nhost: shop\r\n\r\n'),
  )
  await begun.promise
  expect((await fetch(`${url}/small`)).status).toBe(200)
  for (const socket of slow) socket.destroy()
  await app.close()
})

test('a request is inside until its answer is made, and one that hung up in line takes no place', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const admission = new Admission()
  admitRequests(app, new Set(), admission)
  const gate = Promise.withResolvers<void>()
  app.get('/slow', async () => {
    await gate.promise
    return { success: true }
  })
  app.get('/apart', { config: { apart: true } }, async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const slow = Array.from({ length: atOnce.usually }, () => fetch(`${url}/slow`).then((response) => response.status))
  const giveUp = new AbortController()
  const waited = fetch(`${url}/slow`, { signal: giveUp.signal }).catch(() => 'hung up')
  while (admission.inLine < 1) await new Promise((resolve) => setImmediate(resolve))
  expect((await fetch(`${url}/apart`)).status).toBe(200)

  giveUp.abort()
  expect(await waited).toBe('hung up')
  gate.resolve()
  expect(await Promise.all(slow)).toEqual(Array(atOnce.usually).fill(200))
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  expect(admission.inLine).toBe(0)
  await app.close()
})

test('in the densest crowd only those are answered who ask how the shop is', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const admission = new Admission()
  admitRequests(app, new Set(), admission)
  operationRoutes(app, { hindrances: async () => [] })
  app.get('/', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const statuses = () => Promise.all(['/', '/healthz', '/readyz'].map(async (path) => (await fetch(url + path)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  admission.isFull = () => true
  expect(await statuses()).toEqual([503, 200, 200])
  await app.close()
})
