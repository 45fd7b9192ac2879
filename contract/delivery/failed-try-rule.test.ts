import { expect, test } from 'vitest'
import { failedTryReasons, reasonsFor } from './failed-try-rule.ts'

test('a rider can say that a shopper has no money of an order with something to pay only', () => {
  expect(reasonsFor({ toCollect: 0.25 })).toEqual(failedTryReasons)
  expect(reasonsFor({ toCollect: 0 })).toEqual(['no_answer', 'wrong_address', 'another_time', 'refused'])
})
