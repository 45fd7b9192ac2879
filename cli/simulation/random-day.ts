import { clockText } from '../../contract/values/clock-text.ts'
import { seededRandom } from '../../demo/seeded-random.ts'
import type { DayFile } from './day.ts'

/*
 * Random days of many shapes: one picker to four, one rider to many, near and far zones, small and large orders,
 * rushes, gaps in the shifts, narrow and wide percentiles, and from little to more work than can be done.
 */

/** Returns the JSON of a random day: the same for the same seed. */
export function randomDay(seed: number): string {
  const random = seededRandom(seed * 104_729)
  const between = (low: number, high: number) => low + (high - low) * random()
  const oneOf = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] as T
  const wide = oneOf([1, 1, 1.25, 1.5, 2])
  const around = (p50: number): [number, number, number] => {
    const tenths = (value: number) => Math.round(value * 10) / 10
    return [tenths(p50 * 0.75 ** wide), tenths(p50), tenths(p50 * 1.4 ** wide)]
  }
  const rides = ['A', 'B', 'C']
    .slice(0, oneOf([1, 2, 2, 3]))
    .map((zone, index) => [zone, around(between(5, 11) * (1 + index / 2))] as const)
  const line = around(between(22, 60))
  const handOver = around(between(1.5, 5))
  const meanLines = oneOf([6, 10, 14])
  const meanRide = rides.reduce((sum, [, [, p50]]) => sum + p50, 0) / rides.length
  const count = Math.round(oneOf([between(12, 40), between(40, 140)]))
  const load = oneOf([0.3, 0.5, 0.7, 0.9, 1.3])
  const staffFor = (minutes: number) => Math.max(1, Math.round(((count / 11) * minutes) / 60 / load))
  const shifts = (people: number) =>
    Array.from({ length: people }, () =>
      random() < 0.8
        ? [{ from: '08:00', to: '20:00' }]
        : [
            { from: '08:00', to: clockText(between(660, 810)) },
            { from: clockText(between(820, 900)), to: '20:00' },
          ],
    ).flat()
  const rush = oneOf([0, 0, 0.4])
  const orders = Array.from({ length: count }, () => ({
    at: random() < rush ? between(690, 780) : between(480, 1160),
    lines: Math.max(1, Math.round(meanLines * Math.exp((random() + random() + random() - 1.5) * 0.9))),
    zone: oneOf(rides)[0],
  }))
  const day: DayFile = {
    orders: orders.sort((a, b) => a.at - b.at).map((order) => ({ ...order, at: clockText(order.at) })),
    pickers: shifts(staffFor((meanLines * line[1]) / 60 + handOver[1])),
    riders: shifts(staffFor(2 * meanRide)),
    rideMinutes: Object.fromEntries(rides),
    pickSecondsPerLine: line,
    handOverMinutes: handOver,
    limitMinutes: oneOf([40, 45, 45, 60]),
    seed,
  }
  return JSON.stringify(day)
}
