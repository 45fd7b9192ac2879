import { expect, test } from 'vitest'
import { historyOf } from './order-history.ts'

test('an undone step is in the history, with who did it and who undid it', () => {
  const timeline = [
    { status: 'Out for delivery' as const, at: '2026-11-22T02:00:00.000Z', by: 'anna@shop.example' },
    { status: 'Delivered' as const, at: '2026-11-22T02:30:00.000Z', by: 'anna@shop.example' },
  ]
  expect(historyOf({ timeline }).map(({ text }) => text)).toEqual(['Out for delivery', 'Delivered'])
  const step = { status: 'Delivered' as const, at: '2026-11-22T02:10:00.000Z', by: 'anna@shop.example' }
  const undone = [{ ...step, undoneAt: '2026-11-22T02:15:00.000Z', undoneBy: 'ben@shop.example' }]
  expect(historyOf({ timeline, undone })).toEqual([
    { at: '2026-11-22T02:00:00.000Z', text: 'Out for delivery', by: 'anna@shop.example' },
    { at: '2026-11-22T02:10:00.000Z', text: 'Delivered', by: 'anna@shop.example' },
    { at: '2026-11-22T02:15:00.000Z', text: '“Delivered” undone', by: 'ben@shop.example' },
    { at: '2026-11-22T02:30:00.000Z', text: 'Delivered', by: 'anna@shop.example' },
  ])
})

test('what a rider’s phone sent more than a minute later is in the history at its time, with when it was sent', () => {
  const at = '2026-11-22T09:00:00.000Z'
  const textOf = (sentAt: string) => historyOf({ timeline: [{ status: 'Delivered', at, sentAt }] })[0]
  expect(textOf('2026-11-22T09:01:00.000Z')).toEqual({ at, text: 'Delivered', by: undefined })
  // Bangkok's clocks.
  expect(textOf('2026-11-22T09:09:00.000Z')).toMatchObject({ at, text: 'Delivered, sent 16:09' })
  expect(textOf('2026-11-22T17:05:00.000Z')?.text).toMatch(/^Delivered, sent 23 Nov 2026, 00:05$/)
  const undone = [
    { status: 'Out for delivery' as const, at, undoneAt: at, undoneSentAt: '2026-11-22T09:09:00.000Z', undoneBy: 'r' },
  ]
  expect(historyOf({ timeline: [], undone }).map(({ text }) => text)).toEqual([
    'Out for delivery',
    '“Out for delivery” undone, sent 16:09',
  ])
  const failedAttempts = [{ at, sentAt: '2026-11-22T09:09:00.000Z', reason: 'refused' as const, back: true, by: 'r' }]
  expect(historyOf({ timeline: [], failedAttempts })[0]?.text).toBe('Came back: Doesn’t want it any more, sent 16:09')
})

test('another delivery time is in the history, with who chose it', () => {
  const was = { from: '2026-11-24T02:00:00.000Z', promisedAt: '2026-11-24T04:00:00.000Z' }
  const to = { from: '2026-11-30T12:00:00.000Z', promisedAt: '2026-11-30T14:00:00.000Z' }
  const moves = [
    { at: '2026-11-23T01:00:00.000Z', by: 'anna@shop.example', to: was },
    { at: '2026-11-23T02:00:00.000Z', by: 'shopper', was, to },
  ]
  const lines = historyOf({ timeline: [], moves })
  expect(lines.map(({ at, by }) => [at, by])).toEqual(moves.map(({ at, by }) => [at, by]))
  expect(lines[0]?.text).toMatch(/^Delivery time chosen: Tue,? 24 Nov/)
  expect(lines[1]?.text).toMatch(/^Delivery time changed from Tue,? 24 Nov.* to Mon,? 30 Nov/)
})

test('a corrected address is in the history, with who corrected it', () => {
  const corrected = { at: '2026-11-23T01:00:00.000Z', by: 'anna@shop.example' }
  expect(historyOf({ timeline: [], corrections: [corrected] })).toEqual([{ ...corrected, text: 'Address corrected' }])
})

test('failed attempts are in the history, with why', () => {
  const failed = { at: '2026-11-23T07:06:00.000Z', by: 'rider@shop.example' }
  const failedAttempts = [
    { ...failed, reason: 'refused' as const, back: true },
    { ...failed, at: '2026-11-23T06:00:00.000Z', reason: 'no_answer' as const, back: false },
  ]
  expect(historyOf({ timeline: [], failedAttempts })).toEqual([
    { at: '2026-11-23T06:00:00.000Z', text: 'Not handed over: No answer', by: 'rider@shop.example' },
    { ...failed, text: 'Came back: Doesn’t want it any more' },
  ])
})

test('money is in the history, with how it came or went, and who recorded it', () => {
  const by = 'anna@shop.example'
  const movements = [
    { at: '2026-11-23T01:00:00.000Z', by, kind: 'received' as const, method: 'cash' as const, amount: 439 },
    { at: '2026-11-23T02:00:00.000Z', by, kind: 'received' as const, method: 'cash' as const, amount: -439 },
    { at: '2026-11-23T03:00:00.000Z', kind: 'paid out' as const, method: 'card' as const, amount: 50 },
  ]
  expect(historyOf({ timeline: [], movements }).map(({ text, by }) => [text, by])).toEqual([
    ['$439.00 received in cash', by],
    ['$439.00 in cash not received after all', by],
    ['$50.00 paid out by card', undefined],
  ])
})

test('slips are in the history, with why and by whom one was rejected', () => {
  const by = 'anna@shop.example'
  const rejected = { at: '2026-11-23T02:00:00.000Z', by, reason: 'ไม่พบเงินเข้าบัญชีของร้าน' }
  const slips = [{ at: '2026-11-23T01:00:00.000Z', rejected }, { at: '2026-11-23T03:00:00.000Z' }]
  expect(historyOf({ timeline: [], slips }).map(({ text, by }) => [text, by])).toEqual([
    ['Slip sent', undefined],
    ['Slip rejected: The money isn’t in our account', by],
    ['Slip sent', undefined],
  ])
})
