import { beforeEach, expect, test, vi } from 'vitest'
import { makeTimers } from './toast-timers.ts'

let ended: number[]
let timers: ReturnType<typeof makeTimers>
beforeEach(() => {
  vi.useFakeTimers()
  ended = []
  timers = makeTimers((id) => ended.push(id))
})

test('a message ends after its time, and a cancelled one doesn’t', () => {
  timers.start(1, 1000)
  timers.start(2, 500)
  timers.cancel(2)
  vi.advanceTimersByTime(999)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual([1])
})

test('a message that is started again has its whole time again', () => {
  timers.start(1, 1000)
  vi.advanceTimersByTime(900)
  timers.start(1, 1000)
  vi.advanceTimersByTime(999)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual([1])
})

test('a pause stops every timer; each then goes on with the time that it had left', () => {
  timers.start(1, 1000)
  timers.start(2, 3000)
  vi.advanceTimersByTime(400)
  timers.setPaused(true)
  timers.setPaused(true)
  vi.advanceTimersByTime(60_000)
  timers.setPaused(false)
  vi.advanceTimersByTime(599)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual([1])
  vi.advanceTimersByTime(2000)
  expect(ended).toEqual([1, 2])
})

test('a message that appears during a pause has its whole time after it', () => {
  timers.setPaused(true)
  timers.start(1, 1000)
  vi.advanceTimersByTime(5000)
  timers.setPaused(false)
  vi.advanceTimersByTime(999)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(1)
  expect(ended).toEqual([1])
})
