import { expect, test } from 'vitest'
import { daysOf } from '../../contract/reports/report.ts'
import { dayAfter } from '../../contract/values/day.ts'
import { spansOf, spansOfDay } from './product-spans.ts'

test('a period is made of whole months, whole ten days, and days', () => {
  expect(spansOf({ from: '2026-10-24', to: '2026-11-22' })).toEqual([
    { view: 'product', from: '2026-10-24', to: '2026-10-31' },
    { view: 'product of ten days', from: '2026-11-01', to: '2026-11-20' },
    { view: 'product', from: '2026-11-21', to: '2026-11-22' },
  ])
  expect(spansOf({ from: '2026-01-31', to: '2026-04-01' })).toEqual([
    { view: 'product', from: '2026-01-31', to: '2026-01-31' },
    { view: 'product of month', from: '2026-02-01', to: '2026-03-31' },
    { view: 'product', from: '2026-04-01', to: '2026-04-01' },
  ])
})

test('each day of a period is in its sums exactly once', () => {
  for (let first = 0; first < 366; first += 5)
    for (const days of [1, 2, 9, 10, 11, 28, 31, 59, 62, 400]) {
      const from = dayAfter('2027-11-03', first)
      const to = dayAfter(from, days - 1)
      const spans = spansOf({ from, to })
      expect(spans[0]?.from).toBe(from)
      expect(spans.at(-1)?.to).toBe(to)
      for (const [index, span] of spans.entries()) {
        const next = spans[index + 1]
        if (next) expect(next.from).toBe(dayAfter(span.to, 1))
        // The sum begins where the span does, and the next one begins after the span's end.
        const startOf = (day: string) => spansOfDay(day).find(({ view }) => view === span.view)?.day
        expect(startOf(span.from)).toBe(span.from)
        expect(startOf(dayAfter(span.to, 1))).toBe(dayAfter(span.to, 1))
      }
      expect(spans.reduce((sum, span) => sum + daysOf(span), 0)).toBe(days)
    }
})
