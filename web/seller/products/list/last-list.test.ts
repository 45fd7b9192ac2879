import { expect, test } from 'vitest'
import type { SellerProduct } from '../../../../contract/entities/product.ts'
import { hasChanged } from './last-list.ts'

const bread = {
  _id: '0198c5a0-0000-7000-8000-000000000001',
  price: 3,
  offerPrice: 2.5,
  inStock: true,
  stock: 50,
  switchedOn: true,
  archivedAt: null,
  updatedAt: '2026-11-22T01:00:00.000Z',
} as SellerProduct

test('stock that an order changed is a change', () => {
  expect(hasChanged(bread, { ...bread, stock: 47 })).toBe(true)
  expect(hasChanged({ ...bread, stock: 1 }, { ...bread, stock: 0, inStock: false })).toBe(true)
  expect(hasChanged(bread, { ...bread })).toBe(false)
})

test('a product read before a save doesn’t replace the saved one', () => {
  const saved = { ...bread, stock: 30, updatedAt: '2026-11-22T02:00:00.000Z' }
  expect(hasChanged(bread, saved)).toBe(true)
  expect(hasChanged(saved, { ...bread, stock: 47 })).toBe(false)
})
