import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { TaxSettings } from '../../../contract/entities/settings.ts'
import { TaxExample } from './tax-example.tsx'

const rates = [
  { from: '0001-01-01', basisPoints: 700 },
  { from: '2027-01-01', basisPoints: 1000 },
]
const textFor = (tax: Partial<TaxSettings>) =>
  renderToStaticMarkup(
    <TaxExample
      tax={{
        mode: 'included',
        rounding: 'half up',
        classes: [{ id: 'standard', name: 'Standard rate', nameTh: 'อัตราปกติ', rates }],
        issuer: null,
        ...tax,
      }}
      today="2026-11-26"
    />,
  ).replace(/<[^>]*>/g, ' ')

test('the example has the tax that carts have: none if the issuer of documents isn’t registered for VAT', () => {
  const issuer = { taxId: '0105500000003', branch: '00000' }
  for (const each of [null, { ...issuer, vatRegistered: true }]) {
    expect(textFor({ issuer: each })).toMatch(/107\.00: .*100\.00 and .*7\.00 tax \(7%\)/)
    expect(textFor({ issuer: each })).toContain('tax (10%)')
  }
  const none = textFor({ issuer: { ...issuer, vatRegistered: false } })
  expect(none).toMatch(/Costs .*107\.00, without tax/)
  expect(none).not.toContain('%')
  expect(none).not.toContain('2027')
  expect(textFor({ mode: 'added', issuer: { ...issuer, vatRegistered: false } })).toContain('tax (7%) on top')
})
