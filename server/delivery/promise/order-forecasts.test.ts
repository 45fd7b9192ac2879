import { describe, expect, test } from 'vitest'
import {
  type Forecast,
  forecastsOf,
  type OpenOrder,
  type RecentDurations,
  type Shift,
  type Work,
} from './order-forecasts.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 22, 5, 0)
const shift = (from: number, to: number): Shift => ({ from: now + from * minute, to: now + to * minute })
const longShift = shift(-60, 600)
/** A duration that is the same each time, so that the expected minutes are whole. */
const always = (minutes: number, sigma = 0) => ({ minutes, sigma })
const durations: RecentDurations = {
  line: always(1),
  handOver: always(2),
  rides: new Map([
    ['near', always(10)],
    ['far', always(20)],
  ]),
}

type NamedOrder = OpenOrder & { name: string }
/** An order of three lines, whose stage began some minutes ago. */
const order = (name: string, stage: OpenOrder['stage'], ago = 0, zone = 'near'): NamedOrder => ({
  name,
  lines: 3,
  zone,
  stage,
  since: now - ago * minute,
})
const forecasts = (open: NamedOrder[], work: Partial<Work> = {}, z = 0): Forecast<NamedOrder>[] =>
  forecastsOf({ now, pickers: [longShift], riders: [longShift], durations, ...work, open }, z)
/** The names of orders with the minutes until they are delivered. */
const deliveries = (...args: Parameters<typeof forecasts>) =>
  forecasts(...args).map(({ order: { name }, delivered }) => [name, delivered.mean])

describe('an order in an idle shop', () => {
  test('is picked, packed and delivered without a wait', () => {
    const one = order('one', 'waiting')
    expect(forecasts([one])).toEqual([
      {
        order: one,
        waitForPicker: 0,
        pick: 3,
        handOver: 2,
        waitForRider: 0,
        ride: 10,
        delivered: { mean: 15, variance: 0 },
        isNextShift: false,
      },
    ])
  })

  test('of a zone without a ride is an error', () => {
    expect(() => forecasts([order('gone', 'ready', 0, 'removed')])).toThrow('removed')
  })
})

describe('an order after others', () => {
  test('waits for the picker until the one before it is handed over, and for the rider’s way there and back', () => {
    const [, second] = forecasts([order('first', 'waiting', 0, 'far'), order('second', 'waiting')])
    // The first is packed after 5 minutes and delivered after 25; its rider is back after 45.
    expect(second).toMatchObject({ waitForPicker: 5, pick: 3, handOver: 2, waitForRider: 35, ride: 10 })
    expect(second?.delivered.mean).toBe(55)
  })

  test('doesn’t wait with a picker and a rider more', () => {
    const two = [longShift, longShift]
    const open = [order('first', 'waiting', 0, 'far'), order('second', 'waiting')]
    expect(deliveries(open, { pickers: two, riders: two })).toEqual([
      ['first', 25],
      ['second', 15],
    ])
  })

  test('that is picked or on its way waits for what is left of it', () => {
    const [riding, picking, waiting] = forecasts([
      order('waiting', 'waiting'),
      order('picking', 'picking', 1),
      order('riding', 'riding', 4),
    ])
    expect(riding).toMatchObject({ order: { name: 'riding' }, pick: 0, handOver: 0, ride: 6, delivered: { mean: 6 } })
    // Packed after 2 and 2 minutes; the rider is back after 6 and 10.
    expect(picking).toMatchObject({ order: { name: 'picking' }, pick: 2, handOver: 2, waitForRider: 12, ride: 10 })
    expect(waiting).toMatchObject({ order: { name: 'waiting' }, waitForPicker: 4, pick: 3, waitForRider: 27 })
  })

  test('waits only for the rest of the way back of a rider who has delivered', () => {
    expect(deliveries([order('returning', 'returning', 4), order('ready', 'ready')])).toEqual([
      ['returning', 6],
      ['ready', 16],
    ])
  })

  test('leaves before those that aren’t packed, whenever they were promised', () => {
    const open = [order('waiting', 'waiting'), order('picking', 'picking', 1), order('ready', 'ready')]
    expect(deliveries(open)).toEqual([
      ['ready', 10],
      ['picking', 30],
      ['waiting', 50],
    ])
  })
})

describe('a shift', () => {
  test('without a picker leaves those that aren’t picked, and all after them; without a rider those on their way stay', () => {
    const open = [order('waiting', 'waiting'), order('riding', 'riding', 4)]
    expect(deliveries(open, { pickers: [] })).toEqual([])
    expect(deliveries(open, { riders: [] })).toEqual([['riding', 6]])
  })

  test('that begins later makes an order wait, and says so', () => {
    const later = shift(30, 600)
    expect(forecasts([order('one', 'waiting')], { pickers: [later] })).toMatchObject([
      { waitForPicker: 30, isNextShift: true, delivered: { mean: 45 } },
    ])
    expect(forecasts([order('one', 'waiting')], { riders: [later] })).toMatchObject([
      { waitForPicker: 0, waitForRider: 25, isNextShift: true, delivered: { mean: 40 } },
    ])
  })

  test('has only work that begins before its end, also if it ends later', () => {
    const two = [order('first', 'waiting'), order('second', 'waiting')]
    const pickedUntil = (to: number) => deliveries(two, { pickers: [shift(-60, to)] }).map(([name]) => name)
    // The second begins to be picked after 5 minutes, and is packed after 10.
    expect(pickedUntil(6)).toEqual(['first', 'second'])
    expect(pickedUntil(5)).toEqual([])
    const sentUntil = (to: number) => deliveries(two, { riders: [shift(-60, to)] }).map(([name]) => name)
    expect(sentUntil(26)).toEqual(['first', 'second'])
    expect(sentUntil(25)).toEqual(['first'])
  })

  test('has work that begins before its end with the certainty that is asked for', () => {
    const varying = { ...durations, line: always(1, 0.5) }
    const two = [order('first', 'waiting'), order('second', 'waiting')]
    // The second begins after 5.4 minutes, with a standard deviation of 1.8.
    const sent = (z: number) => deliveries(two, { durations: varying, pickers: [shift(-60, 7)] }, z).length
    expect([sent(0.8), sent(1)]).toEqual([2, 0])
  })

  test('whose rider is on the way is the one that ends first of those in which the ride began', () => {
    const riders = [shift(-60, 600), shift(-60, 5), shift(-2, 600)]
    const open = [order('riding', 'riding', 4), order('a', 'ready'), order('b', 'ready'), order('c', 'ready')]
    // The rider whose shift ends soon is away until then; the others each deliver one, and one of them another.
    expect(deliveries(open, { riders })).toEqual([
      ['riding', 6],
      ['a', 10],
      ['b', 10],
      ['c', 30],
    ])
  })

  test('that began after the ride isn’t its rider’s', () => {
    const riders = [shift(-60, 30), shift(-2, 5)]
    expect(deliveries([order('riding', 'riding', 4), order('a', 'ready'), order('b', 'ready')], { riders })).toEqual([
      ['riding', 6],
      ['a', 10],
      ['b', 26],
    ])
  })

  test('that has ended has nobody, and takes the ride that began in it along', () => {
    const riders = [shift(-60, -1), shift(-60, 600)]
    expect(deliveries([order('riding', 'riding', 4), order('ready', 'ready')], { riders })).toEqual([
      ['riding', 6],
      ['ready', 10],
    ])
  })
})
