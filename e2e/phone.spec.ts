import type { Locator } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'

test('Back closes the menu, the login window and the categories, and leaves the page where it is', {
  tag: '@phone',
}, async ({ page, say }) => {
  await page.goto('/')
  await page.goto('/contact')
  for (const open of [
    page.getByRole('button', { name: say.menu }),
    page.getByRole('banner').getByRole('link', { name: say.login }),
    page.getByRole('link', { name: say.categories }),
  ]) {
    await open.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL('/contact')
  }

  // Closed by its button it leaves no entry behind.
  await page.getByRole('button', { name: say.menu }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('link', { name: say.categories }).click()
  await page.getByRole('dialog').getByRole('link', { name: say.vegetables }).click()
  await expect(page).toHaveURL('/products/vegetables')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goBack()
  await expect(page).toHaveURL('/contact')
  await page.goBack()
  await expect(page).toHaveURL('/')
})

test('a phone of 360 by 640 shows price and button of the first products, and of a product', { tag: '@phone' }, async ({
  page,
  say,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  const barTop = 640 - 64
  await page.goto('/products/vegetables')
  const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: say.broccoli, exact: true }) })
  const add = card.getByRole('button', { name: say.add(say.broccoli) })
  const { y, height } = (await add.boundingBox()) ?? { y: Number.NaN, height: 0 }
  expect(y + height / 2).toBeLessThan(barTop)
  await card.getByRole('link', { name: say.broccoli, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: say.broccoli })).toBeVisible()
  const main = page.getByRole('main')
  const price = await main.getByText('$2.20').first().boundingBox()
  expect((price?.y ?? Number.NaN) + (price?.height ?? 0)).toBeLessThan(barTop)
  const addHere = await main.getByRole('button', { name: say.addToCart }).last().boundingBox()
  expect((addHere?.y ?? Number.NaN) + (addHere?.height ?? 0)).toBeLessThanOrEqual(barTop)

  // What is said about a press doesn't lie over what was pressed, and has an edge without colours.
  await page.goBack()
  await page.emulateMedia({ forcedColors: 'active' })
  await press(add)
  const message = page.getByRole('region', { name: say.messages }).getByRole('status').locator('..')
  const [shown, pressed] = [await message.boundingBox(), await card.getByRole('group').boundingBox()]
  if (!shown || !pressed) throw new Error('there is nothing to compare')
  expect(shown.y + shown.height < pressed.y || shown.y > pressed.y + pressed.height).toBe(true)
  expect(await message.evaluate((element) => getComputedStyle(element).borderTopWidth)).toBe('1px')
})

test('with words of twice the size no bar of the cart sticks on a phone of 360 by 640', { tag: '@phone' }, async ({
  page,
  say,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await page.goto('/cart')
  const bars = [
    page.getByRole('banner'),
    page.getByRole('button', { name: say.loginStep }),
    page.getByRole('navigation', { name: say.bottomNavigation }),
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
  expect(await moved()).toEqual([100, 100, 100])
})

test('without a connection the categories’ button leaves the page and says why nothing opens', {
  tag: '@phone',
}, async ({ page, say, expectConsoleErrors }) => {
  await page.route('**/category-sheet-*', (route) => route.abort())
  await page.goto('/contact')
  const categories = page.getByRole('link', { name: say.categories })
  for (const _ of ['first', 'second']) {
    await press(categories)
    await expect(page.getByRole('alert').filter({ hasText: say.unreachable })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/contact')
    await page.getByRole('alert').locator('..').getByRole('button').click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
  expectConsoleErrors(/category-sheet-/)
})
