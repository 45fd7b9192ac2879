import { expect, test, vi } from 'vitest'
import { makeReader, type ReadFailure, type ReadSuccess } from './reader.ts'

type Numbers = ReadSuccess & { numbers: number[] }

/** A reader of numbers whose calls are answered by the test, in any order. */
function aReader(first?: number[]) {
  const calls: {
    signal: AbortSignal
    says: (...numbers: number[]) => Promise<void>
    fails: (why: string | Error) => Promise<void>
  }[] = []
  const reader = makeReader<Numbers | ReadFailure, number[]>({
    first,
    read: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Numbers | ReadFailure>()
      calls.push({
        signal,
        says: async (...numbers) => {
          resolve({ success: true, numbers })
          await settled()
        },
        fails: async (why) => {
          if (typeof why === 'string') resolve({ success: false, message: why })
          else reject(why)
          await settled()
        },
      })
      return promise
    },
    take: ({ numbers }, before) => [...(before ?? []), ...numbers],
  })
  return {
    reader,
    calls,
    call: (index: number) => {
      const call = calls[index]
      if (!call) throw new Error(`Only ${calls.length} calls were made.`)
      return call
    },
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

test('reads from `start`, and shows that it is loading', async () => {
  const { reader, calls, call } = aReader()
  expect(calls).toHaveLength(0)
  reader.start()
  expect(reader.state.get()).toEqual({ data: undefined, failure: undefined, loading: true })
  await call(0).says(1)
  expect(reader.state.get()).toEqual({ data: [1], failure: undefined, loading: false })
})

test('ignores a late reply to an older call', async () => {
  const { reader, call } = aReader()
  reader.start()
  reader.reload()
  expect(call(0).signal.aborted).toBe(true)
  await call(1).says(2)
  await call(0).says(1)
  expect(reader.state.get()).toEqual({ data: [2], failure: undefined, loading: false })
})

test('changes during a read cause one more read', async () => {
  const { reader, calls, call } = aReader()
  reader.start()
  reader.changed()
  reader.changed()
  expect(calls).toHaveLength(1)
  await call(0).says(1)
  expect(reader.state.get().data).toEqual([1])
  await call(1).says(2)
  expect(reader.state.get()).toEqual({ data: [1, 2], failure: undefined, loading: false })
  expect(calls).toHaveLength(2)
})

test('after a failure the old data stays, with the error, until the next read', async () => {
  const { reader, call } = aReader()
  reader.start()
  await call(0).says(1)
  reader.changed()
  await call(1).fails('The shop is counting')
  expect(reader.state.get()).toEqual({ data: [1], failure: 'The shop is counting', loading: false })
  reader.reload()
  expect(reader.state.get()).toEqual({ data: [1], failure: 'The shop is counting', loading: true })
  await call(2).fails('The shop is closed')
  expect(reader.state.get()).toEqual({ data: [1], failure: 'The shop is closed', loading: false })
})

test('a reconnection repeats only failed reads', async () => {
  const { reader, calls, call } = aReader()
  reader.start()
  reader.retry()
  await call(0).fails(new Error('No reply'))
  reader.retry()
  reader.retry()
  await call(1).says(1)
  reader.retry()
  expect(calls).toHaveLength(2)
})

test('a stopped reader takes no reply and makes no call, and goes on from what it knows', async () => {
  const { reader, calls, call } = aReader([1])
  reader.start()
  reader.stop()
  await call(0).says(2)
  reader.reload()
  reader.changed()
  expect(calls).toHaveLength(1)
  expect(reader.state.get().data).toEqual([1])
  reader.start()
  await call(1).says(3)
  expect(reader.state.get().data).toEqual([1, 3])
})

test('what is known can be changed while a read is under way, which then finds the change', async () => {
  const { reader, call } = aReader()
  reader.start()
  await call(0).says(1)
  reader.reload()
  reader.update((data) => [...data, 5])
  await call(1).says(2)
  expect(reader.state.get().data).toEqual([1, 5, 2])
})

/** A reader of a shop that answers as `shop.reply` says, with fake timers. */
function aRetryingReader() {
  vi.useFakeTimers()
  const shop = { calls: 0, reply: (): Numbers | ReadFailure => ({ success: true, numbers: [1] }) }
  const reader = makeReader<Numbers | ReadFailure, number[]>({
    read: async () => {
      shop.calls += 1
      return shop.reply()
    },
    take: ({ numbers }) => numbers,
  })
  return { shop, reader }
}

const busy = (): ReadFailure => ({ success: false, message: 'The shop is busy', status: 503 })

test('a read that an overloaded shop refused is repeated until it succeeds, at growing intervals', async () => {
  const { shop, reader } = aRetryingReader()
  reader.start()
  await vi.advanceTimersByTimeAsync(0)
  shop.reply = busy
  reader.changed()
  await vi.advanceTimersByTimeAsync(0)
  for (const delay of [400, 1200]) {
    // For a moment the screen goes on loading.
    expect(reader.state.get()).toEqual({ data: [1], failure: undefined, loading: true })
    const before = shop.calls
    await vi.advanceTimersByTimeAsync(delay - 1)
    expect(shop.calls).toBe(before)
    await vi.advanceTimersByTimeAsync(1)
    expect(shop.calls).toBe(before + 1)
  }
  expect(reader.state.get()).toEqual({ data: [1], failure: 'The shop is busy', loading: false })
  const calls: number[] = []
  for (const delay of [2000, 4000, 8000, 15_000, 30_000, 30_000, 30_000]) {
    await vi.advanceTimersByTimeAsync(delay - 1)
    calls.push(shop.calls)
    await vi.advanceTimersByTimeAsync(1)
    calls.push(shop.calls)
  }
  expect(calls).toEqual([4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11])
  shop.reply = () => ({ success: true, numbers: [2] })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(reader.state.get()).toEqual({ data: [2], failure: undefined, loading: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(shop.calls).toBe(12)
})

test('a read without a reply is repeated, also if what it reads changes meanwhile, and begins with short intervals', async () => {
  const { shop, reader } = aRetryingReader()
  shop.reply = () => {
    throw new Error('No reply')
  }
  reader.start()
  reader.changed()
  await vi.advanceTimersByTimeAsync(0)
  expect(shop.calls).toBe(1)
  await vi.advanceTimersByTimeAsync(1600)
  expect(shop.calls).toBe(3)
  expect(reader.state.get()).toEqual({ data: undefined, failure: 'No reply', loading: false })
  await vi.advanceTimersByTimeAsync(2000)
  expect(shop.calls).toBe(4)
  // A later failure starts with the first delay again.
  shop.reply = () => ({ success: true, numbers: [1] })
  await vi.advanceTimersByTimeAsync(4000)
  shop.reply = busy
  reader.changed()
  await vi.advanceTimersByTimeAsync(1600)
  expect(shop.calls).toBe(8)
  // So does one after `reload`.
  reader.reload()
  await vi.advanceTimersByTimeAsync(1600)
  expect(shop.calls).toBe(11)
})

test('a read is repeated at once when the shop is reachable again, also before its failure is shown', async () => {
  const { shop, reader } = aRetryingReader()
  shop.reply = () => {
    throw new Error('No reply')
  }
  reader.start()
  await vi.advanceTimersByTimeAsync(100)
  shop.reply = () => ({ success: true, numbers: [2] })
  reader.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(reader.state.get()).toEqual({ data: [2], failure: undefined, loading: false })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(shop.calls).toBe(2)
})

test.each([
  [1, undefined],
  [40, 'Too many requests'],
])('a read that a rate limit refused for %i seconds isn’t repeated before', async (retryAfter, failure) => {
  const { shop, reader } = aRetryingReader()
  shop.reply = () => ({ success: false, message: 'Too many requests', status: 429, retryAfter })
  reader.start()
  await vi.advanceTimersByTimeAsync(retryAfter * 1000 - 1)
  reader.retry()
  reader.changed()
  expect(shop.calls).toBe(1)
  expect(reader.state.get()).toEqual({ data: undefined, failure, loading: failure === undefined })
  await vi.advanceTimersByTimeAsync(1)
  expect(shop.calls).toBe(2)
})

test('what is refused for another reason isn’t read again by itself, nor by a reader that was stopped', async () => {
  const { shop, reader } = aRetryingReader()
  shop.reply = () => ({ success: false, message: 'There is no such product', status: 404 })
  reader.start()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(shop.calls).toBe(1)
  shop.reply = busy
  reader.reload()
  await vi.advanceTimersByTimeAsync(0)
  reader.stop()
  await vi.advanceTimersByTimeAsync(600_000)
  expect(shop.calls).toBe(2)
})
