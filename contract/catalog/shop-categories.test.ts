import { expect, test } from 'vitest'
import { newCategoryPath } from './shop-categories.ts'

test.each([
  ['Fish', [], 'Fish'],
  ['Meat & Fish', [], 'Meat-Fish'],
  ['Café crème', [], 'Cafe-creme'],
  ['  7-Up / drinks ', [], '7-Up-drinks'],
  ['ปลา', [], 'category'],
  ['fish', ['Fish'], 'fish-2'],
  ['Fish', ['Fish', 'fish-2', 'FISH-3'], 'Fish-4'],
  ['../../x?y#z', [], 'x-y-z'],
])('the path of %j beside %j is %j', (name, taken, path) => {
  expect(newCategoryPath(name, taken)).toBe(path)
})
