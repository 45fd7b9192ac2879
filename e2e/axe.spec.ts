import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { aName } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { addByCall, broccoliInCart, savedAddress, signedInSeller, signedInShopper } from './test-data.ts'
import type { Texts } from './texts.ts'
import { otherSize } from './viewports.ts'

/*
 * Every screen in both languages, and in each at both sizes, has no axe violations, fits the narrowest phone and, as in
 * every browser test, logs no error.
 */

const standards = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
const narrowest = 320
/** Elements at the ends of a menu that pass the focus on at once; axe takes them for tab stops without a name. */
const focusGuards = '[data-base-ui-focus-guard]'

test('the catalogue’s screens pass axe and fit the narrowest phone', async ({ page, texts }) => {
  for (const path of ['/', '/products', '/products/fruits', '/products/fruits?q=nothing', '/products?q=nothing']) {
    await page.goto(path)
    await examine(page, path)
  }
  await page.goto('/products/vegetables')
  await press(page.getByRole('link', { name: texts.broccoli, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: texts.broccoli })).toBeVisible()
  await examine(page, 'a product')
  await page.getByRole('banner').getByRole('combobox').fill(texts.broccoli)
  await expect(page.getByRole('option').first()).toBeVisible()
  await examine(page, 'suggestions')
})

test('a visitor’s screens pass axe and fit the narrowest phone', async ({ page, texts }) => {
  for (const path of [
    '/contact',
    '/loader?next=cart',
    '/promptpay?order=x',
    '/login',
    '/register',
    '/reset-password',
    '/my-orders',
  ]) {
    await page.goto(path)
    await examine(page, path)
  }
  await page.goto('/cart')
  await expect(page.getByText(texts.cartEmpty)).toBeVisible()
  await examine(page, 'an empty cart')
  await fillCart(page, texts)
  await expect(page.getByRole('button', { name: texts.loginStep })).toBeVisible()
  await examine(page, 'a visitor’s cart')
  await press(page.getByRole('banner').getByRole('link', { name: texts.login }))
  await expect(page.getByRole('dialog', { name: texts.signInTitle })).toBeVisible()
  await examine(page, 'the login dialog')
  await press(page.getByRole('dialog').getByRole('button', { name: texts.login, exact: true }))
  await expect(page.getByRole('dialog').getByRole('textbox', { name: texts.email })).toHaveAttribute('aria-invalid')
  await examine(page, 'the login dialog with errors')
})

test('a shopper’s screens pass axe and fit the narrowest phone', async ({ page, texts }) => {
  const shopper = await signedInShopper(page, { verified: false })
  await page.goto('/email-verify')
  await expect(page.getByRole('textbox', { name: texts.code })).toBeVisible()
  await examine(page, '/email-verify')
  await page.goto('/my-orders')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toBeVisible()
  await examine(page, 'no orders')
  await page.goto('/add-address')
  await expect(page.getByRole('button', { name: texts.saveAddress })).toBeVisible()
  await examine(page, '/add-address')
  await press(page.getByRole('button', { name: texts.profileOf(shopper.name) }))
  await expect(page.getByRole('menuitem', { name: texts.logout })).toBeVisible()
  await examine(page, 'the profile menu')
})

test('a shopper’s cart and orders pass axe and fit the narrowest phone', async ({ page, texts }) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  await expect(page.getByRole('button', { name: texts.placeOrder })).toContainText('$2.24')
  await expect(page.getByText('12 Charoen Krung Road').first()).toBeVisible()
  await examine(page, 'a shopper’s cart')
  await press(page.getByRole('button', { name: texts.placeOrder }))
  await expect(page.getByRole('article')).toBeVisible()
  await examine(page, '/my-orders')
})

test('the staff’s screen with its audit log, and a rider’s trip, pass axe and fit the narrowest phone', async ({
  page,
}) => {
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  await page.goto('/seller/staff')
  // The entry of the audit log.
  await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  await examine(page, '/seller/staff')
  await page.goto('/seller/trip')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()
  await examine(page, '/seller/trip')
})

async function fillCart(page: Page, texts: Texts): Promise<void> {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  await expect(page.getByRole('button', { name: texts.placeOrder })).toContainText('$2.24')
}

/** Continues after a failed check, so that one run reports the violations of all screens. */
async function examine(page: Page, screen: string): Promise<void> {
  await test.step(screen, async () => {
    await expect(page.getByRole('heading', { level: 1, includeHidden: true }).first()).toBeAttached()
    const size = page.viewportSize()
    await examineSize(page, screen)
    await resize(page, { width: narrowest, height: 640 })
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await expect.soft.poll(width, `width of ${screen}`).toBeLessThanOrEqual(narrowest)
    if (size) await resize(page, otherSize(size))
    await examineSize(page, `${screen} in the other project’s window`)
    if (size) await resize(page, size)
  })
}

/** Sets the size of the window and waits until the page has it, which may be later. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await expect.poll(() => page.evaluate(() => ({ width: innerWidth, height: innerHeight }))).toEqual(size)
}

async function examineSize(page: Page, screen: string): Promise<void> {
  expect.soft(await axeViolations(page, { tags: standards, exclude: focusGuards }), `axe on ${screen}`).toEqual([])
  if ((await page.locator('html').getAttribute('lang')) === 'th')
    expect.soft(await closeThaiLines(page), `Thai lines on ${screen}`).toEqual([])
}

/** Returns the elements of a Thai page with a line height below 1.6, at which tone marks touch the line above. */
function closeThaiLines(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('body *')].flatMap((element) => {
      const text = [...element.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? node.textContent : ''))
      const isSeen = element.checkVisibility() && !element.closest('.sr-only')
      if (!isSeen || !/[\u0e00-\u0e7f]/.test(text.join(''))) return []
      const { lineHeight, fontSize } = getComputedStyle(element)
      const ratio = Number.parseFloat(lineHeight) / Number.parseFloat(fontSize)
      return ratio < 1.599 ? [`${ratio.toFixed(2)}: ${text.join('').trim()}`] : []
    }),
  )
}
