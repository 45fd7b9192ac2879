import type { Period } from '../../contract/reports/report.ts'
import { dayAfter } from '../../contract/values/day.ts'

/*
 * Products have sums of days, of ten days and of months, so that a period of many products is read in few rows.
 */

export type ProductSpan = Period & { view: 'product' | 'product of ten days' | 'product of month' }

/** Returns the first days of the sums that a day is in, by their view. */
export function spansOfDay(day: string): { view: ProductSpan['view']; day: string }[] {
  const month = day.slice(0, 8)
  return [
    { view: 'product', day },
    { view: 'product of ten days', day: `${month}${firstOfTen(Number(day.slice(8)))}` },
    { view: 'product of month', day: `${month}01` },
  ]
}

/** Returns the number of the day on which the ten days of another one begin; the last ones are up to eleven. */
function firstOfTen(day: number): '01' | '11' | '21' {
  if (day < 11) return '01'
  return day < 21 ? '11' : '21'
}

/** Returns sums that make a period: whole months, whole ten days, and days, each day once. */
export function spansOf({ from, to }: Period): ProductSpan[] {
  const spans: ProductSpan[] = []
  for (let day = from; day <= to; ) {
    const span = longestSpan(day, to)
    const before = spans.at(-1)
    if (before?.view === span.view) before.to = span.to
    else spans.push({ from: day, ...span })
    day = dayAfter(span.to, 1)
  }
  return spans
}

/** Returns the longest sum that begins on a day and ends by `to`. */
function longestSpan(day: string, to: string): Omit<ProductSpan, 'from'> {
  const number = Number(day.slice(8))
  const last = endOf(day, 31)
  if (number === 1 && last <= to) return { view: 'product of month', to: last }
  const lastOfTen = number === 21 ? last : endOf(day, 10)
  if ([1, 11, 21].includes(number) && lastOfTen <= to) return { view: 'product of ten days', to: lastOfTen }
  return { view: 'product', to: day }
}

/** Returns the last day of a span that begins on a day, at most the last of its month. */
function endOf(day: string, count: number): string {
  const next = dayAfter(`${day.slice(0, 8)}01`, 31).slice(0, 8)
  const last = dayAfter(`${next}01`, -1)
  const end = dayAfter(day, count - 1)
  return end < last ? end : last
}
