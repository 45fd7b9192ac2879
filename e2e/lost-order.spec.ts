import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { broccoliInCart, press, savedAddress, signedInShopper } from './shopper.ts'
import type { Words } from './words.ts'

/*
 * An order whose answer is lost on the way: the shop is asked what became of it, and it is never placed twice.
 */

test('the shop took the order and its answer is lost: one order, its confirmation, an empty cart', {
  tag: '@phone',
}, async ({ page, expectConsoleErrors, say }) => {
  await cartOfShopper(page, say)
  let sent = 0
  await page.route('**/api/order/cod', async (route) => {
    sent += 1
    await route.fetch()
    await route.abort()
  })
  // The connection stays down until the screen's message was checked.
  let isDown = true
  await page.route('**/api/order/attempt?*', (route) => (isDown ? route.abort() : route.continue()))
  await press(page.getByRole('button', { name: say.placeOrder }))
  await expect(page.getByRole('heading', { level: 2, name: say.checking })).toBeFocused()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(say.broccoli)
  await expect(page.getByRole('button', { name: say.placeOrder })).toHaveCount(0)

  // Another tab doesn't order the same meanwhile, and neither does this one when it is loaded anew.
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: say.checking })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(say.broccoli)
  isDown = false
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('region', { name: say.thanks })).toContainText('$2.24')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  expect(sent).toBe(1)
  expectConsoleErrors(/ERR_FAILED/)
})

test('a request that never arrives: no order, the cart as it was, and a button that works', { tag: '@phone' }, async ({
  page,
  expectConsoleErrors,
  say,
}) => {
  await cartOfShopper(page, say)
  await page.clock.install()
  await page.route('**/api/order/cod', (route) => route.abort(), { times: 1 })
  await press(page.getByRole('button', { name: say.placeOrder }))
  await expect(page.getByRole('heading', { level: 2, name: say.checking })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByText(say.notPlaced)).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.resume()
  await expect(page.getByRole('link', { name: say.cartWith(1) })).toBeVisible()
  await press(page.getByRole('button', { name: say.placeOrder }))
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(1)
  expectConsoleErrors(/ERR_FAILED/)
})

/** The cart of a shopper who has all that an order needs. */
async function cartOfShopper(page: Page, say: Words): Promise<void> {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: say.placeOrder })).toContainText('$2.24')
}
