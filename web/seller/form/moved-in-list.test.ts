import { expect, test } from 'vitest'
import { movedInList } from './moved-in-list.ts'

test('an entry is moved up or down; the list itself stays as it is', () => {
  const list = ['a', 'b', 'c']
  expect(movedInList(list, 0, 1)).toEqual(['b', 'a', 'c'])
  expect(movedInList(list, 2, -1)).toEqual(['a', 'c', 'b'])
  expect(list).toEqual(['a', 'b', 'c'])
})
