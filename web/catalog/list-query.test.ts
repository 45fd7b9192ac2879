import { expect, test } from 'vitest'
import { listQueryOf, listSearch } from './list-query.ts'

const read = (search: string) => listQueryOf(new URLSearchParams(search))

test('reads search, sort order and cursor from the URL', () => {
  expect(read('q=milk&sort=-price&cursor=290.0197')).toEqual({ q: 'milk', sort: '-price', cursor: '290.0197' })
})

test('ignores an unknown sort order, and a search of spaces', () => {
  expect(read('q=%20%20&sort=name;drop')).toEqual({ q: '', sort: 'featured', cursor: undefined })
})

test('truncates a search that is longer than the limit', () => {
  expect(read(`q=${'a'.repeat(500)}`).q).toHaveLength(100)
})

test('writes only parameters that differ from the default', () => {
  expect(listSearch({ q: '', sort: 'featured', cursor: undefined })).toBe('')
  expect(listSearch({ q: 'ข้าว & นม', sort: 'price' })).toBe(
    '?q=%E0%B8%82%E0%B9%89%E0%B8%B2%E0%B8%A7+%26+%E0%B8%99%E0%B8%A1&sort=price',
  )
})

test('reads back what it has written', () => {
  const query = { q: '50% + ½', sort: 'newest' as const, cursor: '100.abc' }
  expect(read(listSearch(query))).toEqual(query)
})
