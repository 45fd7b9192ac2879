import { expect, test } from 'vitest'
import { withChanges } from './with-changes.ts'

const before = { name: 'Talad', phone: '021234567', closed: ['2026-12-05'] }

test('what was changed in a form goes over what a colleague saved, and what wasn’t stays theirs', () => {
  const theirs = { name: 'Talad Silom', phone: '029999999', closed: ['2026-12-05', '2026-12-10'] }
  expect(withChanges(theirs, { before, draft: { ...before, phone: '028888888' } })).toEqual({
    ...theirs,
    phone: '028888888',
  })
  const reopened = { ...theirs, closed: ['2026-12-10'] }
  expect(withChanges(theirs, { before, draft: { ...before, closed: [] } })).toEqual(reopened)
})

test('a list that was opened and closed without a change stays the colleague’s', () => {
  const theirs = { ...before, closed: [] }
  expect(withChanges(theirs, { before, draft: { ...before, closed: [...before.closed] } })).toEqual(theirs)
})

test('each closed day, and each day of the week, is a field: a colleague’s others stay', () => {
  const week = (monday: string, tuesday: string) => [
    { day: 1, from: monday, to: '20:00' },
    { day: 2, from: tuesday, to: '20:00' },
  ]
  const hours = { closed: ['2026-12-05'], week: week('08:00', '08:00') }
  const theirs = { closed: ['2026-12-05', '2026-12-10'], week: week('10:00', '08:00') }
  const draft = { closed: ['2026-12-24'], week: week('08:00', '09:00') }
  expect(withChanges(theirs, { before: hours, draft })).toEqual({
    closed: ['2026-12-10', '2026-12-24'],
    week: week('10:00', '09:00'),
  })
  // The same day changed by both: as it was typed here.
  const both = { ...hours, week: week('07:00', '08:00') }
  expect(withChanges(theirs, { before: hours, draft: both }).week).toEqual([week('', '08:00')[1], week('07:00', '')[0]])
})

test('each weekday of a delivery time is a field, too', () => {
  const before = { days: [1, 2, 3] }
  expect(withChanges({ days: [2, 3] }, { before, draft: { days: [1, 3] } })).toEqual({ days: [3] })
})

test('a list whose order counts is one field', () => {
  const tiers = (fee: string) => ({
    tiers: [
      { from: '0', fee },
      { from: '500', fee: '0' },
    ],
  })
  expect(withChanges(tiers('40'), { before: tiers('30'), draft: tiers('35') })).toEqual(tiers('35'))
})
