import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { addByCall, asBuyer, call } from './test-data.ts'

/*
 * A product with long words in its name, description and weight: no screen of the shopper is wider than the window.
 */

/** Returns a text of letters without a space. */
const unbroken = (length: number) => Array.from(randomBytes(length), (byte) => 'bcdfghklmnprstvw'[byte % 16]).join('')

test('long words in a product’s texts break on every screen of the shopper', { tag: '@phone' }, async ({
  page,
  seller,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const word = unbroken(8)
  const name = `${word} ${unbroken(191)}`
  const id = await addByCall(seller, name, {
    description: [`https://${unbroken(100)}`],
    Weight: unbroken(40),
    stock: 9,
  })
  const buyer = await asBuyer(page, unbroken(60))
  await buyer.buy(id, 1)
  await call(page, '/api/cart/update', { cartItems: { [id]: 1 } })
  for (const path of [`/products?q=${word}`, `/products/bakery?q=${word}`, `/products/bakery/${id}`, '/cart']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(name).filter({ visible: true }).first()).toBeVisible()
    await fits(page)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/products/bakery/${id}`)
  await fits(page, 1280)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/my-orders')
  const order = page.getByRole('article')
  await expect(order.getByRole('link', { name })).toBeVisible()
  await fits(page)
  const card = await order.boundingBox()
  const price = await order.getByText('$2.50', { exact: true }).first().boundingBox()
  expect((price?.x ?? 0) + (price?.width ?? 0)).toBeLessThanOrEqual((card?.x ?? 0) + (card?.width ?? 0))
})

async function fits(page: Page, width = 360): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}
