import { expect, test } from 'vitest'
import { nextSpan } from './next-span.ts'

test.each([
  ['a closed day', [], '08:00–20:00'],
  ['a day until noon', ['08:00–12:00'], '12:00–23:00'],
  ['a day until late', ['09:00–22:00'], '00:00–09:00'],
  ['a night', ['00:00–02:00', '18:00–24:00'], '02:00–18:00'],
  ['a night in the order of typing', ['18:00–24:00', '00:00–02:00'], '02:00–18:00'],
  ['two spans that meet', ['06:00–12:00', '12:00–23:00'], '00:00–06:00'],
  ['a day but for its last minutes', ['00:00–23:30'], '23:30–24:00'],
  ['a whole day', ['00:00–24:00'], undefined],
  ['a whole day in two spans', ['00:00–12:00', '12:00–24:00'], undefined],
])('%s gets a further span that overlaps none', (_, spans, expected) => {
  const next = nextSpan(
    3,
    spans.map((span) => ({ from: span.slice(0, 5), to: span.slice(6) })),
  )
  expect(next && `${next.from}–${next.to}`).toBe(expected)
  expect(next?.day ?? 3).toBe(3)
})
