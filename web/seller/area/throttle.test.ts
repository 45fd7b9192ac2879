import { beforeEach, expect, test, vi } from 'vitest'
import { makeThrottle } from './throttle.ts'

beforeEach(() => void vi.useFakeTimers())

/** Bursts of at most one call in two seconds, with the milliseconds from now at which calls were made. */
function someBursts() {
  const start = Date.now()
  const calls: number[] = []
  return { calls, ...makeThrottle(() => calls.push(Date.now() - start), 2000) }
}

test('a change after a quiet time calls at once', async () => {
  const { calls, changed } = someBursts()
  await vi.advanceTimersByTimeAsync(3000)
  changed()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual([3000])
})

test('the first change waits, as a screen that was just opened is being loaded', async () => {
  const { calls, changed } = someBursts()
  await vi.advanceTimersByTimeAsync(500)
  changed()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toEqual([2000])
})

test('a burst calls once in two seconds, and once after its end', async () => {
  const { calls, changed } = someBursts()
  await vi.advanceTimersByTimeAsync(2000)
  for (let count = 0; count < 50; count += 1) {
    changed()
    await vi.advanceTimersByTimeAsync(100)
  }
  await vi.advanceTimersByTimeAsync(10_000)
  // The last change was at 6,900.
  expect(calls).toEqual([2000, 4000, 6000, 8000])
})

test('none is made after the end', async () => {
  const { calls, changed, stop } = someBursts()
  changed()
  stop()
  await vi.advanceTimersByTimeAsync(5000)
  expect(calls).toEqual([])
})

test('a clock that is set back makes no call later', async () => {
  const { calls, changed } = someBursts()
  await vi.advanceTimersByTimeAsync(3000)
  vi.setSystemTime(Date.now() - 60 * 60_000)
  changed()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toHaveLength(1)
})
