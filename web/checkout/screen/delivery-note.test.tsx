import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cents } from '../../../contract/values/money.ts'
import type { DeliveryOptions } from '../../cart/delivery-options.ts'
import { MissingToFree } from './delivery-note.tsx'

const options = {
  tiers: [
    { from: 0, fee: 50 },
    { from: 300, fee: 15 },
    { from: 500, fee: 0 },
  ],
} as DeliveryOptions
type Props = Parameters<typeof MissingToFree>[0]
const shown = (fee: number, missing: Props['missing'] = [], applied: Props['applied'] = []) =>
  renderToStaticMarkup(
    <MissingToFree
      options={options}
      goods={cents(7400)}
      shipping={cents(5000 + fee * 100)}
      deliveryWindow={{ fee }}
      applied={applied}
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

test('with a discount on the goods, which grows with them, the notes say what the goods have to cost after it', () => {
  const promotion = { id: 'off', name: 'Off', terms: { kind: 'percent', basisPoints: 2000 } } as const
  const applied = [{ promotion, cents: cents(1850), lineCents: [], shippingCents: cents(0) }]
  const text = shown(0, [], applied)
  expect(text).toContain('Delivery costs $15.00 from $300.00 of goods after discounts; yours cost $74.00.')
  expect(text).toContain('Delivery is free from $500.00 of goods after discounts; yours cost $74.00.')
  expect(text).not.toContain('Add goods')
  expect(shown(20, [], applied)).toContain('Delivery costs $20.00 from $500.00 of goods after discounts')
})
