import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { addByCall, call, signedInSeller } from './test-data.ts'

const attack = '<img src=x onerror=hurt()><script>hurt()</script>'
const name = `${attack}</script><!-- "'&amp; ${crypto.randomUUID().slice(0, 8)}`
const line = '</script><script>hurt()</script>{{7*7}}'

test('markup in a product’s texts is escaped on every page that shows the product', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.addInitScript('window.hurt = () => { window.isHurt = true }')
  await signedInSeller(page)
  const id = await addByCall(page, name, { description: [line], Weight: '<b>1 kg</b>', category: 'Bakery' })
  const isHurt = (on: Page) => on.evaluate('window.isHurt === true')

  await page.goto(`/products/bakery/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText(line)).toBeVisible()
  expect(await isHurt(page)).toBe(false)
  // The structured data isn't cut off by the markup in it.
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  expect(data.map((json) => JSON.parse(json).name)).toContain(name)

  for (const path of [`/products?q=${encodeURIComponent(name)}`, `/products/bakery?q=${encodeURIComponent(name)}`]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name, exact: true }).first(), path).toBeVisible()
    expect(await isHurt(page), path).toBe(false)
  }
  await page.goto(`/seller/product-list?q=${encodeURIComponent(name)}`)
  await expect(page.getByText(name).first()).toBeVisible()
  expect(await isHurt(page)).toBe(false)
  expect(await page.locator('img[src="x"]').count()).toBe(0)
  await call(page, '/api/product/archive', { id, archived: true })
})
