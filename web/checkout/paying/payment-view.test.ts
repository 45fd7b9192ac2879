import { expect, test } from 'vitest'
import type { Slip } from '../../../contract/entities/payment.ts'
import { viewOf } from './payment-view.ts'

const expiresAt = '2026-03-01T09:30:00.000Z'
const before = Date.parse(expiresAt) - 1
const after = Date.parse(expiresAt)
const slip = (state: Slip['state']): Slip => ({ state, at: '2026-03-01T09:10:00.000Z' })
const awaiting = { status: 'Awaiting payment' as const, slip: null, expiresAt }

test.each([
  ['pay', awaiting, before],
  ['over', awaiting, after],
  ['looking', { ...awaiting, slip: slip('waiting') }, before],
  // While a slip waits the order isn't cancelled.
  ['looking', { ...awaiting, slip: slip('waiting') }, after],
  ['rejected', { ...awaiting, slip: slip('rejected') }, before],
  ['over', { ...awaiting, slip: slip('rejected') }, after],
  ['placed', { ...awaiting, status: 'Order Placed' as const, slip: slip('confirmed') }, before],
  ['placed', { ...awaiting, status: 'Packing' as const }, after],
  ['cancelled', { ...awaiting, status: 'Cancelled' as const }, before],
  ['cancelled', { ...awaiting, status: 'Cancelled' as const, slip: slip('rejected') }, before],
  // The money may have come: the shop looks, and refunds it.
  ['looking', { ...awaiting, status: 'Cancelled' as const, slip: slip('waiting') }, after],
] as const)('shows %s', (view, payment, now) => {
  expect(viewOf(payment, now)).toBe(view)
})
