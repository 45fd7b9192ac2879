import { expect, test } from 'vitest'
import { type DeliveryTimes, observedDurationsOf, recentDurationsOf } from './recent-durations.ts'

const minute = 60_000
const now = Date.UTC(2026, 10, 22, 5)
const zones = [
  { id: 'near', rideMinutes: 10 },
  { id: 'far', rideMinutes: 20 },
]
const delivered = (
  count: number,
  { line, ride, daysAgo, zone = 'near' }: { line: number; ride: number; daysAgo: number; zone?: string },
): DeliveryTimes[] =>
  Array.from({ length: count }, (_, index) => {
    const packingAt = now - daysAgo * 24 * 60 * minute - (index + 5) * 5 * minute
    const outAt = packingAt + (3 + 10 * line) * minute
    return {
      zoneId: zone,
      lines: 10,
      packingAt: new Date(packingAt),
      packedAt: new Date(outAt),
      outAt: new Date(outAt),
      deliveredAt: new Date(outAt + ride * minute),
    }
  })

const learned = (orders: DeliveryTimes[]) =>
  recentDurationsOf(observedDurationsOf(orders, now), { zones, to: new Set(['near', 'far']), now })

test('durations are the owner’s and the usual ones before anything was delivered', () => {
  const durations = learned([])
  expect(durations.line.minutes).toBeCloseTo(0.75)
  expect(durations.rides.get('near')?.minutes).toBeCloseTo(10)
  expect(durations.rides.get('far')?.minutes).toBeCloseTo(20)
})

test('durations are learned from the last four weeks', () => {
  const durations = learned(delivered(100, { line: 0.5, ride: 14, daysAgo: 2 }))
  expect(durations.line.minutes).toBeCloseTo(0.5, 1)
  expect(durations.rides.get('near')?.minutes).toBeGreaterThan(13)
})

test('durations follow a day on which all takes longer', () => {
  const usual = delivered(100, { line: 0.5, ride: 14, daysAgo: 2 })
  const rain = delivered(12, { line: 0.5, ride: 25, daysAgo: 0 })
  const ride = learned([...usual, ...rain]).rides.get('near')
  expect(ride?.minutes).toBeGreaterThan(16)
})

test('slow rides in one zone are expected in another without rides of its own, on any day of the shop', () => {
  const slow = delivered(30, { line: 0.5, ride: 18, daysAgo: 0 })
  const usual = ['near', 'far'].flatMap((zone) =>
    delivered(50, { line: 0.5, ride: zone === 'near' ? 10 : 20, daysAgo: 2, zone }),
  )
  for (const orders of [slow, [...usual, ...slow]]) {
    const { rides } = learned(orders)
    expect(rides.get('near')?.minutes).toBeGreaterThan(15)
    expect(rides.get('far')?.minutes).toBeGreaterThan(28)
  }
})

test('rides to the other zone don’t outweigh a zone’s own', () => {
  const slow = delivered(30, { line: 0.5, ride: 18, daysAgo: 0 })
  const usual = delivered(30, { line: 0.5, ride: 20, daysAgo: 0, zone: 'far' })
  const { rides } = learned([...slow, ...usual])
  expect(rides.get('near')?.minutes).toBeGreaterThan(15)
  expect(rides.get('far')?.minutes).toBeLessThan(23)
})

test('packing takes the minutes assumed of it, however many picks were observed', () => {
  const [before, after] = [learned([]), learned(delivered(30, { line: 0.5, ride: 10, daysAgo: 0 }))]
  expect(before.handOver.minutes).toBe(3)
  expect(after.handOver).toEqual(before.handOver)
})

test('durations aren’t learned from statuses that were entered at once or the next day', () => {
  const atOnce = delivered(50, { line: -0.3, ride: 0, daysAgo: 1 })
  const nextDay = delivered(50, { line: 90, ride: 900, daysAgo: 3 })
  const durations = learned([...atOnce, ...nextDay])
  expect(durations.line.minutes).toBeCloseTo(0.75)
  expect(durations.rides.get('near')?.minutes).toBeCloseTo(10)
})

test('a usual order has the median lines of those delivered, ten before there are ten', () => {
  const at = new Date(now)
  const usualLines = (...counts: number[]) =>
    observedDurationsOf(
      counts.map((lines) => ({ zoneId: null, lines, packingAt: at, packedAt: at, outAt: at, deliveredAt: at })),
      now,
    ).usualLines
  expect(usualLines()).toBe(10)
  expect(usualLines(1, 1, 1, 1, 1, 1, 1, 1, 1)).toBe(10)
  expect(usualLines(9, 1, 3, 2, 2, 3, 40, 4, 5, 3)).toBe(3)
})
