import { expect, test } from 'vitest'
import { mayFollow, orderStatuses } from './order-status.ts'

test('every pair of states is allowed or forbidden as the shop works', () => {
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
