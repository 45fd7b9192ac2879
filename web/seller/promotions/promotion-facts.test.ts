import { expect, test } from 'vitest'
import type { Promotion } from '../../../contract/entities/promotion.ts'
import { namedProducts, promotionFacts } from './promotion-facts.ts'

const names = new Map([
  ['a', 'Apple'],
  ['b', 'Bread'],
  ['c', 'Cola'],
])
const facts = (terms: Promotion['terms'], more: Partial<Promotion> = {}) =>
  promotionFacts({ terms, uses: 0, firstOrder: false, ...more } as Promotion, names)
const tenPercent = { kind: 'percent', basisPoints: 1000 } as const

test('the list names the goods of a promotion, and its minimum', () => {
  expect(facts(tenPercent)).toBe('10% off · The whole order · used 0 times')
  expect(facts({ ...tenPercent, categories: ['Bakery'] }, { minimum: 200, uses: 1 })).toBe(
    '10% off · Bakery & Breads · from $200 · used once',
  )
  expect(facts({ kind: 'pieces', pieces: 2, amount: 50, products: ['C'] })).toBe('2 for $50 · Cola · used 0 times')
  expect(facts({ kind: 'pieces', pieces: 2, amount: 50 })).toBe('2 for $50 · Any products · used 0 times')
  expect(facts({ kind: 'freeDelivery' }, { firstOrder: true, maxUses: 10, uses: 3, minimum: 12.5 })).toBe(
    'Free delivery · from $12.50 · First orders only · used 3 of 10 times',
  )
})

test('the list says how often each shopper may use a promotion', () => {
  expect(facts(tenPercent, { maxUsesOfShopper: 1 })).toBe(
    '10% off · The whole order · at most 1 for each shopper · used 0 times',
  )
  expect(facts(tenPercent, { maxUsesOfShopper: 2, maxUses: 5, uses: 3 })).toBe(
    '10% off · The whole order · at most 2 for each shopper · used 3 of 5 times',
  )
})

test('of many goods the list names three, and a product that is gone isn’t left out', () => {
  expect(facts({ ...tenPercent, products: ['a', 'b', 'c', 'd', 'e'] })).toContain('· Apple, Bread, Cola and 2 more ·')
  expect(facts({ ...tenPercent, categories: ['Bakery'], products: ['a', 'gone', 'c'] })).toContain(
    '· Bakery & Breads, Apple, a product that is no longer sold and 1 more ·',
  )
})

test('only the products that the list names are read, each once', () => {
  const of = (products: string[]) => ({ terms: { ...tenPercent, products } })
  expect(namedProducts([of(['a', 'b', 'c', 'd']), of(['a', 'e']), { terms: { kind: 'freeDelivery' } }])).toEqual([
    'a',
    'b',
    'c',
    'e',
  ])
  const many = Array.from({ length: 300 }, (_, index) => of([`p${index}`]))
  expect(namedProducts(many)).toHaveLength(200)
})
