import { expect, test } from 'vitest'
import { mayClaimTaxes, taxRules } from '../../contract/settings/shop.ts'
import { shop } from '../../shop.config.ts'

test('a price is called inclusive of all taxes if no tax is added, and in the demo as configured', () => {
  const claims = { ...shop.claims, mrpAndTaxes: true }
  expect(mayClaimTaxes({ claims, tax: taxRules.added2Percent }, false)).toBe(false)
  expect(mayClaimTaxes({ claims, tax: taxRules.added2Percent }, true)).toBe(true)
  expect(mayClaimTaxes({ claims, tax: taxRules.thailand }, false)).toBe(true)
  expect(mayClaimTaxes({ claims, tax: taxRules.none }, false)).toBe(true)
  expect(mayClaimTaxes({ claims: { ...claims, mrpAndTaxes: false }, tax: taxRules.thailand }, true)).toBe(false)
})
