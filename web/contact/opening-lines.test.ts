import { expect, test } from 'vitest'
import { shop } from '../shop.ts'
import { closedDaysTexts, openingLines } from './opening-lines.ts'

const contact = { ...shop.contact, hours: 'Every day 8:00 to 21:00' }

test('the contact page has the opening hours of deliveries, not words that were written before they changed', () => {
  const openDays = [
    { first: 1, last: 5, hours: ['08:00–12:00', '13:00–20:00'] },
    { first: 6, last: 6, hours: ['09:00–12:00'] },
  ]
  expect(openingLines({ contact, openDays, hiddenSamples: [] })).toEqual([
    'Monday–Friday 08:00–12:00, 13:00–20:00',
    'Saturday 09:00–12:00',
  ])
})

test('a shop without opening hours has the words of its owner, if there are any', () => {
  expect(openingLines({ contact, hiddenSamples: [] })).toEqual(['Every day 8:00 to 21:00'])
  expect(openingLines({ contact, openDays: [], hiddenSamples: [] })).toEqual(['Every day 8:00 to 21:00'])
  expect(openingLines({ contact, hiddenSamples: ['hours'] })).toEqual([])
  const { hours: _hours, hoursTh: _hoursTh, ...without } = contact
  expect(openingLines({ contact: without, hiddenSamples: [] })).toEqual([])
})

test('days on which the shop is closed are named with their weekday', () => {
  expect(closedDaysTexts(['2026-11-26', '2026-12-05'], '2026-11-20')).toEqual(['Closed on Thu 26 Nov, Sat 5 Dec'])
})

test('today and tomorrow come first if the shop is closed then, and aren’t among the other days', () => {
  const days = ['2026-11-30', '2026-12-01', '2026-12-05']
  expect(closedDaysTexts(days, '2026-11-29')).toEqual([
    'Closed tomorrow (Monday 30 November)',
    'Closed on Tue 1 Dec, Sat 5 Dec',
  ])
  const [today, tomorrow] = ['Closed today (Monday 30 November)', 'Closed tomorrow (Tuesday 1 December)']
  expect(closedDaysTexts(days, '2026-11-30')).toEqual([today, tomorrow, 'Closed on Sat 5 Dec'])
  expect(closedDaysTexts(days.slice(0, 1), '2026-11-30')).toEqual([today])
})
