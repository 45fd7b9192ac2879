import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'order'))).toEqual(['0 orders', '1 order', '2 orders'])
  expect([1, 2].map((count) => counted(count, 'picture of a slip', 'pictures of slips'))).toEqual([
    '1 picture of a slip',
    '2 pictures of slips',
  ])
})
