import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { cents } from '../../contract/values/money.ts'
import type { DeliveryOptions } from '../cart/delivery.ts'
import { MissingToFree } from './delivery-note.tsx'

const options = {
  tiers: [
    { from: 0, fee: 50 },
    { from: 300, fee: 15 },
    { from: 500, fee: 0 },
  ],
} as DeliveryOptions
const shown = (fee: number) =>
  renderToStaticMarkup(
    <MissingToFree options={options} goods={cents(7400)} shipping={cents(5000 + fee * 100)} window={{ fee }} />,
  )

test('what is missing to a cheaper delivery counts the fee of the chosen time, which stays', () => {
  expect(shown(0)).toContain('$226.00 more, and delivery costs $15.00.')
  expect(shown(0)).toContain('$426.00 more for free delivery')
  expect(shown(20)).toContain('$226.00 more, and delivery costs $35.00.')
  expect(shown(20)).toContain('$426.00 more, and delivery costs $20.00.')
  expect(shown(20)).not.toContain('free')
})
