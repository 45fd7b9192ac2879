import { beforeEach, expect, test, vi } from 'vitest'
import { makeConnection } from './connection.ts'

let connection: ReturnType<typeof makeConnection>
const probe = vi.fn<() => Promise<void>>()

beforeEach(() => {
  vi.useFakeTimers()
  probe.mockReset().mockResolvedValue()
  connection = makeConnection()
  connection.probeWith(probe)
})

test('probes after 1, 2, 4, 8 and then every 15 seconds until there is a reply', () => {
  probe.mockImplementation(async () => connection.reportLost())
  connection.reportLost()
  const probedAt: number[] = []
  for (let second = 1; second <= 45; second++) {
    const before = probe.mock.calls.length
    vi.advanceTimersByTime(1000)
    if (probe.mock.calls.length > before) probedAt.push(second)
  }
  expect(probedAt).toEqual([1, 3, 7, 15, 30, 45])
})

test('stops probing once there was a reply', () => {
  connection.reportLost()
  connection.reportReached()
  vi.advanceTimersByTime(60_000)
  expect(probe).not.toHaveBeenCalled()
})

test('several lost requests cause one probe', () => {
  connection.reportLost()
  connection.reportLost()
  connection.reportLost()
  vi.advanceTimersByTime(60_000)
  expect(probe).toHaveBeenCalledTimes(1)
})

test('calls listeners once each time the shop is reachable again', () => {
  const listener = vi.fn()
  const end = connection.whenReconnected(listener)
  connection.reportReached()
  expect(listener).not.toHaveBeenCalled()
  connection.reportLost()
  connection.reportReached()
  connection.reportReached()
  expect(listener).toHaveBeenCalledTimes(1)
  end()
  connection.reportLost()
  connection.reportReached()
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a retry by hand probes at once', () => {
  connection.reportLost()
  connection.retryConnection()
  expect(probe).toHaveBeenCalledTimes(1)
})
