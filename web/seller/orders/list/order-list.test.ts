import { expect, test } from 'vitest'
import type { SellerOrder } from '../../../../contract/entities/order.ts'
import type { OrderStatus } from '../../../../contract/orders/order-status.ts'
import { listOf } from '../../../client/live-orders.ts'
import { withOrder } from '../../order-ui/with-order.ts'
import { isFurther, isMoved, withChangedStatuses } from './order-list.ts'

const order = (id: number, status: OrderStatus = 'Order Placed') =>
  ({ _id: `0${id}`, number: id, status }) as SellerOrder
const list = listOf({ orders: [order(5), order(4), order(3)], nextCursor: '03' })

test('updates one order, or the statuses of events, in place', () => {
  expect(withOrder(list, order(4, 'Packing')).orders[1]?.status).toBe('Packing')
  const changed = withChangedStatuses(list, [
    { order: '03', status: 'Delivered' },
    { order: '05', status: 'Lost' },
    { order: '04' },
  ])
  expect(changed.orders.map(({ status }) => status)).toEqual(['Order Placed', 'Order Placed', 'Delivered'])
})

test('ignores a late event with an earlier status', () => {
  const moved = withOrder(list, order(4, 'Packing'))
  const late = [
    { order: '04', status: 'Confirmed' },
    { order: '03', status: 'Awaiting payment' },
  ]
  expect(withChangedStatuses(moved, late).orders.map(({ status }) => status)).toEqual([
    'Order Placed',
    'Packing',
    'Order Placed',
  ])
  const ended = withOrder(list, order(4, 'Cancelled'))
  expect(withChangedStatuses(ended, late).orders[1]?.status).toBe('Cancelled')
})

test('an order has moved if it was read with another status, whichever', () => {
  const was = { orderId: '04', status: 'Packing' } as const
  const read = (['Confirmed', 'Packing', 'Out for delivery'] as const).map((status) => order(4, status))
  expect(read.map((each) => isMoved(was, each))).toEqual([true, false, true])
  expect(isMoved(was, order(5, 'Confirmed'))).toBe(false)
})

test('an order is further on by an event of a later step, not by a late event of an earlier one', () => {
  const was = { orderId: 'one', status: 'Out for delivery' } as const
  expect(isFurther(was, { order: 'one', status: 'Delivered' })).toBe(true)
  for (const status of ['Out for delivery', 'Packing', 'Confirmed', 'unknown', undefined])
    expect(isFurther(was, { order: 'one', ...(status && { status }) }), status).toBe(false)
  expect(isFurther(was, { order: 'two', status: 'Delivered' })).toBe(false)
  expect(isFurther({ orderId: 'one', status: 'Delivered' }, { order: 'one', status: 'Out for delivery' })).toBe(false)
})
