import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, savedAddress, signedInSeller, signedInShopper } from './test-data.ts'

/*
 * A browser with double the default font size, on the narrowest phone: nothing is wider than the screen.
 */

test.use({
  viewport: { width: 320, height: 740 },
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
})

test('cart and orders need no horizontal scrolling at double text size', async ({ page, texts }) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const place = page.getByRole('button', { name: texts.placeOrder })
  await expect(place).toContainText('$2.24')
  await fits(page)
  await press(place)
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article').getByRole('link', { name: texts.broccoli })).toBeVisible()
  await fits(page)
  expect(await wordsInPieces(page)).toEqual([])
})

test('the search box of a list has a row of its own at double text size', async ({ page }) => {
  await page.goto('/products/vegetables')
  const box = page.getByRole('main').getByRole('searchbox')
  await expect(page.getByRole('article').first()).toBeVisible()
  expect((await box.boundingBox())?.width).toBeGreaterThan(240)
})

test('home, a product, the contact page, the address form and a cart that is loading lose no text at double size', async ({
  page,
  texts,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  const { products } = await (await page.request.get('/api/product/list?limit=1&inStock=true')).json()
  const [{ _id, category }] = products
  for (const path of ['/', `/products/${category.toLowerCase()}/${_id}`, '/contact', '/add-address']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await fits(page)
    expect(await wordsInPieces(page), path).toEqual([])
  }
  await broccoliInCart(page)
  const asked = page.waitForRequest('**/api/product/by-ids*')
  await page.route('**/api/product/by-ids*', () => {})
  await page.goto('/cart')
  await asked
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeVisible()
  await fits(page)
})

test('the seller area needs no horizontal scrolling at double text size', async ({ page }) => {
  await signedInSeller(page)
  const screens = ['product-list', 'orders', 'today', 'windows', 'promotions', 'delivery', 'reports', 'notices']
  for (const path of ['/seller', ...screens.map((screen) => `/seller/${screen}`)]) {
    await page.goto(path)
    await expect(page.getByRole('navigation').first().getByRole('link')).toHaveCount(5)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await fits(page)
  }
  // A product's name has a row of its own, and its fields don't lie over it.
  await page.goto('/seller/product-list')
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .first()
  const name = await row.getByRole('rowheader').boundingBox()
  expect(name?.width).toBeGreaterThan(240)
  const price = await row.getByRole('textbox').first().boundingBox()
  expect(price?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0))
})

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

/** Returns paragraphs and headings of the content that are so narrow that words break: under five letters in a line. */
function wordsInPieces(page: Page): Promise<string[]> {
  return page
    .getByRole('main')
    .locator('h1, h2, h3, p')
    .evaluateAll((all) =>
      all
        .filter(({ clientWidth, textContent }) => (textContent ?? '').length > 8 && clientWidth > 1 && clientWidth < 80)
        .map(({ textContent }) => textContent ?? ''),
    )
}
