import { describe, expect, test, vi } from 'vitest'
import { FairQueue, maxConcurrent, maxConcurrentOfClient } from './fair-queue.ts'

/** A queue with a clock that the test sets, with the names of admitted and of refused requests. */
function testQueue() {
  let now = 0
  const queue = new FairQueue(() => now)
  const admitted: string[] = []
  const refused: string[] = []
  const come = (name: string, from = 'any') => {
    const waiting = queue.enter(from)
    if (!waiting) admitted.push(name)
    else
      waiting.then(
        () => admitted.push(name),
        () => refused.push(name),
      )
  }
  const comeMany = (prefix: string, count: number, from?: string) => {
    for (let n = 1; n <= count; n += 1) come(`${prefix}${n}`, from)
  }
  const leave = async (from = 'any') => {
    queue.leave(from)
    await Promise.resolve()
  }
  /** Ends requests until only as many as allowed under overload are left. */
  const leaveMost = async (count = maxConcurrent.normal - maxConcurrent.overloaded) => {
    for (let n = 0; n < count; n += 1) await leave()
  }
  return {
    queue,
    admitted,
    refused,
    come,
    comeMany,
    leave,
    leaveMost,
    at: (milliseconds: number) => (now = milliseconds),
  }
}

describe('the queue', () => {
  test('admits a limited number at a time; the others wait in the order of arrival', async () => {
    const { admitted, refused, comeMany, leave } = testQueue()
    comeMany('a', maxConcurrent.normal + 2)
    expect(admitted).toHaveLength(maxConcurrent.normal)
    await leave()
    expect(admitted.at(-1)).toBe(`a${maxConcurrent.normal + 1}`)
    await leave()
    expect(admitted.at(-1)).toBe(`a${maxConcurrent.normal + 2}`)
    expect(refused).toEqual([])
  })

  test('queues a short burst and refuses nothing', async () => {
    const { admitted, refused, comeMany, leave, at } = testQueue()
    comeMany('a', 1000)
    for (let n = 0; n < 1000 - maxConcurrent.normal; n += 1) {
      at(n * 2)
      await leave()
    }
    expect(admitted).toHaveLength(1000)
    expect(refused).toEqual([])
  })

  test('is not overloaded by a standing queue in which no request waits long', async () => {
    const { queue, refused, comeMany, come, leave, at } = testQueue()
    comeMany('a', 2 * maxConcurrent.normal)
    for (let n = 0; n < 1000; n += 1) {
      at(n * 3)
      await leave()
      come(`b${n}`)
      expect(queue.shedEarly('any')).toBeUndefined()
    }
    expect(refused).toEqual([])
  })

  test('refuses waiting requests when none was admitted without a long wait for two seconds', async () => {
    const { refused, comeMany, leave, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 2)
    at(1999)
    await leave()
    expect(refused).toEqual([])
    comeMany('b', 1)
    at(2001 + 1999)
    await leave()
    expect(refused).toEqual([`a${maxConcurrent.normal + 2}`, 'b1'])
  })

  test('stays overloaded for 0.2 s after a refusal: admits fewer, newest first', async () => {
    const { admitted, comeMany, leave, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    await leaveMost()
    expect(admitted).toHaveLength(maxConcurrent.normal)
    at(2196)
    comeMany('b', 2)
    await leave()
    await leave()
    expect(admitted.slice(maxConcurrent.normal)).toEqual(['b2', 'b1'])
  })

  test('stays overloaded while it refuses requests, though that empties the queue', async () => {
    const { refused, come, comeMany, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    await leaveMost()
    for (const time of [2180, 2370, 2560]) {
      at(time)
      come(`at ${time}`)
      at(time + 11)
      await leaveMost(1)
      come('another')
    }
    expect(refused).toEqual([`a${maxConcurrent.normal + 1}`, 'at 2180', 'at 2370', 'at 2560'])
  })

  test('refuses new requests early under overload once four are waiting', async () => {
    const { queue, comeMany, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    expect(queue.shedEarly('any')).toBeUndefined()
    await leaveMost()
    comeMany('b', maxConcurrent.overloaded - 1)
    expect(queue.shedEarly('any')).toBeUndefined()
    comeMany('c', 1)
    expect(queue.shedEarly('any')).toBe('unavailable')
    at(9000)
    expect(queue.shedEarly('any')).toBe('unavailable')
  })

  test('recovers after 0.2 s without a refusal or a wait', async () => {
    const { queue, admitted, refused, comeMany, leaveMost, at } = testQueue()
    comeMany('a', maxConcurrent.normal + 1)
    at(2001)
    await leaveMost()
    at(2202)
    comeMany('b', maxConcurrent.normal)
    expect(admitted).toHaveLength(2 * maxConcurrent.normal - maxConcurrent.overloaded)
    expect(queue.queued).toBe(maxConcurrent.overloaded)
    expect(refused).toEqual([`a${maxConcurrent.normal + 1}`])
  })

  test('queues at most 2,000 requests and refuses further ones at once', async () => {
    const { queue, comeMany } = testQueue()
    comeMany('a', 2000 + maxConcurrent.normal)
    await expect(queue.enter('any')).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 1 } })
  })
})

describe('the queue of two clients', () => {
  /** One client has `flood` requests in progress and queued, another has one. */
  const sharedQueue = (flood: number) => {
    const all = testQueue()
    all.comeMany('flood', flood, 'flood')
    all.come('quiet1', 'quiet')
    return all
  }

  test('one alone has the whole limit; while others send requests it has a quarter, and the rest stays free for them', async () => {
    const { admitted, come, comeMany, leave, at } = sharedQueue(maxConcurrent.normal)
    expect(admitted).toHaveLength(maxConcurrent.normal)
    for (let n = 0; n < maxConcurrent.normal - maxConcurrentOfClient; n += 1) await leave('flood')
    // One was the quiet client’s.
    expect(admitted).toHaveLength(maxConcurrent.normal + 1)
    comeMany('more', 5, 'flood')
    expect(admitted).toHaveLength(maxConcurrent.normal + 1)
    come('quiet2', 'quiet')
    expect(admitted.at(-1)).toBe('quiet2')

    at(10_001)
    await leave('flood')
    at(10_300)
    comeMany('alone', maxConcurrent.normal - maxConcurrentOfClient - 1, 'flood')
    expect(admitted.filter((name) => name.startsWith('alone'))).toHaveLength(
      maxConcurrent.normal - maxConcurrentOfClient - 1,
    )
  })

  test('the one with fewer requests in progress is next, however many of the other wait', async () => {
    const { admitted, come, leave } = sharedQueue(500)
    expect(admitted).toHaveLength(maxConcurrent.normal)
    await leave('flood')
    expect(admitted.at(-1)).toBe('quiet1')
    come('quiet2', 'quiet')
    await leave('flood')
    expect(admitted.at(-1)).toBe('quiet2')
  })

  test('those with equally many in progress take turns', async () => {
    const { admitted, comeMany, leave } = testQueue()
    comeMany('a', maxConcurrent.normal, 'a')
    for (const name of ['b', 'c', 'd']) comeMany(name, 2, name)
    for (let n = 0; n < 6; n += 1) await leave('a')
    expect(admitted.slice(maxConcurrent.normal)).toEqual(['b1', 'c1', 'd1', 'b2', 'c2', 'd2'])
  })

  test('the one whose requests wait too long is overloaded alone and gets too_many', async () => {
    const { queue, admitted, refused, comeMany, come, leave, at } = sharedQueue(maxConcurrent.normal + 20)
    await leave('flood')
    for (let time = 100; time <= 2001; time += 100) {
      at(time)
      await leave('quiet')
      come(`quiet at ${time}`, 'quiet')
    }
    at(2001)
    // 27 end: as many are left as an overloaded client may have.
    for (let n = 0; n < maxConcurrent.normal - 1 - maxConcurrent.overloaded; n += 1) await leave('flood')
    expect(refused).toHaveLength(20)
    comeMany('again', maxConcurrent.overloaded, 'flood')
    expect(queue.shedEarly('flood')).toBe('too_many')
    expect(queue.shedEarly('quiet')).toBeUndefined()
    come('quiet', 'quiet')
    expect(admitted.at(-1)).toBe('quiet')
  })

  test('a quiet client isn’t shed for the overload of the other, though the other’s requests take long', async () => {
    vi.useFakeTimers()
    const { queue, admitted, refused, come, leave, at } = testQueue()
    const flood = async (until: number) => {
      for (let time = until - 2500; time <= until; time += 10) {
        at(time)
        if (!queue.shedEarly('flood')) come(`flood at ${time}`, 'flood')
        await vi.advanceTimersByTimeAsync(10)
      }
    }
    await flood(2500)
    await flood(5000)
    const before = refused.length
    come('quiet', 'quiet')
    at(5500)
    await vi.advanceTimersByTimeAsync(500)
    expect(refused.slice(before)).not.toContain('quiet')
    await leave('flood')
    while (!admitted.includes('quiet')) await leave('flood')
    expect(admitted.at(-1)).toBe('quiet')
  })

  test('a quiet client that waits when the other’s queue turns out to be overloaded is served next, not shed', async () => {
    const { admitted, refused, leave, at } = sharedQueue(maxConcurrent.normal + 100)
    at(2001)
    await leave('flood')
    expect(refused).toHaveLength(100)
    expect(refused).not.toContain('quiet1')
    expect(admitted.at(-1)).toBe('quiet1')
  })

  test('when all queues are full, the newest request of the longest is dropped for a client with fewer', async () => {
    const { queue, admitted, refused, leave } = sharedQueue(2000 + maxConcurrent.normal)
    await leave('flood')
    expect(admitted.at(-1)).toBe('quiet1')
    expect(refused).toEqual([`flood${2000 + maxConcurrent.normal}`])
    expect(queue.queued).toBe(1999)
    void queue.enter('flood')
    await expect(queue.enter('flood')).rejects.toMatchObject({ code: 'too_many', details: { retryAfter: 1 } })
  })

  test('one may hash 6 passwords at a time while others send requests, and 64 alone', () => {
    const { queue, come } = testQueue()
    for (let n = 0; n < 64; n += 1) expect(queue.startHashing('flood')).toBe(true)
    expect(queue.startHashing('flood')).toBe(false)
    come('quiet1', 'quiet')
    for (let n = 0; n < 58; n += 1) queue.endHashing('flood')
    expect(queue.startHashing('flood')).toBe(false)
    expect(queue.startHashing('quiet')).toBe(true)
    queue.endHashing('flood')
    expect(queue.startHashing('flood')).toBe(true)
  })

  test('none is remembered once its requests have ended', async () => {
    const { queue, comeMany, leave } = testQueue()
    for (const name of ['a', 'b', 'c']) comeMany(name, 20, name)
    for (const name of ['a', 'b', 'c']) for (let n = 0; n < 20; n += 1) await leave(name)
    expect([queue.size, queue.queued]).toEqual([0, 0])
  })
})

describe.each([3, 7])(
  'beside %i clients with 100 connections each, which repeat as soon as they get a reply',
  (floods) => {
    /** Handles 200 requests a second for 10 s while a quiet client sends ten a second; returns its results. */
    async function flooded() {
      vi.useFakeTimers()
      let now = 0
      const queue = new FairQueue(() => now)
      const running: { from: string; answer: () => void }[] = []
      const told = new Map<string, number>()
      const ask = (from: string, over: (how: 'served' | 'too_many' | 'unavailable') => void) => {
        const shed = queue.shedEarly(from)
        if (shed) return over(shed)
        const begin = () => void running.push({ from, answer: () => over('served') })
        const waiting = queue.enter(from)
        if (waiting) waiting.then(begin, ({ code }) => over(code))
        else begin()
      }
      const again: string[] = Array.from({ length: floods * 100 }, (_, index) => `flood ${index % floods}`)
      for (let tick = 0; tick < 1010; tick += 1) {
        now = tick * 10
        for (const from of again.splice(0)) ask(from, () => again.push(from))
        if (tick >= 400 && tick < 1000 && tick % 10 === 0)
          ask('quiet', (how) => void told.set(how, (told.get(how) ?? 0) + 1))
        for (const { from, answer } of running.splice(0, 2)) {
          queue.leave(from)
          answer()
        }
        await vi.advanceTimersByTimeAsync(10)
      }
      vi.useRealTimers()
      return told
    }

    test('a quiet client is served every time', async () => {
      expect(await flooded()).toEqual(new Map([['served', 60]]))
    })
  },
)

test('when many clients with a request each are too much together, the shop sheds them with unavailable', async () => {
  const { queue, admitted, refused, come, leave, at } = testQueue()
  for (let n = 0; n < 400; n += 1) come(`o${n}`, `client ${n}`)
  at(2001)
  for (let n = 0; n < maxConcurrent.normal - maxConcurrent.overloaded + 1; n += 1) await leave(`client ${n}`)
  expect(refused).toHaveLength(400 - maxConcurrent.normal)
  expect(admitted).toHaveLength(maxConcurrent.normal)
  for (let n = 1000; n < 1000 + maxConcurrent.overloaded + 1; n += 1) come(`o${n}`, `client ${n}`)
  expect(queue.shedEarly('client 2000')).toBe('unavailable')
})
