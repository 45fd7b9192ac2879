import { expect, test } from 'vitest'
import { feeRange, feeText } from './delivery-text.ts'

const fees = (...tiers: [from: number, fee: number][]) => ({
  tiers: tiers.map(([from, fee]) => ({ from, fee })),
  fee: tiers[0]?.[1] ?? 0,
  freeFrom: tiers.find(([, fee]) => fee === 0)?.[0] ?? null,
})

test('a fee that falls with what the goods cost is named with its least and its most', () => {
  expect(feeText(fees([0, 30], [300, 15]))).toBe('$15–$30 delivery')
  expect(feeText(fees([0, 30], [300, 15], [500, 0]))).toBe('$15–$30 delivery, free from $500')
  expect(feeText(fees([0, 35.5], [500, 0]))).toBe('$35.50 delivery, free from $500')
  expect(feeText(fees([0, 35]))).toBe('$35 delivery')
  expect(feeText(fees())).toBe('Free delivery')
})

test('where there is little room, free delivery is the least', () => {
  expect(feeRange(fees([0, 35], [500, 0]).tiers)).toBe('free–$35')
  expect(feeRange(fees([0, 35]).tiers)).toBe('$35')
})
