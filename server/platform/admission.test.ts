import { get, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import fastify from 'fastify'
import { describe, expect, test, vi } from 'vitest'
import { refusals } from '../../contract/refusals.ts'
import { operationRoutes } from '../operations/routes.ts'
import { Admission, admitRequests, atOnce, shareOfOrigin } from './admission.ts'
import { makeEdge } from './edge.ts'
import { originReader } from './origin.ts'

/** A shop's door with a clock that the test sets, and what became of those who came. */
function door() {
  let now = 0
  const admission = new Admission(() => now)
  const inside: string[] = []
  const away: string[] = []
  const come = (name: string, from = 'any') => {
    const waiting = admission.enter(from)
    if (!waiting) inside.push(name)
    else
      waiting.then(
        () => inside.push(name),
        () => away.push(name),
      )
  }
  const crowd = (prefix: string, count: number, from?: string) => {
    for (let n = 1; n <= count; n += 1) come(`${prefix}${n}`, from)
  }
  const leave = async (from = 'any') => {
    admission.leave(from)
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
      expect(admission.shedAtOnce('any')).toBeUndefined()
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
    expect(admission.shedAtOnce('any')).toBeUndefined()
    await leaveFew()
    crowd('b', atOnce.crowded - 1)
    expect(admission.shedAtOnce('any')).toBeUndefined()
    crowd('c', 1)
    expect(admission.shedAtOnce('any')).toBe('unavailable')
    at(9000)
    expect(admission.shedAtOnce('any')).toBe('unavailable')
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
    await expect(admission.enter('any')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  })
})

describe('of two origins', () => {
  /** Lets one origin have so many requests in progress and in its queue, and another come once. */
  const sharedDoor = (flood: number) => {
    const all = door()
    all.crowd('flood', flood, 'flood')
    all.come('guest1', 'guest')
    return all
  }

  test('one alone has every place; while others come it has a quarter, and the rest stays free for them', async () => {
    const { inside, come, crowd, leave, at } = sharedDoor(atOnce.usually)
    expect(inside).toHaveLength(atOnce.usually)
    for (let n = 0; n < atOnce.usually - shareOfOrigin; n += 1) await leave('flood')
    // One place was the guest's.
    expect(inside).toHaveLength(atOnce.usually + 1)
    crowd('more', 5, 'flood')
    expect(inside).toHaveLength(atOnce.usually + 1)
    come('guest2', 'guest')
    expect(inside.at(-1)).toBe('guest2')

    at(10_001)
    await leave('flood')
    at(10_300)
    crowd('alone', atOnce.usually - shareOfOrigin - 1, 'flood')
    expect(inside.filter((name) => name.startsWith('alone'))).toHaveLength(atOnce.usually - shareOfOrigin - 1)
  })

  test('the one with fewer requests in progress is next, however many of the other wait', async () => {
    const { inside, come, leave } = sharedDoor(500)
    expect(inside).toHaveLength(atOnce.usually)
    await leave('flood')
    expect(inside.at(-1)).toBe('guest1')
    come('guest2', 'guest')
    await leave('flood')
    expect(inside.at(-1)).toBe('guest2')
  })

  test('those with as many in progress take turns', async () => {
    const { inside, crowd, leave } = door()
    crowd('a', atOnce.usually, 'a')
    for (const name of ['b', 'c', 'd']) crowd(name, 2, name)
    for (let n = 0; n < 6; n += 1) await leave('a')
    expect(inside.slice(atOnce.usually)).toEqual(['b1', 'c1', 'd1', 'b2', 'c2', 'd2'])
  })

  test('the one whose requests wait too long is overloaded alone, and told that it had its share', async () => {
    const { admission, inside, away, crowd, come, leave, at } = sharedDoor(atOnce.usually + 20)
    await leave('flood')
    for (let time = 100; time <= 2001; time += 100) {
      at(time)
      await leave('guest')
      come(`guest at ${time}`, 'guest')
    }
    at(2001)
    // 27 go: as many are left as an overloaded origin may have.
    for (let n = 0; n < atOnce.usually - 1 - atOnce.crowded; n += 1) await leave('flood')
    expect(away).toHaveLength(20)
    crowd('again', atOnce.crowded, 'flood')
    expect(admission.shedAtOnce('flood')).toBe('too_many')
    expect(admission.shedAtOnce('guest')).toBeUndefined()
    come('guest', 'guest')
    expect(inside.at(-1)).toBe('guest')
  })

  test('a guest isn’t shed for the overload of the other, though the other’s requests take long', async () => {
    vi.useFakeTimers()
    const { admission, inside, away, come, leave, at } = door()
    const flood = async (until: number) => {
      for (let time = until - 2500; time <= until; time += 10) {
        at(time)
        if (!admission.shedAtOnce('flood')) come(`flood at ${time}`, 'flood')
        await vi.advanceTimersByTimeAsync(10)
      }
    }
    await flood(2500)
    await flood(5000)
    const before = away.length
    come('guest', 'guest')
    at(5500)
    await vi.advanceTimersByTimeAsync(500)
    expect(away.slice(before)).not.toContain('guest')
    await leave('flood')
    while (!inside.includes('guest')) await leave('flood')
    expect(inside.at(-1)).toBe('guest')
    vi.useRealTimers()
  })

  test('a guest that waits when the other’s queue turns out to be overloaded is served next, not shed', async () => {
    const { inside, away, leave, at } = sharedDoor(atOnce.usually + 100)
    at(2001)
    await leave('flood')
    expect(away).toHaveLength(100)
    expect(away).not.toContain('guest1')
    expect(inside.at(-1)).toBe('guest1')
  })

  test('when all queues are full, the newest of the longest makes way for one that has less', async () => {
    const { admission, inside, away, leave } = sharedDoor(2000 + atOnce.usually)
    await leave('flood')
    expect(inside.at(-1)).toBe('guest1')
    expect(away).toEqual([`flood${2000 + atOnce.usually}`])
    expect(admission.inLine).toBe(1999)
    void admission.enter('flood')
    await expect(admission.enter('flood')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 1 } })
  })

  test('of requests without a place one has 32 at a time while others come, and any number alone', () => {
    const { admission, come } = door()
    for (let n = 0; n < 40; n += 1) expect(admission.enterBeside('flood')).toBe(true)
    come('guest1', 'guest')
    expect(admission.enterBeside('flood')).toBe(false)
    expect(admission.enterBeside('guest')).toBe(true)
    for (let n = 0; n < 9; n += 1) admission.leaveBeside('flood')
    expect(admission.enterBeside('flood')).toBe(true)
  })

  test('none is remembered once its requests are over', async () => {
    const { admission, crowd, leave } = door()
    for (const name of ['a', 'b', 'c']) crowd(name, 20, name)
    for (const name of ['a', 'b', 'c']) for (let n = 0; n < 20; n += 1) await leave(name)
    expect([admission.size, admission.inLine]).toEqual([0, 0])
  })
})

test('when many origins with a request each are too much together, the shop sheds them with unavailable', async () => {
  const { admission, inside, away, come, leave, at } = door()
  for (let n = 0; n < 400; n += 1) come(`o${n}`, `origin ${n}`)
  at(2001)
  for (let n = 0; n < atOnce.usually - atOnce.crowded + 1; n += 1) await leave(`origin ${n}`)
  expect(away).toHaveLength(400 - atOnce.usually)
  expect(inside).toHaveLength(atOnce.usually)
  for (let n = 1000; n < 1000 + atOnce.crowded + 1; n += 1) come(`o${n}`, `origin ${n}`)
  expect(admission.shedAtOnce('origin 2000')).toBe('unavailable')
})

test('those who read their answers slowly take no place', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  admitRequests(app, { apart: new Set(), originOf: () => 'any' })
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
  admitRequests(app, { apart: new Set(), originOf: () => 'any', admission })
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

describe('a flood of one address', () => {
  /** A server whose `/slow` answers when told to, behind proxies at 10.0.0.0/8 and on loopback. */
  async function floodedServer(trustProxy: string[]) {
    const app = makeEdge(fastify({ trustProxy: trustProxy.length > 0 ? trustProxy : false }), {
      origins: [],
      production: true,
    })
    let now = 0
    const admission = new Admission(() => now)
    admitRequests(app, { apart: new Set(), originOf: originReader({ trustProxy, limits: true }), admission })
    const answers: (() => void)[] = []
    app.get('/slow', async () => {
      await new Promise<void>((resolve) => answers.push(resolve))
      return { success: true }
    })
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const ask = (headers: Record<string, string>, localAddress: string) =>
      new Promise<{ status: number; headers: IncomingHttpHeaders; json: { code?: string } }>((resolve, reject) => {
        const request = get({ port, host: '127.0.0.1', localAddress, path: '/slow', headers, agent: false })
        request.on('error', reject)
        request.on('response', (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('end', () => {
            const json = JSON.parse(Buffer.concat(parts).toString())
            resolve({ status: response.statusCode ?? 0, headers: response.headers, json })
          })
        })
      })
    const close = async () => {
      while (answers.length > 0) answers.shift()?.()
      await app.close()
    }
    return { admission, answers, ask, close, at: (milliseconds: number) => (now = milliseconds) }
  }

  test.each([
    ['its socket', [], () => ({}), (who: number) => `127.0.0.${who}`],
    [
      'what a trusted proxy says',
      ['127.0.0.1'],
      (who: number) => ({ 'x-forwarded-for': `8.8.8.8, 10.9.9.${who}` }),
      () => '127.0.0.1',
    ],
  ])('known by %s, gets 429 while another is served', async (_what, trustProxy, headersOf, localOf) => {
    const { admission, answers, ask, close, at } = await floodedServer(trustProxy)
    const [flood, guest] = [66, 77]
    const come = (who: number) => ask(headersOf(who), localOf(who))
    const settled = (condition: () => boolean) =>
      vi.waitFor(() => expect(condition()).toBe(true), { interval: 5, timeout: 15_000 })

    const first = come(guest)
    await settled(() => answers.length === 1)
    const flooding = Array.from({ length: shareOfOrigin + 20 }, () => come(flood))
    // The flood has its share of the places; the rest stays free for others.
    await settled(() => answers.length === 1 + shareOfOrigin && admission.inLine === 20)
    const second = come(guest)
    await settled(() => answers.length === 2 + shareOfOrigin)

    at(2001)
    await settled(() => admission.inLine === 0)
    const third = come(guest)
    await settled(() => answers.length === 3 + shareOfOrigin)
    await close()
    const guests = await Promise.all([first, second, third])
    expect(guests.map(({ status }) => status)).toEqual([200, 200, 200])
    const refused = (await Promise.all(flooding)).filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(20)
    for (const { status, headers, json } of refused)
      expect([status, json.code, headers['retry-after']]).toEqual([429, 'too_many', '1'])
  })
})

test('a request that is sent away before anything is done for it gets the envelope and the guards', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const admission = new Admission()
  const guards = { 'x-content-type-options': 'nosniff', 'permissions-policy': 'usb=()' }
  admitRequests(app, { apart: new Set(), originOf: () => 'any', guards, admission })
  admission.shedAtOnce = () => 'too_many'
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const response = await fetch(url, { headers: { 'accept-language': 'th' } })
  expect([response.status, await response.json()]).toEqual([
    429,
    { success: false, code: 'too_many', message: refusals.too_many.th },
  ])
  expect(Object.fromEntries(response.headers)).toMatchObject({
    ...guards,
    'retry-after': '1',
    'cache-control': 'no-store',
  })
  await app.close()
})

test('in the densest crowd only those are answered who ask how the shop is', async () => {
  const app = makeEdge(fastify(), { origins: [], production: true })
  const admission = new Admission()
  admitRequests(app, { apart: new Set(), originOf: () => 'any', admission })
  operationRoutes(app, { hindrances: async () => [] })
  app.get('/', async () => ({ success: true }))
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const statuses = () => Promise.all(['/', '/healthz', '/readyz'].map(async (path) => (await fetch(url + path)).status))
  expect(await statuses()).toEqual([200, 200, 200])
  admission.shedAtOnce = () => 'unavailable'
  expect(await statuses()).toEqual([503, 200, 200])
  await app.close()
})
