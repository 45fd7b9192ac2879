import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { halfLifeMinutes, learn, priors } from './learn-durations.ts'
import type { OpenOrder } from './order-forecasts.ts'
import { delaysOf, type PromiseRequest, promiseFor } from './promise.ts'
import { observedDurationsOf, recentDurationsOf } from './recent-durations.ts'

/*
 * The expected minutes were worked out by a program of their own, by the formulas of docs/promise.md.
 */

const minute = 60_000
const now = Date.UTC(2026, 10, 22, 5, 0)
const ago = (minutes: number) => now - minutes * minute
const staff = (count: number, from = -120, to = 480) =>
  Array.from({ length: count }, () => ({ from: now + from * minute, to: now + to * minute }))
const zones = [
  { id: 'near', rideMinutes: 8 },
  { id: 'far', rideMinutes: 15 },
]
const newShop = recentDurationsOf(observedDurationsOf([], now), { zones, to: new Set(['near', 'far']), now })
const request = (more: Partial<PromiseRequest> = {}): PromiseRequest => ({
  now,
  lines: 10,
  zone: 'near',
  open: [],
  pickers: staff(1),
  riders: staff(2),
  durations: newShop,
  limitMinutes: 90,
  ...more,
})
const order = (stage: OpenOrder['stage'], since: number, more: Partial<OpenOrder> = {}): OpenOrder => ({
  lines: 10,
  zone: 'near',
  stage,
  since: ago(since),
  ...more,
})
function minutesOf(more: Partial<PromiseRequest> = {}): number {
  const promise = promiseFor(request(more))
  if (promise.promisedAt === null) throw new Error(`no promise: ${promise.why}`)
  return promise.minutes
}

describe('an empty shop', () => {
  test('promises the pick, the packing and the ride, and about half as much again', () => {
    const promise = promiseFor(request())
    // Ten lines at 45 seconds, three minutes to pack and eight to ride are 18.5 minutes.
    expect(promise).toEqual({
      promisedAt: now + 26 * minute,
      minutes: 26,
      // Medians times e^(σ² / 2), for spreads of 0.2, 0.35 and 0.3; together 19.2092.
      parts: {
        waitForPicker: 0,
        pick: expect.closeTo(7.6515, 4),
        handOver: expect.closeTo(3.1895, 4),
        waitForRider: 0,
        ride: expect.closeTo(8.3682, 4),
        reserve: expect.closeTo(6.7908, 4),
      },
    })
  })

  test('promises whole minutes of the clock', () => {
    const promise = promiseFor(request({ now: now + 12_345 }))
    expect((promise.promisedAt ?? 0) % minute).toBe(0)
  })

  test('promises nothing beyond the limit', () => {
    expect(minutesOf({ limitMinutes: 26 })).toBe(26)
    expect(promiseFor(request({ limitMinutes: 25 }))).toEqual({ promisedAt: null, why: 'over_limit' })
  })
})

describe('the queue', () => {
  test('with one picker each waiting order adds what its picking takes', () => {
    const waiting = [order('picking', 2), order('waiting', 1), order('waiting', 0)]
    expect([0, 1, 2, 3].map((count) => minutesOf({ open: waiting.slice(0, count) }))).toEqual([26, 36, 48, 59])
  })

  test('a second picker takes the next order at once', () => {
    const open = [order('picking', 2)]
    expect([minutesOf({ open }), minutesOf({ open, pickers: staff(2) })]).toEqual([36, 26])
  })

  test('a large order ahead takes longer than a small one', () => {
    expect([3, 30].map((lines) => minutesOf({ open: [order('waiting', 0, { lines })] }))).toEqual([32, 58])
  })

  test('the more of a pick is done, the sooner its picker is free', () => {
    expect([0, 2, 4, 6].map((since) => minutesOf({ open: [order('picking', since)] }))).toEqual([38, 36, 34, 32])
  })

  test('a pick that takes very long is not expected to end this minute', () => {
    // Another ten minutes are expected, give or take as much.
    expect(minutesOf({ open: [order('picking', 60)], limitMinutes: 300 })).toBe(56)
  })

  test('riders come back from the far zone before they leave again', () => {
    const riders = staff(1)
    expect(minutesOf({ riders, open: [order('riding', 0)] })).toBe(35)
    expect(minutesOf({ riders, open: [order('riding', 0, { zone: 'far' })] })).toBe(56)
    expect(minutesOf({ riders, open: [order('returning', 4, { zone: 'far' })] })).toBe(32)
    expect(minutesOf({ riders: staff(2), open: [order('riding', 0, { zone: 'far' })] })).toBe(26)
  })

  test('packed orders leave before this one', () => {
    const riders = staff(1)
    expect(minutesOf({ riders, open: [order('ready', 1)] })).toBe(35)
    expect(minutesOf({ riders, open: [order('ready', 1), order('ready', 0)] })).toBe(54)
  })

  test('never promises less to the same order if more is open', () => {
    const stage = fc.constantFrom<OpenOrder['stage']>('waiting', 'ready')
    const open = fc.array(
      fc.record({ stage, lines: fc.integer({ min: 1, max: 40 }), zone: fc.constantFrom('near', 'far') }),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(open, fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 4 }), (orders, pickers, riders) => {
        const listed = orders.map((each) => ({ ...each, since: now }))
        const ask = (count: number) =>
          minutesOf({
            open: listed.slice(0, count),
            pickers: staff(pickers, -60, 5000),
            riders: staff(riders, -60, 5000),
            limitMinutes: 5000,
          })
        // A waiting order may find another picker free than without it: a minute of rounding.
        expect(ask(listed.length)).toBeGreaterThanOrEqual(ask(0) - 1)
      }),
      { numRuns: 200 },
    )
  })
})

describe('the shifts', () => {
  test('without pickers or riders nothing is promised, and it says why', () => {
    expect(promiseFor(request({ pickers: [] }))).toEqual({ promisedAt: null, why: 'no_picker' })
    expect(promiseFor(request({ riders: [] }))).toEqual({ promisedAt: null, why: 'no_rider' })
    expect(promiseFor(request({ riders: staff(2, -300, 0) }))).toEqual({ promisedAt: null, why: 'no_rider' })
    expect(promiseFor(request({ pickers: staff(1, 91, 300) }))).toEqual({ promisedAt: null, why: 'no_picker' })
  })

  test('an order before the first shift waits for it', () => {
    expect(minutesOf({ pickers: staff(1, 20) })).toBe(26 + 20)
  })

  test('a picker whose shift ends before the pick could begin isn’t counted on', () => {
    const open = [order('picking', 1), order('waiting', 0)]
    expect(promiseFor(request({ open, pickers: staff(1, -60, 15) })).promisedAt).toBeNull()
    expect(minutesOf({ open, pickers: [...staff(1, -60, 15), ...staff(1, 30)] })).toBe(26 + 30)
  })

  test('a picker who stays to finish an order takes no other', () => {
    const leaving = staff(1, -60, -1)
    expect(minutesOf({ open: [order('picking', 8)], pickers: [...leaving, ...staff(1, -1)] })).toBe(26)
  })

  test('more orders on the road than riders are no mistake', () => {
    const open = [order('riding', 3), order('riding', 2), order('riding', 1)]
    // The first of them comes back to take this one.
    expect(minutesOf({ open, riders: staff(1) })).toBe(32)
  })
})

describe('what was seen recently', () => {
  const seen = (minutes: number, count: number, since = 0) =>
    Array.from({ length: count }, (_, index) => ({ minutes: minutes * (index % 2 ? 1.1 : 1 / 1.1), at: ago(since) }))

  test('the prior counts less the more was seen', () => {
    const medians = [0, 5, 50].map((count) => learn(priors.line, seen(1, count), now).minutes)
    // The prior counts as three: e^((3 ln 0.75 − ln 1.1) / 8), and 0.75^(3/53).
    expect(medians).toEqual([0.75, expect.closeTo(0.8871, 4), expect.closeTo(0.98385, 5)])
  })

  test('a regular pace narrows the spread', () => {
    // The variances of 15 orders with a spread of 0.2 and of 60 with ln 1.1.
    expect(learn(priors.line, [], now)).toEqual({ minutes: 0.75, sigma: 0.2 })
    expect(learn(priors.line, seen(0.75, 60), now)).toEqual({
      minutes: expect.closeTo(0.75, 10),
      sigma: expect.closeTo(0.12356, 5),
    })
  })

  test('a wrong prior widens the spread at first', () => {
    expect(learn(priors.line, seen(1.4, 3), now).sigma).toBeCloseTo(0.25283, 5)
  })

  test('one observation counts half after each span of time', () => {
    // The prior counts as eight: 2^(10/18).
    expect(learn(priors.ride, seen(2, 10), now).minutes).toBeCloseTo(1.46973, 5)
    expect(learn(priors.ride, seen(2, 20, halfLifeMinutes), now).minutes).toBeCloseTo(1.46973, 5)
  })

  test('a delivery that was entered the next morning doesn’t count as a ride of fifteen hours', () => {
    const ride = learn(priors.ride, [...seen(1, 20), { minutes: 112, at: now }], now)
    // As four: 4^(1/29).
    expect(ride.minutes).toBeCloseTo(1.04896, 5)
  })
})

describe('promises that can’t be kept', () => {
  const promisedIn = (minutes: number) => ({ promised: now + minutes * minute })
  type Promised = OpenOrder & { promised?: number; announced?: number | undefined; isBack?: boolean }
  const delays = (open: Promised[], more: Partial<PromiseRequest> = {}) =>
    delaysOf({ ...request(more), open }).map(({ order, expectedAt, reason }) => ({
      minutes: ((order.promised ?? 0) - now) / minute,
      expectedIn: expectedAt === null ? null : (expectedAt - now) / minute,
      reason,
    }))

  test('are none while there is time enough, also of orders without a promise', () => {
    // Nineteen minutes are expected, 26 promised.
    for (const left of [26, 22, 18]) expect(delays([{ ...order('waiting', 5), ...promisedIn(left) }])).toEqual([])
    expect(delays([order('waiting', 60), order('returning', 60), order('riding', 60)])).toEqual([])
    expect(delays([{ ...order('returning', 9), ...promisedIn(-20) }])).toEqual([])
  })

  test('name the next five minutes of the clock by which nine of ten such orders come', () => {
    expect(delays([{ ...order('waiting', 20), ...promisedIn(8) }])).toEqual([
      { minutes: 8, expectedIn: 25, reason: null },
    ])
    expect(delays([{ ...order('waiting', 20), ...promisedIn(-30) }])).toEqual([
      { minutes: -30, expectedIn: 25, reason: null },
    ])
    // Not a time before the promise, however it comes about.
    expect(delays([{ ...order('riding', 30), ...promisedIn(-1) }])).toEqual([
      { minutes: -1, expectedIn: 15, reason: 'ride' },
    ])
  })

  test('say what holds the order up', () => {
    const slow = { ...order('waiting', 3), ...promisedIn(20) }
    const many = [order('picking', 1), order('waiting', 3), order('waiting', 3), slow]
    expect(delays(many)).toMatchObject([{ reason: 'queue' }])
    const riders = [order('riding', 1, { zone: 'far' }), order('riding', 1, { zone: 'far' })]
    expect(delays([...riders, { ...order('ready', 3), ...promisedIn(12) }])).toMatchObject([{ reason: 'rider' }])
    expect(delays([{ ...order('picking', 15), ...promisedIn(5) }])).toMatchObject([{ reason: 'picking' }])
    expect(delays([{ ...order('riding', 20), ...promisedIn(0) }])).toMatchObject([{ reason: 'ride' }])
    expect(delays([{ ...order('ready', 3), ...promisedIn(5) }], { riders: staff(1, 60) })).toMatchObject([
      { reason: 'shift', expectedIn: 75 },
    ])
  })

  test('have no reason if the shop could pick the order or send it out, and doesn’t', () => {
    expect(delays([{ ...order('waiting', 3), ...promisedIn(5) }])).toMatchObject([{ reason: null }])
    expect(delays([{ ...order('ready', 3), ...promisedIn(5) }])).toMatchObject([{ reason: null }])
    // Returned by its rider, it isn't late because of picking.
    expect(delays([{ ...order('picking', 15), ...promisedIn(5), isBack: true }])).toMatchObject([{ reason: null }])
  })

  test('are left out if no shift suffices: no time can be said', () => {
    expect(delays([{ ...order('ready', 3), ...promisedIn(5) }], { riders: [] })).toEqual([])
    const announced = { announced: now + 240 * minute }
    expect(delays([{ ...order('ready', 3), ...promisedIn(5), ...announced }], { riders: [] })).toEqual([])
  })
})

describe('orders with an announced time', () => {
  /** An order that comes within 25 minutes, as the tests above say, promised and announced some minutes from now. */
  const changes = (promised: number, announced: number | undefined, more: Partial<OpenOrder> = {}) =>
    delaysOf({
      ...request(),
      open: [
        {
          ...order('waiting', 20, more),
          promised: now + promised * minute,
          announced: announced === undefined ? undefined : now + announced * minute,
        },
      ],
    }).map(({ expectedAt, reason }) => ({ to: expectedAt === null ? null : (expectedAt - now) / minute, reason }))

  test('have a new one announced once it is two steps earlier or later', () => {
    expect(changes(8, 35)).toEqual([{ to: 25, reason: null }])
    for (const announced of [34, 30, 25, 20, 16]) expect(changes(8, announced)).toEqual([])
    expect(changes(8, 15)).toEqual([{ to: 25, reason: null }])
    expect(changes(-30, 240)).toEqual([{ to: 25, reason: null }])
  })

  test('are promised the first one again once nine of ten such orders come by it', () => {
    expect(changes(25, 240)).toEqual([{ to: null, reason: undefined }])
    expect(changes(25, 30)).toEqual([{ to: null, reason: undefined }])
    // An order that wasn't told counts as in time: some come by then.
    expect(changes(17, undefined)).toEqual([])
    expect(changes(17, 240)).toEqual([{ to: 25, reason: null }])
    // From then on it is late as any other is.
    expect(changes(8, undefined)).toEqual([{ to: 25, reason: null }])
  })

  test('are late because of the ride only if they come later than announced', () => {
    const riding = { stage: 'riding', since: now - 2 * minute } as const
    expect(changes(0, 240, riding)).toEqual([{ to: 10, reason: undefined }])
    expect(changes(-20, -5, riding)).toEqual([{ to: 10, reason: 'ride' }])
  })
})

test('each further order in the queue costs as much as the one before', () => {
  let reads = 0
  const counted = (each: OpenOrder) =>
    new Proxy(each, {
      get: (target, field) => {
        reads += 1
        return Reflect.get(target, field)
      },
    })
  /** Returns how often fields of the open orders are read for one promise. */
  const readsOf = (waiting: number) => {
    const busy = [...Array(20).fill('picking'), ...Array(40).fill('riding'), ...Array(waiting).fill('waiting')]
    const open = busy.map((step, index) => counted(order(step, 3, { zone: index % 2 ? 'near' : 'far' })))
    reads = 0
    minutesOf({ open, pickers: staff(20, -120, 6000), riders: staff(40, -120, 6000), limitMinutes: 6000 })
    return reads
  }
  expect(readsOf(0)).toBeGreaterThan(60)
  expect(readsOf(600) - readsOf(300)).toBe(readsOf(300) - readsOf(0))
})

test('refuses to guess the ride to a zone that it doesn’t know', () => {
  expect(() => promiseFor(request({ zone: 'nowhere' }))).toThrow('nowhere')
})
