import { expect, test } from 'vitest'
import { timelineOf } from './order-timeline.ts'

const at = (minute: number) => `2026-03-01T09:0${minute}:00.000Z`

test('past steps have their time, and future steps follow', () => {
  expect(
    timelineOf({
      status: 'Confirmed',
      timeline: [
        { status: 'Order Placed', at: at(0) },
        { status: 'Confirmed', at: at(3) },
      ],
    }),
  ).toEqual([
    { status: 'Order Placed', at: at(0) },
    { status: 'Confirmed', at: at(3) },
    { status: 'Packing', at: undefined },
    { status: 'Out for delivery', at: undefined },
    { status: 'Delivered', at: undefined },
  ])
})

test('a cancelled order has no future steps', () => {
  const timeline = [
    { status: 'Order Placed' as const, at: at(0) },
    { status: 'Cancelled' as const, at: at(1) },
  ]
  expect(timelineOf({ status: 'Cancelled', timeline })).toEqual(timeline)
})

test('an order that awaits payment has all steps in the future', () => {
  const steps = timelineOf({ status: 'Awaiting payment', timeline: [{ status: 'Awaiting payment', at: at(0) }] })
  expect(steps.map(({ status }) => status)).toEqual([
    'Awaiting payment',
    'Order Placed',
    'Confirmed',
    'Packing',
    'Out for delivery',
    'Delivered',
  ])
})
