import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, savedAddress, signedInShopper } from './test-data.ts'
import type { Texts } from './texts.ts'

/*
 * An order whose reply is lost: the page asks the server for the outcome, and never places the order twice.
 */

test('an order whose reply is lost is placed once, confirmed, and the cart is emptied', {
  tag: '@phone',
}, async ({ page, expectConsoleErrors, texts }) => {
  await cartOfShopper(page, texts)
  let sent = 0
  await page.route('**/api/order/cod', async (route) => {
    sent += 1
    await route.fetch()
    await route.abort()
  })
  // The connection stays down until the screen's message was checked.
  let isDown = true
  await page.route('**/api/order/by-key?*', (route) => (isDown ? route.abort() : route.continue()))
  await press(page.getByRole('button', { name: texts.placeOrder }))
  await expect(page.getByRole('heading', { level: 2, name: texts.checking })).toBeFocused()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(texts.broccoli)
  await expect(page.getByRole('button', { name: texts.placeOrder })).toHaveCount(0)

  // The page keeps waiting after a reload and doesn't order again.
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: texts.checking })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toContainText(texts.broccoli)
  isDown = false
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('region', { name: texts.thanks })).toContainText('$2.24')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  expect(sent).toBe(1)
  expectConsoleErrors(/ERR_FAILED/)
})

test('an order whose request is lost isn’t placed: the cart is unchanged and can be ordered again', {
  tag: '@phone',
}, async ({ page, expectConsoleErrors, texts }) => {
  await cartOfShopper(page, texts)
  await page.clock.install()
  await page.route('**/api/order/cod', (route) => route.abort(), { times: 1 })
  await press(page.getByRole('button', { name: texts.placeOrder }))
  await expect(page.getByRole('heading', { level: 2, name: texts.checking })).toBeVisible()
  await expect(async () => {
    await page.clock.runFor(1000)
    await expect(page.getByText(texts.notPlaced)).toBeVisible({ timeout: 100 })
  }).toPass()
  await page.clock.resume()
  await expect(page.getByRole('link', { name: texts.cartWith(1) })).toBeVisible()
  await press(page.getByRole('button', { name: texts.placeOrder }))
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(1)
  expectConsoleErrors(/ERR_FAILED/)
})

for (const place of ['device', 'tab'])
  test(`one cart ordered on another ${place} at the same instant is one order`, {
    tag: '@phone',
  }, async ({ page, context, browser, texts }) => {
    await cartOfShopper(page, texts)
    const cookies = await context.cookies()
    const device = place === 'device' ? await browser.newContext({ storageState: { cookies, origins: [] } }) : undefined
    const other = await (device ?? context).newPage()
    await other.goto('/cart')
    const buttons = [page, other].map((each) => each.getByRole('button', { name: texts.placeOrder }))
    for (const button of buttons) await expect(button).toContainText('$2.24')
    await Promise.all(buttons.map((button) => button.evaluate((element: HTMLElement) => element.click())))
    // One of them shows the order, the other one where it is to be found.
    for (const each of [page, other]) {
      await expect(each.getByRole('main').getByText(texts.myOrders).first()).toBeVisible()
      await each.goto('/my-orders')
      await expect(each.getByRole('article')).toHaveCount(1)
    }
    await device?.close()
  })

/** Opens the cart of a shopper who can place an order. */
async function cartOfShopper(page: Page, texts: Texts): Promise<void> {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: texts.placeOrder })).toContainText('$2.24')
}
