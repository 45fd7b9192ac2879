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

test('failed tries are in the history, with why', () => {
  const failed = { at: '2026-11-23T07:06:00.000Z', by: 'rider@shop.example' }
  const failedTries = [
    { ...failed, reason: 'refused' as const, back: true },
    { ...failed, at: '2026-11-23T06:00:00.000Z', reason: 'no_answer' as const, back: false },
  ]
  expect(historyOf({ timeline: [], failedTries })).toEqual([
    { at: '2026-11-23T06:00:00.000Z', text: 'Not handed over: Nobody answers', by: 'rider@shop.example' },
    { ...failed, text: 'Came back: Doesn’t want it any more' },
  ])
})
