import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Following, followOrders } from './order-events.ts'

class FakeStream extends EventTarget {
  readyState: number = 0
  opened() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  says(data: string) {
    this.dispatchEvent(new MessageEvent('orders', { data }))
  }
  breaks() {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }
  isDeclined() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
  close() {
    this.readyState = 2
  }
}

const onChange = vi.fn<Following['onChange']>()
const refresh = vi.fn(async () => {})
let streams: FakeStream[] = []
let following: ReturnType<typeof followOrders>
const newest = () => streams.at(-1) as FakeStream

beforeEach(() => {
  vi.useFakeTimers()
  onChange.mockClear()
  refresh.mockClear()
  streams = []
  following = followOrders({
    open: () => {
      streams.push(new FakeStream())
      return newest()
    },
    refresh,
    onChange,
  })
})
afterEach(() => {
  following.close()
  vi.useRealTimers()
})

/** An open stream whose first look is over. */
function opened() {
  newest().opened()
  vi.advanceTimersByTime(250)
  onChange.mockClear()
}

test('looks once the stream is open, for what happened before it was', () => {
  expect(onChange).not.toHaveBeenCalled()
  newest().opened()
  expect(onChange.mock.calls).toEqual([[[]]])
})

test('tells an event at once, and a burst after it once more', () => {
  opened()
  newest().says('{"order":"a","status":"Order Placed"}')
  expect(onChange.mock.calls).toEqual([[[{ order: 'a', status: 'Order Placed' }]]])
  for (const order of ['b', 'c', 'd']) newest().says(JSON.stringify({ order }))
  vi.advanceTimersByTime(249)
  expect(onChange).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(onChange).toHaveBeenLastCalledWith([{ order: 'b' }, { order: 'c' }, { order: 'd' }])
  vi.advanceTimersByTime(10_000)
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('an event that names no order, or cannot be read, means that anything may have changed', () => {
  opened()
  newest().says('{}')
  vi.advanceTimersByTime(250)
  newest().says('not JSON')
  vi.advanceTimersByTime(250)
  newest().says('{"order":"a"}')
  newest().says('null')
  vi.advanceTimersByTime(250)
  expect(onChange.mock.calls).toEqual([[[]], [[]], [[{ order: 'a' }]], [[]]])
})

test('looks again after the browser has come back by itself', () => {
  opened()
  newest().breaks()
  expect(onChange).not.toHaveBeenCalled()
  newest().opened()
  expect(onChange.mock.calls).toEqual([[[]]])
  expect(streams).toHaveLength(1)
})

test('looks every 30 seconds for as long as no stream is there', () => {
  opened()
  newest().breaks()
  newest().breaks()
  vi.advanceTimersByTime(90_000)
  expect(onChange).toHaveBeenCalledTimes(3)
  newest().opened()
  vi.advanceTimersByTime(90_000)
  expect(onChange).toHaveBeenCalledTimes(4)
})

test('asks for a declined stream again after 1, 2, 4, 8, 15 and then every 30 seconds, asking who is signed in before', async () => {
  const asked: number[] = []
  newest().isDeclined()
  for (let second = 1; second <= 90; second++) {
    await vi.advanceTimersByTimeAsync(1000)
    if (streams.length === asked.length + 1) continue
    asked.push(second)
    newest().isDeclined()
  }
  expect(asked).toEqual([1, 3, 7, 15, 30, 60, 90])
  expect(refresh).toHaveBeenCalledTimes(7)
})

test('after the stream has been open the pauses are short again', async () => {
  newest().isDeclined()
  await vi.advanceTimersByTimeAsync(1000)
  newest().isDeclined()
  await vi.advanceTimersByTimeAsync(2000)
  newest().opened()
  newest().isDeclined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(streams).toHaveLength(4)
})

test('asking by hand shortens the pause and opens no second stream', async () => {
  opened()
  following.retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(streams).toHaveLength(1)
  newest().isDeclined()
  following.retry()
  following.retry()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(streams).toHaveLength(2)
})

test('tells nothing and opens nothing after it was closed', async () => {
  opened()
  newest().says('{"order":"a"}')
  newest().says('{"order":"b"}')
  newest().isDeclined()
  following.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(streams).toHaveLength(1)
})
