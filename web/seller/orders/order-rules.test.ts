import { expect, test } from 'vitest'
import { canUndoDelivered, maySellerCancel } from './order-rules.ts'

test('the seller can cancel an order, unless it awaits payment', () => {
  expect(maySellerCancel('Packing')).toBe(true)
  expect(maySellerCancel('Awaiting payment')).toBe(false)
})

test('Delivered can be undone until midnight of the shop', () => {
  const at = (moment: string) => ({
    status: 'Delivered' as const,
    timeline: [{ status: 'Delivered' as const, at: moment }],
  })
  const now = Date.parse('2026-11-22T05:00:00.000Z')
  // 05:00 in UTC is noon in Bangkok, whose day began at 17:00 the day before.
  expect(canUndoDelivered(at('2026-11-21T17:00:00.000Z'), now)).toBe(true)
  expect(canUndoDelivered(at('2026-11-21T16:59:59.000Z'), now)).toBe(false)
  expect(canUndoDelivered({ ...at('2026-11-22T04:00:00.000Z'), status: 'Out for delivery' }, now)).toBe(false)
})
