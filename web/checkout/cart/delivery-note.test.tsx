import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cents } from '../../../contract/values/money.ts'
import type { DeliveryOptions } from '../../cart/delivery.ts'
import { MissingToFree } from './delivery-note.tsx'

const options = {
  tiers: [
    { from: 0, fee: 50 },
    { from: 300, fee: 15 },
    { from: 500, fee: 0 },
  ],
} as DeliveryOptions
const shown = (fee: number, missing: Parameters<typeof MissingToFree>[0]['missing'] = []) =>
  renderToStaticMarkup(
    <MissingToFree
      options={options}
      goods={cents(7400)}
      shipping={cents(5000 + fee * 100)}
      deliveryWindow={{ fee }}
      missing={missing}
    />,
  )

test('what is missing to a cheaper delivery counts the fee of the chosen time, which stays', () => {
  expect(shown(0)).toContain('$226.00 more, and delivery costs $15.00.')
  expect(shown(0)).toContain('$426.00 more for free delivery')
  expect(shown(20)).toContain('$226.00 more, and delivery costs $35.00.')
  expect(shown(20)).toContain('$426.00 more, and delivery costs $20.00.')
  expect(shown(20)).not.toContain('free')
})

test('steps of the fee that a promotion of free delivery makes void aren’t named', () => {
  const promotion = { id: 'free', name: 'Free Tuesday', terms: { kind: 'freeDelivery' } } as const
  const freeFrom = (missing: number) => shown(20, [{ promotion, cents: cents(missing) }])
  expect(freeFrom(22_600)).toBe('')
  expect(freeFrom(30_000)).toContain('$226.00 more, and delivery costs $35.00.')
  expect(freeFrom(30_000)).not.toContain('$426.00')
  expect(freeFrom(50_000)).toContain('$426.00 more, and delivery costs $20.00.')
  const amountOff = { id: 'off', name: 'Off', terms: { kind: 'amount', amount: 5 } } as const
  expect(shown(20, [{ promotion: amountOff, cents: cents(100) }])).toContain('$226.00')
})
