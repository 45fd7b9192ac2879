import { expect, test } from 'vitest'
import { discountRows } from './discount-rows.tsx'

test('two discounts of the same name have a row each, with keys of their own', () => {
  const rows = discountRows(
    () => null,
    [
      { name: 'Deal', amount: 5 },
      { name: 'Deal', amount: 3 },
    ],
  )
  expect(rows.map(({ props }) => props)).toEqual([
    { term: 'Deal', children: ['−', '$5.00'] },
    { term: 'Deal', children: ['−', '$3.00'] },
  ])
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2)
})
