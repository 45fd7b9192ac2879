import { expect, test } from 'vitest'
import type { Product } from '../../contract/entities/product.ts'
import type { MatchReason } from '../../contract/entities/search.ts'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import { listPage } from './card-product.ts'

const product = (_id: string) =>
  ({
    _id,
    name: _id,
    nameTh: null,
    category: 'Vegetables',
    price: 2,
    offerPrice: 2,
    image: [],
    stock: null,
  }) as unknown as Product
const products = [product('a'), product('b')]
const courgette: MatchReason = { kind: 'synonym', from: 'courgette', to: 'zucchini' }
const notesOf = (reply: Parameters<typeof listPage>[0], options = {}) =>
  listPage(reply, options).products.map(({ note }) => note)

test('a card says why a search found it, unless the list says it of all of them', () => {
  overwriteGetLocale(() => 'en')
  expect(notesOf({ products, because: { b: [courgette] } })).toEqual([undefined, 'courgette: zucchini'])
  const because = { a: [courgette], b: [courgette] }
  expect(notesOf({ products, because, understood: [courgette] })).toEqual([undefined, undefined])
})

test('a product of a category that the search names needs no reason; one without a typed word says so', () => {
  overwriteGetLocale(() => 'en')
  const category: MatchReason = { kind: 'category', from: 'veg', to: 'Vegetables' }
  const without: MatchReason = { kind: 'without', from: 'zespri', to: '' }
  expect(notesOf({ products, because: { a: [category], b: [without] } })).toEqual([undefined, 'Without “zespri”'])
})

test('a search for exactly the typed words finds nothing that was understood as other words', () => {
  expect(listPage({ products, total: 2, understood: [courgette] }, { exact: true })).toMatchObject({
    products: [],
    total: 0,
    understood: [],
  })
  expect(listPage({ products, total: 2 }, { exact: true }).products).toHaveLength(2)
})
