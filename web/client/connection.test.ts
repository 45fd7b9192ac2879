import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { probeWith, reportLost, reportReached, retryConnection, whenReconnected } from './connection.ts'

const probe = vi.fn(async () => {})
probeWith(probe)

beforeEach(() => {
  vi.useFakeTimers()
  probe.mockClear()
})
afterEach(() => {
  reportReached()
  vi.useRealTimers()
})

test('asks again after 1, 2, 4, 8 and then every 15 seconds until an answer comes', () => {
  probe.mockImplementation(async () => reportLost())
  reportLost()
  const asked: number[] = []
  for (let second = 1; second <= 45; second++) {
    const before = probe.mock.calls.length
    vi.advanceTimersByTime(1000)
    if (probe.mock.calls.length > before) asked.push(second)
  }
  expect(asked).toEqual([1, 3, 7, 15, 30, 45])
})

test('asks no more once the shop has answered', () => {
  reportLost()
  reportReached()
  vi.advanceTimersByTime(60_000)
  expect(probe).not.toHaveBeenCalled()
})

test('several lost requests wait for one probe', () => {
  probe.mockImplementation(async () => {})
  reportLost()
  reportLost()
  reportLost()
  vi.advanceTimersByTime(60_000)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('tells those who wait when the shop is back, and only then', () => {
  const back = vi.fn()
  const end = whenReconnected(back)
  reportReached()
  expect(back).not.toHaveBeenCalled()
  reportLost()
  reportReached()
  reportReached()
  expect(back).toHaveBeenCalledTimes(1)
  end()
})

test('asking by hand waits for nothing', () => {
  reportLost()
  retryConnection()
  expect(probe).toHaveBeenCalledTimes(1)
})
