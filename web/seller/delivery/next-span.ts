import type { OpeningHoursInput } from '../../../contract/entities/delivery.ts'

type Span = OpeningHoursInput['week'][number]

/**
 * Returns the span that the form proposes besides those of a day: after the last one, or in the latest free time before
 * it. Undefined if they fill the day.
 */
export function nextSpan(day: number, spans: readonly Pick<Span, 'from' | 'to'>[]): Span | undefined {
  const sorted = spans.toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const last = sorted.at(-1)
  if (!last) return { day, from: '08:00', to: '20:00' }
  if (last.to < '22:00') return { day, from: last.to, to: '23:00' }
  const gaps = sorted.map(({ from }, index) => ({ day, from: sorted[index - 1]?.to ?? '00:00', to: from }))
  const gap = gaps.findLast(({ from, to }) => from < to)
  if (gap) return gap
  return last.to < '24:00' ? { day, from: last.to, to: '24:00' } : undefined
}
