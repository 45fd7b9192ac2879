import { expect, test } from 'vitest'
import { stepFrom } from './order-press.ts'

test('a press steps from the status that was shown when it began', () => {
  expect(stepFrom({ begunAt: 'Packing', status: 'Packing', frozen: false })).toBe('Packing')
})

test('a press whose button changed under the finger does nothing', () => {
  expect(stepFrom({ begunAt: 'Packing', status: 'Out for delivery', frozen: false })).toBeUndefined()
  expect(stepFrom({ begunAt: 'Order Placed', status: 'Confirmed', frozen: false })).toBeUndefined()
})

test('a press within a second of somebody else’s change does nothing, though it began after it', () => {
  expect(stepFrom({ begunAt: 'Out for delivery', status: 'Out for delivery', frozen: true })).toBeUndefined()
})

test('a press of which only the end is told means what is shown then, unless it has just changed', () => {
  expect(stepFrom({ begunAt: undefined, status: 'Packing', frozen: false })).toBe('Packing')
  expect(stepFrom({ begunAt: undefined, status: 'Packing', frozen: true })).toBeUndefined()
})
