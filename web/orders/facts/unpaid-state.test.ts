import { expect, test } from 'vitest'
import { unpaidStateOf } from './unpaid-state.ts'

const payBy = '2026-03-01T09:30:00.000Z'
const end = Date.parse(payBy)
const card = { paymentType: 'Online', payBy } as const
const transfer = { paymentType: 'PromptPay', payBy } as const

test.each([
  ['by card before its time is over', card, end - 1, 'to pay'],
  ['by transfer before its time is over', transfer, end - 1, 'to transfer'],
  ['without a time to pay', { paymentType: 'Online' }, end, 'to pay'],
  ['whose shop rejected the slip', { ...transfer, slip: 'rejected' }, end - 1, 'to transfer'],
] as const)('an order %s can be paid', (_, order, now, state) => {
  expect(unpaidStateOf(order, now)).toBe(state)
})

test.each([
  ['by card', card],
  ['by transfer', transfer],
  ['whose shop rejected the slip', { ...transfer, slip: 'rejected' }],
] as const)('an order %s can’t be paid once its time is over', (_, order) => {
  expect(unpaidStateOf(order, end)).toBe('over')
})

test.each([end - 1, end + 60_000])('an order that is probably paid is never over, at %i', (now) => {
  expect(unpaidStateOf({ ...card, processing: true }, now)).toBe('processing')
  expect(unpaidStateOf({ ...transfer, slip: 'waiting' }, now)).toBe('slip waits')
  expect(unpaidStateOf({ ...transfer, processing: true, slip: 'waiting' }, now)).toBe('processing')
})
