import { expect, test } from 'vitest'
import { inAppPath } from './in-app-path.ts'

test.each([
  ['cart', '/cart'],
  ['/cart', '/cart'],
  ['my-orders', '/my-orders'],
  ['/', '/'],
  ['products/fruits', '/products/fruits'],
  ['products/fruits/0197-ab?from=home#reviews', '/products/fruits/0197-ab?from=home#reviews'],
  [
    'products?q=%E0%B8%A1%E0%B8%B0%E0%B8%A1%E0%B9%88%E0%B8%A7%E0%B8%87',
    '/products?q=%E0%B8%A1%E0%B8%B0%E0%B8%A1%E0%B9%88%E0%B8%A7%E0%B8%87',
  ],
  ['products?q=50%25', '/products?q=50%25'],
  ['seller/orders', '/seller/orders'],
])('leads on to %s', (next, path) => {
  expect(inAppPath(next)).toBe(path)
})

test.each([
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example',
  'https:evil',
  'javascript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,x',
  '%2F%2Fevil.example',
  '/%2Fevil.example',
  '%252F%252Fevil.example',
  'cart%0d%0aLocation: x',
  'cart\r\n',
  '\tcart',
  'java\nscript:alert(1)',
  'products/..%2f..%2fapi',
  'products/../api',
  'products/a%2Fb/c',
  'products/%5Cevil',
  'cart%',
  'dev/mailbox',
  'api/user/logout',
  'loader?next=loader',
  '.evil.example',
  '@evil.example',
  '',
  null,
  undefined,
])('leads nowhere for %j', (next) => {
  expect(inAppPath(next)).toBeUndefined()
})
