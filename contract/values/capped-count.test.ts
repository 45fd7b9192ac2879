import { expect, test } from 'vitest'
import { cappedCount } from './capped-count.ts'

test('a count that was capped at a thousand says so', () => {
  expect([0, 999, 1000, 1234].map(cappedCount)).toEqual(['0', '999', '1,000+', '1,000+'])
})
