import type { Locator } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { broccoliInCart, savedAddress, signedInShopper } from './test-data.ts'

test('Back closes the menu, the login dialog and the categories, and stays on the page', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await page.goto('/')
  await page.goto('/contact')
  for (const open of [
    page.getByRole('button', { name: texts.menu }),
    page.getByRole('banner').getByRole('link', { name: texts.login }),
    page.getByRole('link', { name: texts.categories }),
  ]) {
    await open.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/contact')
  }

  // Closed without Back it leaves no history entry.
  await page.getByRole('button', { name: texts.menu }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: texts.categories }).click()
  await page.getByRole('dialog').getByRole('link', { name: texts.vegetables }).click()
  await expect(page).toHaveURL('/products/vegetables')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/contact')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a 360 × 640 phone shows price and button of the first products and of a product without scrolling', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const barTop = 640 - 64
  await page.clock.install()
  await page.goto('/products/vegetables')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: texts.broccoli, exact: true }) })
  const add = card.getByRole('button', { name: texts.add(texts.broccoli) })
  const { y, height } = (await add.boundingBox()) ?? { y: Number.NaN, height: 0 }
  expect(y + height / 2).toBeLessThan(barTop)
  await card.getByRole('link', { name: texts.broccoli, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: texts.broccoli })).toBeVisible()
  const main = page.getByRole('main')
  const price = await main.getByText('$2.20').first().boundingBox()
  expect((price?.y ?? Number.NaN) + (price?.height ?? 0)).toBeLessThan(barTop)
  const addHere = await main.getByRole('button', { name: texts.addToCart }).last().boundingBox()
  expect((addHere?.y ?? Number.NaN) + (addHere?.height ?? 0)).toBeLessThanOrEqual(barTop)

  // The toast about a press doesn't cover the pressed card, and has a border in forced colors mode.
  await page.goBack()
  await page.emulateMedia({ forcedColors: 'active' })
  await expect(add).toBeVisible()
  // The toast stays while it is measured, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(add)
  // The card around the text.
  const text = page.getByRole('status')
  const message = page.getByRole('region', { name: texts.messages }).locator('div', { has: text }).last()
  const [shown, pressed] = [await message.boundingBox(), await card.getByRole('group').boundingBox()]
  if (!shown || !pressed) throw new Error('there is nothing to compare')
  expect(shown.y + shown.height < pressed.y || shown.y > pressed.y + pressed.height).toBe(true)
  expect(await message.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
})

test('no bar of the cart is sticky at double text size on a 360 × 640 phone', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await page.goto('/cart')
  const bars = [
    page.getByRole('banner'),
    page.getByRole('button', { name: texts.loginStep }),
    page.getByRole('navigation', { name: texts.bottomNavigation }),
  ]
  const tops = () => Promise.all(bars.map((bar) => bar.evaluate((element) => element.getBoundingClientRect().top)))
  const moved = async () => {
    await page.evaluate(() => window.scrollTo(0, 60))
    const before = await tops()
    await page.evaluate(() => window.scrollTo(0, 160))
    return (await tops()).map((top, index) => Math.round((before[index] ?? 0) - top))
  }
  await expect(bars[1] as Locator).toContainText('$2.24')
  expect(await moved()).toEqual([0, 0, 0])
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  // The layout takes a moment, and keeps what is in view where it is.
  await expect.poll(moved).toEqual([100, 100, 100])
})

test('the second tap of a double tap on a sheet’s button doesn’t press the bar that was below it', {
  tag: '@phone',
}, async ({ page, texts }) => {
  const sheet = page.getByRole('dialog', { name: texts.filters })
  const link = page.getByRole('navigation', { name: texts.bottomNavigation }).getByRole('link').nth(2)
  // Once more if this machine was too slow for a double tap.
  await expect(async () => {
    await page.goto('/products/grains')
    // The open sheet hides it from roles.
    const cart = await link.boundingBox()
    await press(page.getByRole('button', { name: texts.filters }))
    await expect(sheet).toBeVisible({ timeout: 2000 })
    const button = await sheet.getByRole('button', { name: texts.showProducts }).boundingBox()
    if (!cart || !button) throw new Error('there is nothing to press')
    // On the button and, once that is gone, on the link to the cart.
    const at = { x: cart.x + cart.width / 2, y: Math.max(cart.y, button.y) + 2 }
    expect(at.y < button.y + button.height && at.x < button.x + button.width).toBe(true)
    const began = Date.now()
    await page.touchscreen.tap(at.x, at.y)
    await page.waitForFunction(({ x, y }) => document.elementFromPoint(x, y)?.closest('nav'), at, { timeout: 1000 })
    await page.touchscreen.tap(at.x, at.y)
    expect(Date.now() - began).toBeLessThan(450)
  }).toPass()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/products/grains')
  await press(link)
  await expect(page).toHaveURL('/cart')
})

test('an impatient second tap on “Buy now” doesn’t place the order that the cart offers there', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await signedInShopper(page)
  await savedAddress(page)
  const order = page.getByRole('button', { name: texts.placeOrder })
  const buyNow = page.getByRole('button', { name: texts.buyNow })
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/order/cod')) sent += 1
  })
  // Once more if this machine was too slow for an impatient tap.
  await expect(async () => {
    await broccoliInCart(page)
    await page.goto('/cart')
    await expect(order).toContainText('$2.24')
    const target = await order.boundingBox()
    await page.goto('/products/vegetables')
    await press(page.getByRole('link', { name: texts.broccoli }).first())
    await expect(buyNow).toBeVisible()
    const before = await buyNow.boundingBox()
    if (!target || !before) throw new Error('there is nothing to press')
    await page.evaluate((by) => window.scrollBy(0, by), before.y - target.y)
    const [x, y] = [before.x + before.width / 2, target.y + target.height / 2]
    sent = 0
    const began = Date.now()
    await page.touchscreen.tap(x, y)
    await expect(order).toContainText('$4.48')
    // Too late for a double tap.
    await page.waitForFunction((until) => Date.now() > until, began + 600)
    await page.touchscreen.tap(x, y)
    expect(Date.now() - began).toBeLessThan(1400)
  }).toPass()
  await expect(page).toHaveURL('/cart')
  expect(sent).toBe(0)
  await expect(async () => {
    await press(order)
    await expect(page).toHaveURL('/my-orders', { timeout: 1000 })
  }).toPass()
})

test('if the categories can’t be loaded, their button shows an error and stays on the page', {
  tag: '@phone',
}, async ({ page, texts, expectConsoleErrors }) => {
  await page.route('**/category-sheet-*', (route) => route.abort())
  await page.goto('/contact')
  const categories = page.getByRole('link', { name: texts.categories })
  for (const _ of ['first', 'second']) {
    await press(categories)
    await expect(page.getByRole('alert').filter({ hasText: texts.unreachable })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/contact')
    await page.getByRole('region', { name: texts.messages }).getByRole('button').click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  expectConsoleErrors(/category-sheet-/)
})

test('a phone that is turned while a menu is open keeps its page at full size', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  const shopper = await signedInShopper(page, { verified: false })
  await page.goto('/contact')
  await press(page.getByRole('button', { name: texts.profileOf(shopper.name) }))
  const item = page.getByRole('menuitem', { name: texts.logout })
  await expect(item).toBeVisible()
  const size = page.viewportSize()
  await page.setViewportSize({ width: 1280, height: 800 })
  const isRight = () => item.evaluate((each) => each.getBoundingClientRect().right > 900)
  await expect.poll(isRight).toBe(true)
  if (size) await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
  await expect(item).toBeInViewport({ ratio: 1 })
})
