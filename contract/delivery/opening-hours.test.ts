import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  closedWithin,
  closingTime,
  momentOf,
  nextOpening,
  type OpeningHours,
  openAt,
  openDaysOf,
  openedAt,
} from './opening-hours.ts'

const bangkok = 'Asia/Bangkok'
const berlin = 'Europe/Berlin'
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const daily = (from: string, to: string, closed: string[] = []): OpeningHours => ({
  week: everyDay.map((day) => ({ day, from, to })),
  closed,
})
/** A shop that is open from the evening to the morning, every day. */
const nightly = (from: string, to: string): OpeningHours => ({
  week: [...daily(from, '24:00').week, ...daily('00:00', to).week],
  closed: [],
})
/** A moment of Bangkok, seven hours ahead of UTC all year. */
const at = (text: string) => new Date(`${text}:00+07:00`)

describe('a day from eight to eight', () => {
  const hours = daily('08:00', '20:00')

  test('is open from its opening on, and closed at its closing', () => {
    expect(openAt(hours, at('2026-11-22T07:59'), bangkok)).toBe(false)
    expect(openAt(hours, at('2026-11-22T08:00'), bangkok)).toBe(true)
    expect(openAt(hours, at('2026-11-22T19:59'), bangkok)).toBe(true)
    expect(openAt(hours, at('2026-11-22T20:00'), bangkok)).toBe(false)
  })

  test('closes at eight, and opens at eight of the next morning', () => {
    expect(closingTime(hours, at('2026-11-22T12:00'), bangkok)).toEqual(at('2026-11-22T20:00'))
    expect(nextOpening(hours, at('2026-11-22T07:00'), bangkok)).toEqual(at('2026-11-22T08:00'))
    expect(nextOpening(hours, at('2026-11-22T08:00'), bangkok)).toEqual(at('2026-11-23T08:00'))
    expect(nextOpening(hours, at('2026-11-22T23:00'), bangkok)).toEqual(at('2026-11-23T08:00'))
  })

  test('has no closing time while it is closed', () => {
    expect(closingTime(hours, at('2026-11-22T21:00'), bangkok)).toBeUndefined()
  })
})

test('uses the hours of the day of the week', () => {
  const hours: OpeningHours = {
    week: [
      { day: 6, from: '09:00', to: '12:00' },
      { day: 6, from: '14:00', to: '18:00' },
    ],
    closed: [],
  }
  // 2026-11-21 is a Saturday.
  expect(openAt(hours, at('2026-11-20T10:00'), bangkok)).toBe(false)
  expect(openAt(hours, at('2026-11-21T10:00'), bangkok)).toBe(true)
  expect(openAt(hours, at('2026-11-21T13:00'), bangkok)).toBe(false)
  expect(closingTime(hours, at('2026-11-21T10:00'), bangkok)).toEqual(at('2026-11-21T12:00'))
  expect(nextOpening(hours, at('2026-11-21T10:00'), bangkok)).toEqual(at('2026-11-21T14:00'))
  expect(nextOpening(hours, at('2026-11-21T15:00'), bangkok)).toEqual(at('2026-11-28T09:00'))
})

test('hours until 24:00 continue at 00:00 of the next day without closing, unless it is closed', () => {
  const week = [
    { day: 1, from: '10:00', to: '24:00' },
    { day: 2, from: '00:00', to: '03:00' },
  ]
  const late = { week, closed: [] }
  // 2026-11-23 is a Monday.
  expect(openAt(late, at('2026-11-23T01:00'), bangkok)).toBe(false)
  expect(openAt(late, at('2026-11-23T23:59'), bangkok)).toBe(true)
  expect(openAt(late, at('2026-11-24T00:00'), bangkok)).toBe(true)
  expect(openAt(late, at('2026-11-24T02:59'), bangkok)).toBe(true)
  expect(openAt(late, at('2026-11-24T03:00'), bangkok)).toBe(false)
  expect(closingTime(late, at('2026-11-23T23:30'), bangkok)).toEqual(at('2026-11-24T03:00'))
  expect(closingTime(late, at('2026-11-24T01:00'), bangkok)).toEqual(at('2026-11-24T03:00'))
  expect(openedAt(late, at('2026-11-24T01:00'), bangkok)).toEqual(at('2026-11-23T10:00'))
  expect(nextOpening(late, at('2026-11-23T23:30'), bangkok)).toEqual(at('2026-11-30T10:00'))
  const holiday = { week, closed: ['2026-11-24'] }
  expect(openAt(holiday, at('2026-11-24T01:00'), bangkok)).toBe(false)
  expect(closingTime(holiday, at('2026-11-23T23:30'), bangkok)).toEqual(at('2026-11-24T00:00'))
})

test('a shop that never closes has no closing time and no next opening', () => {
  const always = daily('00:00', '24:00')
  expect(openAt(always, at('2026-11-22T03:00'), bangkok)).toBe(true)
  expect(closingTime(always, at('2026-11-22T03:00'), bangkok)).toBeUndefined()
  expect(nextOpening(always, at('2026-11-22T03:00'), bangkok)).toBeUndefined()
  const holidays = daily('00:00', '24:00', ['2026-12-31', '2027-01-01'])
  expect(closingTime(holidays, at('2026-11-22T03:00'), bangkok)).toEqual(at('2026-12-31T00:00'))
  expect(nextOpening(holidays, at('2026-11-22T03:00'), bangkok)).toEqual(at('2027-01-02T00:00'))
})

test('a shop without hours is never open', () => {
  const never: OpeningHours = { week: [], closed: [] }
  expect(openAt(never, at('2026-11-22T12:00'), bangkok)).toBe(false)
  expect(nextOpening(never, at('2026-11-22T12:00'), bangkok)).toBeUndefined()
  expect(closingTime(never, at('2026-11-22T12:00'), bangkok)).toBeUndefined()
})

test('finds the opening after a month of closed days', () => {
  const closed = Array.from({ length: 31 }, (_, day) => `2026-12-${String(day + 1).padStart(2, '0')}`)
  const hours = daily('08:00', '20:00', closed)
  expect(nextOpening(hours, at('2026-11-30T21:00'), bangkok)).toEqual(at('2027-01-01T08:00'))
})

describe('when the clocks change', () => {
  test('the shop opens by the clock on the wall, before and after', () => {
    // Berlin: summer time ends on 2026-10-25, and begins on 2026-03-29.
    const hours = daily('08:00', '20:00')
    expect(nextOpening(hours, new Date('2026-10-24T21:00Z'), berlin)).toEqual(new Date('2026-10-25T07:00Z'))
    expect(nextOpening(hours, new Date('2026-10-23T21:00Z'), berlin)).toEqual(new Date('2026-10-24T06:00Z'))
    expect(nextOpening(hours, new Date('2026-03-28T21:00Z'), berlin)).toEqual(new Date('2026-03-29T06:00Z'))
  })

  test('a night has an hour more in autumn and one less in spring', () => {
    const nights = nightly('22:00', '06:00')
    const length = (evening: string) => {
      const from = nextOpening(nights, new Date(`${evening}T12:00Z`), berlin) as Date
      return ((closingTime(nights, from, berlin) as Date).getTime() - from.getTime()) / 3_600_000
    }
    expect(length('2026-10-23')).toBe(8)
    expect(length('2026-10-24')).toBe(9)
    expect(length('2026-03-28')).toBe(7)
  })

  test('of an hour that comes twice the first counts, and one that is skipped has no opening', () => {
    expect(momentOf('2026-10-25', 150, berlin)).toEqual(new Date('2026-10-25T00:30Z'))
    expect(momentOf('2026-03-29', 150, berlin)).toEqual(new Date('2026-03-29T01:30Z'))
    const skipped: OpeningHours = { week: [{ day: 7, from: '02:00', to: '03:00' }], closed: [] }
    expect(nextOpening(skipped, new Date('2026-03-28T12:00Z'), berlin)).toEqual(new Date('2026-04-05T00:00Z'))
  })
})

describe('closed within some minutes', () => {
  const hours = daily('08:00', '20:00', ['2026-11-24', '2026-11-25'])
  const within = (text: string, minutes: number, of = hours) =>
    closedWithin(of, at(text), { minutes, timeZone: bangkok })

  test('is a shop that is closed now, from that moment to its next opening, past closed days', () => {
    expect(within('2026-11-22T21:04', 0)).toEqual({ from: at('2026-11-22T21:04'), opensAt: at('2026-11-23T08:00') })
    expect(within('2026-11-23T07:59', 0)).toEqual({ from: at('2026-11-23T07:59'), opensAt: at('2026-11-23T08:00') })
    expect(within('2026-11-23T20:00', 0)).toEqual({ from: at('2026-11-23T20:00'), opensAt: at('2026-11-26T08:00') })
    expect(within('2026-11-24T12:00', 30)).toEqual({ from: at('2026-11-24T12:00'), opensAt: at('2026-11-26T08:00') })
    const nights = nightly('18:00', '02:00')
    expect(within('2026-11-22T01:59', 0, nights)).toBeUndefined()
    expect(within('2026-11-22T02:00', 0, nights)?.opensAt).toEqual(at('2026-11-22T18:00'))
    const berlinNow = new Date('2026-10-24T19:00Z')
    expect(closedWithin(daily('08:00', '20:00'), berlinNow, { minutes: 0, timeZone: berlin })?.opensAt).toEqual(
      new Date('2026-10-25T07:00Z'),
    )
  })

  test('is an open one that closes sooner, not one that closes just then', () => {
    expect(within('2026-11-22T12:00', 30)).toBeUndefined()
    expect(within('2026-11-22T19:30', 30)).toBeUndefined()
    expect(within('2026-11-22T19:31', 0)).toBeUndefined()
    expect(within('2026-11-22T19:31', 30)).toEqual({ from: at('2026-11-22T20:00'), opensAt: at('2026-11-23T08:00') })
  })

  test('has no opening if no day to come is open', () => {
    expect(within('2026-11-22T12:00', 0, { week: [], closed: [] })).toEqual({
      from: at('2026-11-22T12:00'),
      opensAt: null,
    })
    expect(within('2026-11-22T12:00', 60, daily('00:00', '24:00'))).toBeUndefined()
  })
})

test('the answers agree with each other at every moment', () => {
  const zones = [bangkok, berlin, 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Apia']
  const clock = (quarter: number) =>
    `${String(quarter >> 2).padStart(2, '0')}:${String((quarter & 3) * 15).padStart(2, '0')}`
  const times = fc.uniqueArray(fc.integer({ min: 0, max: 24 * 4 }), { minLength: 2, maxLength: 2 })
  const span = fc.tuple(fc.integer({ min: 1, max: 7 }), times).map(([day, quarters]) => {
    const [from = 0, to = 0] = quarters.sort((a, b) => a - b)
    return { day, from: clock(from), to: clock(to) }
  })
  fc.assert(
    fc.property(
      fc.array(span, { maxLength: 6 }),
      fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2026, 11, 31) / 60_000 }),
      fc.constantFrom(...zones),
      (week, minute, zone) => {
        const hours = { week, closed: ['2026-07-01'] }
        const moment = new Date(minute * 60_000)
        const closing = closingTime(hours, moment, zone)
        const opening = nextOpening(hours, moment, zone)
        if (closing) {
          expect(openAt(hours, moment, zone)).toBe(true)
          expect(openAt(hours, new Date(closing.getTime() - 1), zone)).toBe(true)
          expect(openAt(hours, closing, zone)).toBe(false)
        }
        if (opening) {
          expect(opening > moment).toBe(true)
          expect(openAt(hours, opening, zone)).toBe(true)
          expect(openAt(hours, new Date(opening.getTime() - 1), zone)).toBe(false)
        }
        const isOpen = openAt(hours, moment, zone)
        if (!isOpen) expect(closing).toBeUndefined()
        const opensAt = opening ?? null
        const now = closedWithin(hours, moment, { minutes: 0, timeZone: zone })
        expect(now).toEqual(isOpen ? undefined : { from: moment, opensAt })
        const minutes = 600
        const soon = closedWithin(hours, moment, { minutes, timeZone: zone })
        const isSoon = closing && closing.getTime() < moment.getTime() + minutes * 60_000
        if (isOpen) expect(soon).toEqual(isSoon ? { from: closing, opensAt } : undefined)
      },
    ),
    { numRuns: 60 },
  )
})

describe('the hours of a week as people say them', () => {
  const on = (days: number[], from: string, to: string) => days.map((day) => ({ day, from, to }))
  const everyDay = [1, 2, 3, 4, 5, 6, 7]

  test('are one for all seven days if they are the same, however they are sorted', () => {
    expect(openDaysOf(on(everyDay, '08:00', '21:00'))).toEqual([{ first: 1, last: 7, hours: ['08:00–21:00'] }])
    const twice = [...on(everyDay, '13:00', '21:00'), ...on([...everyDay].reverse(), '08:00', '12:00')]
    expect(openDaysOf(twice)).toEqual([{ first: 1, last: 7, hours: ['08:00–12:00', '13:00–21:00'] }])
  })

  test('are told apart where one day differs or is closed', () => {
    expect(openDaysOf([...on([1, 2, 3, 4, 5], '08:00', '20:00'), ...on([7], '09:00', '24:00')])).toEqual([
      { first: 1, last: 5, hours: ['08:00–20:00'] },
      { first: 7, last: 7, hours: ['09:00–24:00'] },
    ])
    expect(openDaysOf(on([1, 3], '08:00', '20:00'))).toEqual([
      { first: 1, last: 1, hours: ['08:00–20:00'] },
      { first: 3, last: 3, hours: ['08:00–20:00'] },
    ])
    expect(openDaysOf([])).toEqual([])
  })
})
