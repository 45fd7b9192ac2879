import { beforeEach, expect, test, vi } from 'vitest'
import { withRetries } from './with-retries.ts'

beforeEach(() => void vi.useFakeTimers())

test('repeats a call without a reply after 0.4 and 1.2 seconds, and passes on that it may have arrived', async () => {
  const asked: boolean[] = []
  const result = withRetries(async (again) => {
    asked.push(again)
    if (asked.length < 3) throw new Error('no reply')
    return 'yes'
  })
  await vi.advanceTimersByTimeAsync(399)
  expect(asked).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  expect(asked).toEqual([false, true])
  await vi.advanceTimersByTimeAsync(1200)
  expect(await result).toBe('yes')
  expect(asked).toEqual([false, true, true])
})

test('rejects after three calls without a reply, and never repeats one with a reply', async () => {
  const lost = vi.fn(() => Promise.reject(new Error('no reply')))
  const outcome = expect(withRetries(lost)).rejects.toThrow('no reply')
  await vi.runAllTimersAsync()
  await outcome
  expect(lost).toHaveBeenCalledTimes(3)
  const refused = vi.fn(async () => ({ success: false }))
  expect(await withRetries(refused)).toEqual({ success: false })
  expect(refused).toHaveBeenCalledTimes(1)
})
