import { expect, test } from 'vitest'
import { failedAttemptReasons, reasonsFor } from './failed-attempt-rule.ts'

test('a rider can say that a shopper has no money of an order with something to pay only', () => {
  expect(reasonsFor({ toCollect: 0.25 })).toEqual(failedAttemptReasons)
  expect(reasonsFor({ toCollect: 0 })).toEqual(['no_answer', 'wrong_address', 'another_time', 'refused'])
})
