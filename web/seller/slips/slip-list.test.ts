import { expect, test } from 'vitest'
import type { SellerSlip } from '../../../contract/entities/payment.ts'
import { mergedSlips } from './slip-list.ts'

const slip = (id: string, state: SellerSlip['state'] = 'waiting') => ({ id, state }) as SellerSlip
const shownAs = (slips: readonly SellerSlip[]) => slips.map(({ id, state }) => `${id} ${state}`)

test('a slip that was decided stays where it is, and a new one comes after those that wait', () => {
  const shown = [slip('1'), slip('2'), slip('0', 'confirmed')]
  const fresh = [slip('2'), slip('3'), slip('1', 'confirmed'), slip('0', 'confirmed')]
  expect(shownAs(mergedSlips(shown, fresh))).toEqual(['1 confirmed', '2 waiting', '3 waiting', '0 confirmed'])
})

test('new slips come before the decided ones when none waits', () => {
  expect(shownAs(mergedSlips([slip('0', 'rejected')], [slip('1'), slip('0', 'rejected')]))).toEqual([
    '1 waiting',
    '0 rejected',
  ])
  expect(shownAs(mergedSlips([], [slip('1'), slip('0', 'rejected')]))).toEqual(['1 waiting', '0 rejected'])
})

test('older slips are added at the end, and none twice', () => {
  const shown = [slip('3'), slip('2', 'confirmed')]
  expect(shownAs(mergedSlips(shown, [slip('2', 'confirmed'), slip('1', 'rejected')]))).toEqual([
    '3 waiting',
    '2 confirmed',
    '1 rejected',
  ])
})
