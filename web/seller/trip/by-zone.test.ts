import { expect, test } from 'vitest'
import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { byZoneAndTime, splitByDay } from './by-zone.ts'

const order = (number: number, zone: string, from?: string, promisedAt?: string) =>
  ({ number, zone: { name: zone }, from, promisedAt }) as ReadyOrder

const numbersOf = (groups: readonly ReadyOrder[][]) => groups.map((group) => group.map(({ number }) => number))

test('orders are grouped by zone and window, the group of the first one first', () => {
  const groups = byZoneAndTime([
    order(1, 'Silom', '09:00', '11:00'),
    order(2, 'Ari', '09:00', '11:00'),
    order(4, 'Silom', '09:00', '11:00'),
    order(3, 'Silom', '11:00', '13:00'),
  ])
  expect(numbersOf(groups)).toEqual([[1, 4], [2], [3]])
})

test('a zone’s order that is due later comes after another zone’s, also if both zones have earlier ones', () => {
  const groups = byZoneAndTime([
    order(1, 'Silom', '23:00', '00:30'),
    order(2, 'Ari', undefined, '00:41'),
    order(3, 'Silom', undefined, '01:05'),
    order(4, 'Ari', undefined, '01:10'),
  ])
  expect(numbersOf(groups)).toEqual([[1], [2, 4], [3]])
})

test('orders for windows of later days are apart from today’s, late ones, and ASAP orders', () => {
  // A day of Bangkok begins at 17:00 UTC.
  const orders = [
    order(1, 'Ari', '2026-11-22T16:00:00Z', '2026-11-22T18:00:00Z'),
    order(2, 'Ari', '2026-11-23T10:00:00Z', '2026-11-23T12:00:00Z'),
    order(3, 'Ari', '2026-11-23T17:00:00Z', '2026-11-23T19:00:00Z'),
    order(4, 'Ari', undefined, '2026-11-23T16:59:00Z'),
    order(5, 'Ari', undefined, '2026-11-23T17:01:00Z'),
    order(6, 'Ari'),
  ]
  const numbers = (of: readonly ReadyOrder[]) => of.map(({ number }) => number)
  const { current, later } = splitByDay(orders, { timeZone: 'Asia/Bangkok', now: new Date('2026-11-23T08:00:00Z') })
  expect([numbers(current), numbers(later)]).toEqual([[1, 2, 4, 5, 6], [3]])
})

test('orders that are promised by a time of their own are one group of their zone', () => {
  const groups = byZoneAndTime([
    order(1, 'Ari', undefined, '09:10'),
    order(2, 'Ari', undefined, '09:25'),
    order(3, 'Ari'),
  ])
  expect(numbersOf(groups)).toEqual([[1, 2, 3]])
})
