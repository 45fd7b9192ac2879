import { expect, test } from 'vitest'
import { ordersOutWithoutStep } from './orders-out.ts'

test('orders count that are out with riders of a newly required role who have no second step', () => {
  const members = [
    { role: 'rider' as const, secondFactors: [], ordersOut: 2 },
    { role: 'rider' as const, secondFactors: ['app' as const], ordersOut: 4 },
    { role: 'manager' as const, secondFactors: [], ordersOut: 1 },
  ]
  expect(ordersOutWithoutStep(members, { required: [], chosen: ['rider'] })).toBe(2)
  expect(ordersOutWithoutStep(members, { required: [], chosen: ['rider', 'manager'] })).toBe(3)
  expect(ordersOutWithoutStep(members, { required: ['rider'], chosen: ['rider'] })).toBe(0)
  expect(ordersOutWithoutStep(members, { required: [], chosen: [] })).toBe(0)
})
