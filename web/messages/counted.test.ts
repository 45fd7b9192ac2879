import { expect, test } from 'vitest'
import { m } from './messages.ts'

test('a count of one is singular', () => {
  const used = [1, 2].map((count) => m.settings_category_used_text({ count, archived: 0 }))
  expect(used).toEqual([
    'This category has 1 product (0 in the archive). It can be removed once that is in another category.',
    'This category has 2 products, 0 of them in the archive. It can be removed once they are in other categories.',
  ])
  expect([1, 2].map((count) => m.settings_tax_class_used({ count }))).toEqual([
    '1 product has it',
    '2 products have it',
  ])
  expect([1, 2].map((minutes) => m.zones_minutes({ minutes }))).toEqual(['1 minute by bike', '2 minutes by bike'])
  expect([1, 2].map((count) => m.zones_overlap({ count }))).toEqual([
    '1 of its areas belongs to a zone above, which has it too.',
    '2 of its areas belong to a zone above, which has them too.',
  ])
  expect([1, 2].map((count) => m.zones_whole_postcode({ postcode: '10500', count }))).toEqual([
    'All of postcode 10500 (1 subdistrict)',
    'All of postcode 10500 (2 subdistricts)',
  ])
  expect([1, 2].map((minutes) => m.asap_now({ time: '14:30', minutes }))).toEqual([
    'An order placed now would come by 14:30, in 1 minute.',
    'An order placed now would come by 14:30, in 2 minutes.',
  ])
  expect([1, 2].map((minutes) => m.windows_asap_unpaid({ minutes }))).toEqual([
    'within 1 minute after the payment is confirmed',
    'within 2 minutes after the payment is confirmed',
  ])
  expect([1, 2].map((max) => m.promotions_uses_of({ uses: 1, max }))).toEqual(['used 1 of 1 time', 'used 1 of 2 times'])
})
