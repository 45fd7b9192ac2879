import type { Page } from '@playwright/test'
import { loseReplies } from './lose-replies.ts'
import { demoSeller } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { aShopper, press, register, saveAddress } from './shopper.ts'
import { signedInShopper } from './test-data.ts'

/*
 * Screens when the server doesn't reply: an error message in the page's language, and recovery once it does.
 */

const english = {
  unreached: 'The shop can’t be reached right now. Nothing is lost; please try again.',
  lost: 'The shop can’t be reached',
  cartFailed: 'The cart could not be loaded',
  ordersFailed: 'Your orders could not be loaded',
  cartEmpty: 'Your cart is empty',
  logIn: 'Log in to see your orders',
  again: 'Try again',
  contact: 'Contact us',
}

const thai: typeof english = {
  unreached: 'เชื่อมต่อไม่ได้ชั่วคราว ข้อมูลของคุณยังอยู่ครบ ลองใหม่อีกครั้ง',
  lost: 'เชื่อมต่อร้านไม่ได้',
  cartFailed: 'โหลดตะกร้าไม่สำเร็จ',
  ordersFailed: 'โหลดคำสั่งซื้อไม่สำเร็จ',
  cartEmpty: 'ตะกร้าของคุณว่างเปล่า',
  logIn: 'เข้าสู่ระบบเพื่อดูคำสั่งซื้อ',
  again: 'ลองใหม่',
  contact: 'ติดต่อเรา',
}

const textsOf = (language: string) => (language === 'th' ? thai : english)

for (const how of ['no reply', 'a page of a proxy'] as const)
  test(`a login that gets ${how} shows the shop’s own error message`, { tag: '@phone' }, async ({
    page,
    expectConsoleErrors,
    texts,
  }) => {
    const { unreached } = textsOf(texts.language)
    await page.goto('/login')
    await page.route('**/api/user/login', (route) =>
      how === 'no reply'
        ? route.abort()
        : route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502</h1>' }),
    )
    const { email, password } = aShopper()
    const main = page.getByRole('main')
    await main.getByRole('textbox', { name: texts.email, exact: true }).fill(email)
    await main.getByRole('textbox', { name: texts.password, exact: true }).fill(password)
    await press(main.getByRole('button', { name: texts.login, exact: true }))
    await expect(main.getByText(unreached)).toBeVisible()
    await expect(main.getByRole('textbox', { name: texts.email, exact: true })).toHaveValue(email)
    await expect(page.getByText(/failed to fetch|502/i)).toHaveCount(0)
    expectConsoleErrors(/\/api\/user\/login/, 1)
  })

test('a registration and an address whose replies are lost are made once, and the shopper continues', {
  tag: '@phone',
}, async ({ page, expectConsoleErrors, texts }) => {
  for (const path of ['/api/user/register', '/api/address/add']) await loseReplies(page, path, 1)
  const shopper = aShopper()
  await page.goto('/register')
  await register(page, texts, shopper)
  await expect(page).toHaveURL('/')
  await page.goto('/add-address')
  await saveAddress(page, texts)
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  expect(addresses).toHaveLength(1)
  expectConsoleErrors(/ERR_FAILED/, 2)
})

/** Waits until the scripts of the other screens are preloaded, which begins with the first interaction. */
async function screensFetched(page: Page): Promise<void> {
  await press(page.getByRole('heading', { level: 1 }))
  await page.waitForFunction(() => {
    const ahead = [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')]
    return (
      ahead.some(({ href }) => href.includes('/contact-')) &&
      ahead.every(({ href }) => performance.getEntriesByName(href).length > 0)
    )
  })
}

test('the shop shows an error screen in its layout when data fails to load, and recovers', {
  tag: '@phone',
}, async ({ page, context, expectConsoleErrors, texts }) => {
  const { lost } = textsOf(texts.language)
  await page.goto('/')
  await screensFetched(page)
  await context.setOffline(true)
  await press(page.getByRole('link', { name: texts.shopNow }))
  await expect(page.getByRole('heading', { level: 1, name: lost })).toBeVisible()
  await expect(page).toHaveURL(/\/products$/)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: lost })).toBeHidden()
  await expect(page.getByRole('list').getByRole('article').first()).toBeVisible()
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
})

test('a screen whose script was preloaded opens offline', { tag: '@phone' }, async ({
  page,
  context,
  expectConsoleErrors,
  texts,
}) => {
  await page.goto('/')
  await screensFetched(page)
  await context.setOffline(true)
  await press(page.getByRole('contentinfo').getByRole('link', { name: textsOf(texts.language).contact }))
  await expect(page).toHaveURL('/contact')
  await expect(page.getByRole('heading', { level: 1, name: textsOf(texts.language).contact })).toBeVisible()
  expectConsoleErrors(/ERR_INTERNET_DISCONNECTED/)
})

test('a failed session check doesn’t sign the shopper out', { tag: '@phone' }, async ({
  page,
  expectConsoleErrors,
  texts,
}) => {
  const screen = textsOf(texts.language)
  await signedInShopper(page)
  let broken = true
  await page.route('**/api/user/is-auth', (route) =>
    broken ? route.fulfill({ status: 500, json: { success: false, code: 'broken', message: '' } }) : route.continue(),
  )
  await page.goto('/my-orders')
  await expect(page.getByRole('heading', { level: 2, name: screen.ordersFailed })).toBeVisible()
  await expect(page.getByText(screen.logIn)).toBeHidden()
  await page.goto('/cart')
  await expect(page.getByRole('heading', { level: 2, name: screen.cartFailed })).toBeVisible()
  await expect(page.getByText(screen.cartEmpty)).toBeHidden()
  broken = false
  await press(page.getByRole('button', { name: screen.again }))
  await expect(page.getByRole('heading', { level: 2, name: screen.cartEmpty })).toBeVisible()
  expectConsoleErrors(/status of 500/)
})

test('the banner about a lost connection is below the seller’s header', async ({
  page,
  expectConsoleErrors,
  texts,
}) => {
  await page.goto('/seller')
  const seller = await demoSeller()
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: texts.email, exact: true }).fill(seller.email)
  await main.getByRole('textbox', { name: texts.password, exact: true }).fill(seller.password)
  // The probe a second later too, or the banner disappears while it is measured.
  await page.route('**/api/**', (route) => route.abort())
  await press(main.getByRole('button', { name: texts.login, exact: true }))
  const banner = main.getByRole('status').filter({ hasText: textsOf(texts.language).unreached })
  await expect(banner).toBeVisible()
  const header = await main.getByRole('banner').or(main.locator('header')).first().boundingBox()
  const box = await banner.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1)
  expectConsoleErrors(/ERR_FAILED/)
})
