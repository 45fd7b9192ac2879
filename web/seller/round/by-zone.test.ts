import { expect, test } from 'vitest'
import type { ReadyOrder } from '../../../contract/calls/rider.ts'
import { byZoneAndTime } from './by-zone.ts'

const order = (number: number, zone: string, from?: string, by?: string) =>
  ({ number, zone: { name: zone }, from, by }) as ReadyOrder

test('orders are grouped by zone, the first one’s first, and in it by window', () => {
  const groups = byZoneAndTime([
    order(1, 'Silom', '09:00', '11:00'),
    order(2, 'Ari', '09:00', '11:00'),
    order(3, 'Silom', '11:00', '13:00'),
    order(4, 'Silom', '09:00', '11:00'),
  ])
  expect(groups.map((group) => group.map(({ number }) => number))).toEqual([[1, 4], [3], [2]])
})

test('orders that are promised by a time of their own are one group of their zone', () => {
  const groups = byZoneAndTime([
    order(1, 'Ari', undefined, '09:10'),
    order(2, 'Ari', undefined, '09:25'),
    order(3, 'Ari'),
  ])
  expect(groups.map((group) => group.map(({ number }) => number))).toEqual([[1, 2, 3]])
})
