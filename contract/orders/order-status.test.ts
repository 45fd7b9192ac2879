import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isFinal,
  mayFollow,
  nextStatus,
  type OrderStatus,
  openStatuses,
  orderStatuses,
  statusBefore,
  undoableStatuses,
} from './order-status.ts'

test('every transition is allowed or forbidden', () => {
  const allowed = [
    'Awaiting payment → Order Placed',
    'Awaiting payment → Cancelled',
    'Order Placed → Confirmed',
    'Order Placed → Cancelled',
    'Confirmed → Packing',
    'Confirmed → Cancelled',
    'Packing → Out for delivery',
    'Packing → Cancelled',
    'Out for delivery → Delivered',
    'Out for delivery → Cancelled',
  ]
  const found = orderStatuses.flatMap((from) =>
    orderStatuses.filter((to) => mayFollow(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(found.sort()).toEqual(allowed.sort())
})

test('each status but the final ones has one next step besides cancelling', () => {
  expect(orderStatuses.map((status) => [status, nextStatus(status)])).toEqual([
    ['Awaiting payment', 'Order Placed'],
    ['Order Placed', 'Confirmed'],
    ['Confirmed', 'Packing'],
    ['Packing', 'Out for delivery'],
    ['Out for delivery', 'Delivered'],
    ['Delivered', undefined],
    ['Cancelled', undefined],
  ])
  expect(orderStatuses.filter(isFinal)).toEqual(['Delivered', 'Cancelled'])
  expect(openStatuses).toEqual(['Order Placed', 'Confirmed', 'Packing', 'Out for delivery'])
})

test('undoing a status leads to the one that it followed; the first one and Cancelled can’t be undone', () => {
  expect(undoableStatuses).toEqual(['Confirmed', 'Packing', 'Out for delivery', 'Delivered'])
  for (const status of undoableStatuses) expect(nextStatus(statusBefore[status])).toBe(status)
})

test('any sequence of allowed transitions passes each status at most once and ends in one final status', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('Awaiting payment' as const, 'Order Placed' as const),
      fc.array(fc.constantFrom(...orderStatuses), { maxLength: 40 }),
      (first, tries) => {
        const passed: OrderStatus[] = [first]
        for (const to of tries) if (mayFollow(passed.at(-1) ?? first, to)) passed.push(to)
        expect(new Set(passed).size).toBe(passed.length)
        const end = passed.findIndex((status) => status === 'Delivered' || status === 'Cancelled')
        if (end !== -1) expect(end).toBe(passed.length - 1)
        if (passed.includes('Delivered')) expect(passed).not.toContain('Cancelled')
      },
    ),
    { seed: 7, numRuns: 500 },
  )
})
