import { expect, test, vi } from 'vitest'

const { setTimeout: realTimeout, fetch: realFetch } = globalThis

test.fails('a test that fails doesn’t come to its own restores', () => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', undefined)
  vi.spyOn(Math, 'random').mockReturnValue(2)
  expect(globalThis.setTimeout).toBe(realTimeout)
})

test('the test after it has the real timers, globals and functions', () => {
  expect([globalThis.setTimeout, globalThis.fetch]).toEqual([realTimeout, realFetch])
  expect(Math.random()).toBeLessThan(1)
})
