import { expect, test } from 'vitest'
import { shop } from '../shop.ts'
import { closedDaysText, openingLines } from './opening-lines.ts'

const contact = { ...shop.contact, hours: 'Every day 8:00 to 21:00' }

test('the contact page has the opening hours of deliveries, not words that were written before they changed', () => {
  const openDays = [
    { first: 1, last: 5, hours: ['08:00–12:00', '13:00–20:00'] },
    { first: 6, last: 6, hours: ['09:00–12:00'] },
  ]
  expect(openingLines({ contact, openDays })).toEqual([
    'Monday–Friday 08:00–12:00, 13:00–20:00',
    'Saturday 09:00–12:00',
  ])
})

test('a shop without opening hours has the words of its owner, if there are any', () => {
  expect(openingLines({ contact })).toEqual(['Every day 8:00 to 21:00'])
  expect(openingLines({ contact, openDays: [] })).toEqual(['Every day 8:00 to 21:00'])
  const { hours: _hours, hoursTh: _hoursTh, ...without } = contact
  expect(openingLines({ contact: without })).toEqual([])
})

test('days on which the shop is closed are named with their weekday', () => {
  expect(closedDaysText(['2026-11-26', '2026-12-05'])).toBe('Closed on Thu 26 Nov, Sat 5 Dec')
})
