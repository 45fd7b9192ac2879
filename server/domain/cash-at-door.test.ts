import { expect, test } from 'vitest'
import { cashAtDoor } from './cash-at-door.ts'

test('at the door nothing is collected while an order awaits its online payment', () => {
  const order = { balanceCents: 35_527, coinCents: 25 }
  expect(cashAtDoor({ ...order, status: 'Awaiting payment' })).toBeUndefined()
  expect(cashAtDoor({ ...order, status: 'Out for delivery' })).toBe(35_525)
})
