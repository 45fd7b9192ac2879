import { expect, test } from 'vitest'
import { telHref } from './tel-href.ts'

test.each([
  ['081 234 5678', 'tel:0812345678'],
  ['+66 (0)81-234-5678', 'tel:+660812345678'],
  ['02.123.4567 ext. 8', 'tel:0212345678'],
  ['"><b>', 'tel:'],
])('the link that calls %s', (phone, href) => {
  expect(telHref(phone)).toBe(href)
})
