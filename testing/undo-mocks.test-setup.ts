import { afterEach, vi } from 'vitest'

/*
 * Runs before each test file: after each test the clock, the timers and the stubbed globals are real again, also if it
 * failed. Spies are restored by the option `restoreMocks`.
 */

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
