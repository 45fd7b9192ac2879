import { expect, test } from 'vitest'
import { countedTitle } from './counted-title.ts'

test.each([
  ['Today', 3, '(3) Today'],
  ['(3) Today', 4, '(4) Today'],
  ['(3) Today', 0, 'Today'],
  ['Today', 0, 'Today'],
  ['Today', 999, '(999) Today'],
  ['Today', 1000, '(1,000+) Today'],
  ['(1,000+) Today', 12, '(12) Today'],
  // A title's own words in brackets stay.
  ['(new) Today', 1, '(1) (new) Today'],
])('the title %j with a count of %i is %j', (title, count, expected) => {
  expect(countedTitle(title, count)).toBe(expected)
})
