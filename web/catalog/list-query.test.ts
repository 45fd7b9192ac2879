import { expect, test } from 'vitest'
import { overwriteGetLocale } from '../paraglide/runtime.js'
import {
  amountOf,
  changedUrl,
  filterCount,
  filtersOf,
  listInput,
  listQueryOf,
  listUrl,
  noFilters,
} from './list-query.ts'

const path = '/products/fruits'
const read = (search: string) => listQueryOf(path, new URLSearchParams(search))
const plain = { q: '', sort: 'featured', exact: false, cursor: undefined, ...noFilters } as const

test('a changed list begins at its first page; other words are read in all their meanings', () => {
  const deep = { ...plain, q: 'milk', exact: true, cursor: '290.0197' }
  expect(changedUrl(path, deep, { sort: '-price' })).toBe(`${path}?q=milk&exact=true&sort=-price`)
  expect(changedUrl(path, deep, { ...filtersOf(deep), onOffer: true })).toBe(`${path}?q=milk&exact=true&onOffer=true`)
  expect(changedUrl(path, deep, { q: 'soy milk' })).toBe(`${path}?q=soy+milk`)
  expect(filtersOf(deep)).toEqual(noFilters)
})

test('reads search, sort order, filters and cursor from the URL', () => {
  expect(read('q=milk&sort=-price&inStock=true&onOffer=true&minPrice=1.5&maxPrice=20&cursor=290.0197')).toEqual({
    ...plain,
    q: 'milk',
    sort: '-price',
    inStock: true,
    onOffer: true,
    minPrice: '1.5',
    maxPrice: '20',
    cursor: '290.0197',
  })
})

test('ignores an unknown sort order, filters that are no filters, and a search of spaces', () => {
  expect(read('q=%20%20&sort=name;drop&inStock=yes&onOffer=1&minPrice=-3&maxPrice=1e9')).toEqual(plain)
})

test('truncates a search that is longer than the limit', () => {
  expect(read(`q=${'a'.repeat(500)}`).q).toHaveLength(100)
})

test('writes only parameters that differ from the default', () => {
  expect(listUrl(path, plain)).toBe(path)
  expect(listUrl(path, { exact: true, onOffer: true })).toBe(`${path}?onOffer=true`)
  expect(listUrl(path, { q: 'ข้าว & นม', sort: 'price' })).toBe(
    `${path}?q=%E0%B8%82%E0%B9%89%E0%B8%B2%E0%B8%A7+%26+%E0%B8%99%E0%B8%A1&sort=price`,
  )
})

test('reads back what it has written', () => {
  const query = {
    ...plain,
    q: '50% + ½',
    sort: 'unit-price' as const,
    exact: true,
    cursor: '100.abc',
    inStock: true,
    onOffer: true,
    minPrice: '0.5',
    maxPrice: '1250',
  }
  expect(read(new URL(listUrl(path, query), 'https://shop.example').search)).toEqual(query)
})

test('sends the filters in use as the call has them', () => {
  const { q, inStock, onOffer, minPrice, maxPrice } = listInput({
    ...plain,
    q: 'milk',
    onOffer: true,
    maxPrice: '2.50',
  })
  expect([q, inStock, onOffer, minPrice, maxPrice]).toEqual(['milk', undefined, 'true', undefined, '2.50'])
})

test('the list of all products, which are in stock, has that filter only while it is searched', () => {
  const search = new URLSearchParams('inStock=true&onOffer=true')
  expect(listQueryOf('/products', search)).toEqual({ ...plain, onOffer: true })
  expect(filterCount(listQueryOf('/products', new URLSearchParams('inStock=true')))).toBe(0)
  const searched = { ...plain, q: 'milk', inStock: true }
  expect(listQueryOf('/products', new URLSearchParams('q=milk&inStock=true'))).toEqual(searched)
  expect(changedUrl('/products', searched, { q: 'soy' })).toBe('/products?q=soy&inStock=true')
  expect(changedUrl('/products', searched, { q: '' })).toBe('/products')
  expect(changedUrl(path, searched, { q: '' })).toBe(`${path}?inStock=true`)
  expect(listUrl('/products', { ...plain, inStock: true })).toBe('/products')
})

test('sorts by the name in the language of the page', () => {
  overwriteGetLocale(() => 'th')
  expect(listInput({ ...plain, sort: 'name' }).sort).toBe('name-th')
  overwriteGetLocale(() => 'en')
  expect(listInput({ ...plain, sort: 'name' }).sort).toBe('name')
})

test('both limits of the price are one filter', () => {
  expect(filterCount(noFilters)).toBe(0)
  expect(filterCount({ ...noFilters, inStock: true, minPrice: '1', maxPrice: '2' })).toBe(2)
})

test('reads an amount as people type it', () => {
  expect(['12', ' ฿ 1,250 ', '12,5', '๒๐.๕๐', ''].map(amountOf)).toEqual(['12', '1250', '12.5', '20.50', ''])
  expect(['1.234,50', '1,234,567', '25.', '.50'].map(amountOf)).toEqual(['1234.50', '1234567', '25', '0.50'])
  expect(['-1', 'ten', '1.234', '12345678', '1.2.3', '1,2345'].map(amountOf)).toEqual(Array(6).fill(undefined))
})
