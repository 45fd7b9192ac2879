import { expect, onTestFinished, test, vi } from 'vitest'
import { setShop, shop } from '../shop.ts'
import { earliestText, feeRange, feeText } from './delivery-text.ts'

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

test('the day of the earliest window is named by the shop’s calendar, also before the clocks change', () => {
  const before = shop
  onTestFinished(() => {
    setShop(before)
    vi.useRealTimers()
  })
  setShop({ ...shop, timeZone: 'Europe/Berlin' })
  const earliest = (from: string, to: string, fee = 0) =>
    earliestText({ asap: null, windows: [{ from, to, left: 1, fee }] })
  vi.useFakeTimers({ now: new Date('2026-03-28T23:30:00+01:00') })
  expect(earliest('2026-03-28T23:40:00+01:00', '2026-03-28T23:50:00+01:00')).toBe('today 23:40–23:50')
  expect(earliest('2026-03-29T09:00:00+02:00', '2026-03-29T11:00:00+02:00')).toBe('tomorrow 09:00–11:00')
  expect(earliest('2026-03-29T09:00:00+02:00', '2026-03-29T11:00:00+02:00', 2.5)).toBe('tomorrow 09:00–11:00 (+$2.50)')
  expect(earliest('2026-03-30T09:00:00+02:00', '2026-03-30T11:00:00+02:00')).toBe('Monday 09:00–11:00')
  expect(earliest('2026-03-30T23:00:00+02:00', '2026-03-31T00:00:00+02:00')).toBe('Monday 23:00–24:00')
  vi.setSystemTime(new Date('2026-10-25T00:30:00+02:00'))
  expect(earliest('2026-10-26T09:00:00+01:00', '2026-10-26T11:00:00+01:00')).toBe('tomorrow 09:00–11:00')
})
