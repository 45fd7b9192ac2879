import type { Page } from '@playwright/test'
import { signedInSeller } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { broccoliInCart, press, savedAddress, signedInShopper } from './shopper.ts'

/*
 * A browser whose words are set to twice their usual size, on the narrowest phone: nothing is wider than the screen.
 */

test.use({
  viewport: { width: 320, height: 740 },
  launchOptions: [
    ({ launchOptions }, use) =>
      use({ ...launchOptions, args: [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32'] }),
    { scope: 'worker' },
  ],
})

test('a cart and an order with words of twice the size scroll down only', async ({ page, say }) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const place = page.getByRole('button', { name: say.placeOrder })
  await expect(place).toContainText('$2.24')
  await fits(page)
  await press(place)
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article').getByRole('link', { name: say.broccoli })).toBeVisible()
  await fits(page)
})

test('the seller’s area with words of twice the size scrolls down only', async ({ page }) => {
  await signedInSeller(page)
  for (const path of ['/seller', '/seller/product-list', '/seller/orders', '/seller/today']) {
    await page.goto(path)
    await expect(page.getByRole('navigation').first().getByRole('link')).toHaveCount(4)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await fits(page)
  }
})

async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}
