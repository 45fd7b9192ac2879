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
