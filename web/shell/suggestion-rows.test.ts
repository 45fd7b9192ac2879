import { expect, test } from 'vitest'
import type { Product } from '../../contract/entities/product.ts'
import { shop } from '../shop.ts'
import { rowsOf } from './suggestion-rows.ts'

const product = (name: string) => ({ _id: name, name, category: 'Fruits' }) as Product
const none = { products: [] }
const keysOf = (text: string, past: string[], found: Parameters<typeof rowsOf>[3] = none) =>
  rowsOf(text, past, shop.categories, found).map(({ key }) => key)

test('an empty box shows the past searches, and a way to clear them', () => {
  expect(keysOf('', ['milk', 'rice'])).toEqual(['past milk', 'past rice', 'forget'])
  expect(keysOf(' ', [])).toEqual([])
})

test('shows categories and past searches before the server has replied', () => {
  expect(keysOf('fr', ['milk', 'frozen', 'Fries', 'fresh milk'])).toEqual([
    'past frozen',
    'past Fries',
    'category Fruits',
  ])
  expect(keysOf('ผัก', [])).toEqual(['category Vegetables'])
})

test('adds what the server has found below, and nothing twice', () => {
  const found = {
    products: [product('apple')],
    categories: ['Fruits', 'Drinks'],
    words: [
      { q: 'Fruit', kind: 'corrected' as const },
      { q: 'fruit punch', kind: 'completed' as const },
    ],
  }
  expect(keysOf('fruit', [], found)).toEqual(['category Fruits', 'category Drinks', 'word fruit punch', 'apple'])
})
