import { expect, test } from 'vitest'
import { isSellerPath } from './seller-path.ts'

test.each([
  ['/seller', true],
  ['/seller/orders', true],
  ['/seller/reset-password', true],
  ['/products/best-sellers', false],
  ['/products/seller/0190', false],
  ['/sellers', false],
  ['/', false],
])('of the path %s it is %s that it is in the seller’s area', (path, isSellers) => {
  expect(isSellerPath(path)).toBe(isSellers)
})
