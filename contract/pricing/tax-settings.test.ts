import { expect, test } from 'vitest'
import { always, newTaxClassId, taxErrors } from './tax-settings.ts'

const standard = { id: 'standard', name: 'Standard', nameTh: 'ปกติ', rates: [{ from: always, basisPoints: 700 }] }
const exempt = { id: 'exempt', name: 'Exempt', nameTh: 'ยกเว้น', rates: [] }
const before = { classes: [standard, exempt] }
const open = { tomorrow: '2026-11-24', hasOrders: true }
const later = { from: '2026-11-24', basisPoints: 1000 }

test('a rate that begins tomorrow or later is allowed, also several', () => {
  const rates = [...standard.rates, later, { from: '2027-10-01', basisPoints: 700 }]
  expect(taxErrors({ classes: [{ ...standard, rates }, exempt] }, before, open)).toEqual({})
})

test.each([
  [
    'a changed rate that has begun',
    [{ from: always, basisPoints: 500 }],
    { 'classes.0.rates.0.basisPoints': 'tax_rate_past' },
  ],
  [
    'a rate of today',
    [...standard.rates, { ...later, from: '2026-11-23' }],
    { 'classes.0.rates.1.from': 'tax_day_past' },
  ],
  ['a removed rate that has begun', [], { 'classes.0.rates': 'tax_rate_past' }],
  [
    'a rate that has begun and is moved',
    [{ ...standard.rates[0], from: '2020-01-01' }],
    {
      'classes.0.rates.0.from': 'tax_day_past',
      'classes.0.rates': 'tax_rate_past',
    },
  ],
  ['two rates of a day', [...standard.rates, later, later], { 'classes.0.rates.2.from': 'tax_day_repeated' }],
] as const)(
  'in a shop with orders, %s is refused at its field; in one without, only a repeated day is',
  (what, rates, errors) => {
    const rules = { classes: [{ ...standard, rates: rates as unknown as typeof standard.rates }, exempt] }
    expect(taxErrors(rules, before, open)).toEqual(errors)
    expect(taxErrors(rules, before, { ...open, hasOrders: false })).toEqual(what === 'two rates of a day' ? errors : {})
  },
)

test('a later rate that hasn’t begun may be changed and removed; a new class begins with any rate', () => {
  const had = { classes: [{ ...standard, rates: [...standard.rates, later] }, exempt] }
  expect(taxErrors(before, had, open)).toEqual({})
  const fresh = { id: 'luxury', name: 'Luxury', nameTh: 'ฟุ่มเฟือย', rates: [{ from: always, basisPoints: 2000 }] }
  expect(taxErrors({ classes: [...before.classes, fresh] }, before, open)).toEqual({})
})

test('two classes of one name are refused at the second', () => {
  const rules = { classes: [standard, { ...exempt, name: ' STANDARD ' }] }
  expect(taxErrors(rules, before, open)).toEqual({ 'classes.1.name': 'tax_class_taken' })
})

test.each([
  ['Reduced rate', [], 'reduced-rate'],
  ['Standard', [], 'standard-2'],
  ['0%', [], 'class-0'],
  ['ยกเว้น', [], 'class'],
  ['Exempt', ['exempt'], 'exempt-2'],
])('the id of the class %j beside %j is %j', (name, taken, id) => {
  expect(newTaxClassId(name, taken)).toBe(id)
})
