import { expect, test } from 'vitest'
import { searchesOf, withSearch } from './past-searches.ts'

test('keeps the last eight searches, the latest first and each once', () => {
  const past = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8'].reduce<string[]>(withSearch, [])
  expect(past).toEqual(['a8', 'a7', 'a6', 'a5', 'a4', 'a3', 'a2', 'a1'])
  expect(withSearch(past, ' A3 ')).toEqual(['A3', 'a8', 'a7', 'a6', 'a5', 'a4', 'a2', 'a1'])
  expect(withSearch(past, 'a9')).toHaveLength(8)
})

test('keeps no single letter', () => {
  expect(withSearch(['milk'], ' m ')).toEqual(['milk'])
})

test('ignores stored data of another shape', () => {
  for (const stored of [undefined, null, 7, ['milk'], { length: 2 }, { by: null, searches: 'milk' }])
    expect(searchesOf(stored, null)).toEqual([])
  expect(searchesOf({ by: null, searches: ['milk', 7, null] }, null)).toEqual(['milk'])
})

test('shows a shopper’s searches to no other account, and a visitor’s to the one who signs in', () => {
  const mali = { by: 'mali', searches: ['milk'] }
  expect([searchesOf(mali, 'mali'), searchesOf(mali, 'niran'), searchesOf(mali, null)]).toEqual([['milk'], [], []])
  expect(searchesOf({ by: null, searches: ['milk'] }, 'mali')).toEqual(['milk'])
})
