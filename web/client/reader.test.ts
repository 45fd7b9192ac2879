import { expect, test } from 'vitest'
import { type Agreed, makeReader, type Refused } from './reader.ts'

type Numbers = Agreed & { numbers: number[] }

/** A reader of numbers whose calls are answered by the test, in any order. */
function aReader(first?: number[]) {
  const calls: {
    signal: AbortSignal
    says: (...numbers: number[]) => Promise<void>
    fails: (why: string | Error) => Promise<void>
  }[] = []
  const reader = makeReader<Numbers | Refused, number[]>({
    first,
    read: (signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<Numbers | Refused>()
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
    call: (at: number) => {
      const call = calls[at]
      if (!call) throw new Error(`Only ${calls.length} calls were made.`)
      return call
    },
  }
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve))

test('reads from start on, and says while it does', async () => {
  const { reader, calls, call } = aReader()
  expect(calls).toHaveLength(0)
  reader.start()
  expect(reader.state.get()).toEqual({ data: undefined, failure: undefined, loading: true })
  await call(0).says(1)
  expect(reader.state.get()).toEqual({ data: [1], failure: undefined, loading: false })
})

test('an answer to an older call never counts, even when it comes late', async () => {
  const { reader, call } = aReader()
  reader.start()
  reader.again()
  expect(call(0).signal.aborted).toBe(true)
  await call(1).says(2)
  await call(0).says(1)
  expect(reader.state.get()).toEqual({ data: [2], failure: undefined, loading: false })
})

test('a change during a read is read after it, several of them once', async () => {
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

test('a failure stands beside the old data until it is read again', async () => {
  const { reader, call } = aReader()
  reader.start()
  await call(0).says(1)
  reader.changed()
  await call(1).fails('The shop is counting')
  expect(reader.state.get()).toEqual({ data: [1], failure: 'The shop is counting', loading: false })
  reader.again()
  expect(reader.state.get()).toEqual({ data: [1], failure: 'The shop is counting', loading: true })
  await call(2).fails(new Error('No reply'))
  expect(reader.state.get()).toEqual({ data: [1], failure: 'No reply', loading: false })
})

test('reads again after a reconnection only what failed', async () => {
  const { reader, calls, call } = aReader()
  reader.start()
  reader.reconnected()
  await call(0).fails(new Error('No reply'))
  reader.reconnected()
  reader.reconnected()
  await call(1).says(1)
  reader.reconnected()
  expect(calls).toHaveLength(2)
})

test('a stopped reader takes no answer and makes no call, and goes on from what it knows', async () => {
  const { reader, calls, call } = aReader([1])
  reader.start()
  reader.stop()
  await call(0).says(2)
  reader.again()
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
  reader.again()
  reader.update((data) => [...data, 5])
  await call(1).says(2)
  expect(reader.state.get().data).toEqual([1, 5, 2])
})
