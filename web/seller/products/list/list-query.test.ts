import { expect, test } from 'vitest'
import { shop } from '../../../../shop.config.ts'
import { sellerListInput, sellerListQueryOf, sellerListSearch } from './list-query.ts'

test('converts a URL into search, filters, order and page, and back', () => {
  const address = '?q=rye+bread&category=bakery&stock=out&sort=-price&cursor=abc'
  const query = sellerListQueryOf(new URLSearchParams(address), shop)
  expect(query).toEqual({ q: 'rye bread', category: 'Bakery', stock: 'out', sort: '-price', cursor: 'abc' })
  expect(sellerListSearch(query)).toBe(address)
  expect(sellerListInput(query)).toMatchObject({
    category: 'Bakery',
    inStock: 'false',
    switchedOn: 'true',
    archived: undefined,
  })
})

test('archived products have a filter of their own, as have those that are switched off', () => {
  const off = sellerListQueryOf(new URLSearchParams('?stock=off'), shop)
  expect(sellerListInput(off)).toMatchObject({ switchedOn: 'false', inStock: undefined, archived: undefined })
  const query = sellerListQueryOf(new URLSearchParams('?stock=archived'), shop)
  expect(sellerListInput(query)).toMatchObject({ archived: 'true', inStock: undefined })
})

test('ignores invalid values', () => {
  const query = sellerListQueryOf(new URLSearchParams('?category=toys&stock=top&sort=luck&q=+'), shop)
  expect(sellerListSearch(query)).toBe('')
})
