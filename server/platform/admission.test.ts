import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { Admission, admitRequests } from './admission.ts'
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
  return { admission, inside, away, come, crowd, leave, at: (milliseconds: number) => (now = milliseconds) }
}

describe('the door', () => {
  test('lets 32 in at a time; the others wait in the order in which they came', async () => {
    const { inside, away, crowd, leave } = door()
    crowd('a', 34)
    expect(inside).toHaveLength(32)
    await leave()
    expect(inside.at(-1)).toBe('a33')
    await leave()
    expect(inside.at(-1)).toBe('a34')
    expect(away).toEqual([])
  })

  test('lets a crowd of a moment wait, and sends nobody away', async () => {
    const { inside, away, crowd, leave, at } = door()
    crowd('a', 1000)
    for (let n = 0; n < 968; n += 1) {
      at(n * 2)
      await leave()
    }
    expect(inside).toHaveLength(1000)
    expect(away).toEqual([])
  })

  test('when the line has stood for two seconds, sends away who waited, and serves the newest first', async () => {
    const { inside, away, crowd, come, leave, at } = door()
    crowd('a', 40)
    at(1990)
    come('late')
    at(2001)
    come('newest')
    await leave()
    expect(inside.at(-1)).toBe('newest')
    expect(away).toEqual(['a33', 'a34', 'a35', 'a36', 'a37', 'a38', 'a39', 'a40'])
    await leave()
    expect(inside.at(-1)).toBe('late')
  })

  test('stays so while anybody is sent away, though that empties the line', async () => {
    const { away, crowd, leave, at } = door()
    crowd('a', 33)
    at(2500)
    await leave()
    expect(away).toEqual(['a33'])
    crowd('b', 2)
    at(2545)
    await leave()
    expect(away).toEqual(['a33', 'b2'])
    at(3500)
    crowd('c', 2)
    at(3541)
    await leave()
    expect(away).toEqual(['a33', 'b2', 'c2'])
  })

  test('is patient again when for a second nobody was sent away', async () => {
    const { inside, away, crowd, come, leave, at } = door()
    crowd('a', 33)
    at(2500)
    await leave()
    at(3501)
    crowd('b', 2)
    at(5000)
    await leave()
    expect(inside.at(-1)).toBe('b2')
    expect(away).toEqual(['a33'])
    come('b3')
  })

  test('of a shop that is crowded sends newcomers away before anything is done for them, once a round is waiting', async () => {
    const { admission, crowd, leave, at } = door()
    crowd('a', 33)
    at(2001)
    expect(admission.isFull()).toBe(false)
    await leave()
    crowd('b', 31)
    expect(admission.isFull()).toBe(false)
    crowd('c', 32)
    at(4100)
    expect(admission.isFull()).toBe(true)
  })

  test('has a line of 2,000, and says so at once to who comes after that', async () => {
    const { admission, crowd } = door()
    crowd('a', 2032)
    await expect(admission.enter()).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  })
})

test('a request is inside until its answer is out, and one that hung up in line takes no place', async () => {
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
  const slow = Array.from({ length: 32 }, () => fetch(`${url}/slow`).then((response) => response.status))
  const giveUp = new AbortController()
  const waited = fetch(`${url}/slow`, { signal: giveUp.signal }).catch(() => 'hung up')
  while (admission.inLine < 1) await new Promise((resolve) => setImmediate(resolve))
  expect((await fetch(`${url}/apart`)).status).toBe(200)

  giveUp.abort()
  expect(await waited).toBe('hung up')
  gate.resolve()
  expect(await Promise.all(slow)).toEqual(Array(32).fill(200))
  expect((await fetch(`${url}/slow`)).status).toBe(200)
  expect(admission.inLine).toBe(0)
  await app.close()
})
