import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type FollowOptions, followOrders } from './order-events.ts'

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

const onChange = vi.fn<FollowOptions['onChange']>()
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

/** An open stream, after its first call of `onChange`. */
function opened() {
  newest().opened()
  vi.advanceTimersByTime(250)
  onChange.mockClear()
}

test('reports once when the stream is open, for earlier changes', () => {
  expect(onChange).not.toHaveBeenCalled()
  newest().opened()
  expect(onChange.mock.calls).toEqual([[[]]])
})

test('reports an event at once, and a burst after it once', () => {
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

test('reports events without end every four seconds, and at once again after a quiet moment', () => {
  opened()
  const reportedAt: number[] = []
  const start = Date.now()
  onChange.mockImplementation(() => reportedAt.push(Date.now() - start))
  for (let tenths = 0; tenths < 120; tenths += 1) {
    newest().says('{"order":"a"}')
    vi.advanceTimersByTime(100)
  }
  expect(reportedAt).toEqual([0, 250, 500, 1000, 2000, 4000, 8000, 12_000])
  vi.advanceTimersByTime(10_000)
  expect(reportedAt).toHaveLength(8)
  newest().says('{"order":"b"}')
  newest().says('{"order":"c"}')
  vi.advanceTimersByTime(250)
  expect(reportedAt.slice(8)).toEqual([22_000, 22_250])
})

test('an event without an order, or with invalid data, means that anything may have changed', () => {
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

test('reports again after the browser has reconnected', () => {
  opened()
  newest().breaks()
  expect(onChange).not.toHaveBeenCalled()
  newest().opened()
  expect(onChange.mock.calls).toEqual([[[]]])
  expect(streams).toHaveLength(1)
})

test('reports every 30 seconds while there is no stream', () => {
  opened()
  newest().breaks()
  newest().breaks()
  vi.advanceTimersByTime(90_000)
  expect(onChange).toHaveBeenCalledTimes(3)
  newest().opened()
  vi.advanceTimersByTime(90_000)
  expect(onChange).toHaveBeenCalledTimes(4)
})

test('requests a refused stream again after 1, 2, 4, 8, 15 and then every 30 s, after a session check', async () => {
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

test('the delays start again after the stream was open', async () => {
  newest().isDeclined()
  await vi.advanceTimersByTimeAsync(1000)
  newest().isDeclined()
  await vi.advanceTimersByTimeAsync(2000)
  newest().opened()
  newest().isDeclined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(streams).toHaveLength(4)
})

test('a retry by hand ends the delay and opens no second stream', async () => {
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

test('reports and opens nothing after it was closed', async () => {
  opened()
  newest().says('{"order":"a"}')
  newest().says('{"order":"b"}')
  newest().isDeclined()
  following.close()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(onChange).toHaveBeenCalledTimes(1)
  expect(streams).toHaveLength(1)
})
