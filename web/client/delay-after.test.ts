import { expect, test } from 'vitest'
import { delayAfter } from './delay-after.ts'

test('each failure has its own delay, and the last one repeats', () => {
  expect([0, 1, 2, 3, 4].map((failures) => delayAfter([400, 1200, 5000], failures))).toEqual([
    400, 1200, 5000, 5000, 5000,
  ])
})
