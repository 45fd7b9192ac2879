import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { examine } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { call, joined, signedInSeller, staffPassword } from './test-data.ts'

/*
 * The second step of a seller's login: an authenticator app, recovery codes and passkeys.
 */

const nameOf = (email: string) => `Nok ${email.split('@', 1)[0]?.slice(-8)}`

/** Logs out by a call, from a page whose stream doesn't ask again when the session ends. */
async function logOut(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.request.get('/api/seller/logout')
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/seller')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(staffPassword)
  await press(page.getByRole('button', { name: 'Login', exact: true }))
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}
const typeCode = async (page: Page, code: string) => {
  await page.getByRole('textbox', { name: '6-digit code' }).focus()
  await page.keyboard.type(code)
}

test('a picker sets an app up, and logs in with its codes and a recovery code; the owner resets it', {
  tag: '@desktop',
}, async ({ page, seller, browser, baseURL }) => {
  const email = await joined(page, seller, 'picker')
  await page.goto('/seller/staff')
  await press(page.getByRole('button', { name: 'Set up the authenticator app' }))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await press(dialog.getByText('On this phone, or can’t scan?'))
  await examine(page)
  const key = (await dialog.getByText(/^[A-Z2-7 ]{39}$/).innerText()).replaceAll(' ', '')
  const totp = new TOTP({ secret: key })
  await typeCode(page, totp.generate())
  await expect(page.getByText('Each works once, and they are shown only now.', { exact: false })).toBeVisible()
  const codes = await page
    .getByRole('listitem')
    .filter({ hasText: /^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/ })
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await examine(page)
  // Another screen asks first: they are shown only now.
  await press(page.getByRole('navigation', { name: 'Seller area' }).getByRole('link', { name: 'Orders' }))
  await press(page.getByRole('dialog', { name: 'Leave without the codes?' }).getByRole('button', { name: 'Stay here' }))
  await press(page.getByRole('button', { name: 'I have stored them' }))
  await expect(page.getByText('Left: 10', { exact: false })).toBeVisible()

  await logOut(page)
  await logIn(page, email)
  await examine(page)
  expect((await page.request.get('/api/order/waiting')).status()).toBe(401)
  const wrong = ['000000', '111111', '222222', '333333'].find(
    (code) => totp.validate({ token: code, window: 3 }) === null,
  )
  await typeCode(page, wrong ?? '')
  await expect(page.getByText('This code isn’t right', { exact: false })).toBeVisible()
  // The code of the set-up can't be used again; the next one is accepted early, as clocks differ.
  await typeCode(page, totp.generate({ timestamp: Date.now() + 30_000 }))
  await expect(page).toHaveURL('/seller/orders')

  await logOut(page)
  await logIn(page, email)
  await expect(page.getByRole('button', { name: 'Use a recovery code' })).toBeVisible()
  // A phone may drop the page while its user looks for the code.
  await page.reload()
  await press(page.getByRole('button', { name: 'Use a recovery code' }))
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
  await press(page.getByRole('button', { name: 'Login', exact: true }))
  await expect(page).toHaveURL('/seller/orders')

  // A screen of orders would ask for them when its session ends.
  await page.goto('about:blank')
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' })
  const owner = await context.newPage()
  await signedInSeller(owner)
  await owner.goto('/seller/staff')
  const name = nameOf(email)
  await press(owner.getByRole('button', { name: `Reset second step of ${name}` }))
  await press(owner.getByRole('dialog').getByRole('button', { name: 'Reset second step' }))
  // Behind the dialog, the page has no buttons.
  await expect(owner.getByRole('dialog')).toHaveCount(0)
  await expect(owner.getByRole('button', { name: `Reset second step of ${name}` })).toHaveCount(0)
  await context.close()
  await page.goto('/seller')
  await expect(page.getByRole('heading', { level: 1, name: /log in/i })).toBeVisible()
})

// The only test with managers: the setting applies to all of the shop's.
test('a manager of whom a second factor is required sets it up before anything else', { tag: '@desktop' }, async ({
  page,
  seller,
}) => {
  await signedInSeller(page)
  await page.goto('/seller/staff')
  const required = page.getByRole('region', { name: 'Who needs a second step' })
  await required.getByRole('checkbox', { name: 'Manager' }).check()
  await press(required.getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Settings saved')).toBeVisible()
  await logOut(page)

  await joined(page, seller, 'manager')
  await page.goto('/seller/today')
  await expect(page.getByRole('heading', { name: 'Set up a second step' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Seller area' })).toHaveCount(0)
  await examine(page)
  expect((await page.request.get('/api/seller/today')).status()).toBe(403)
  await press(page.getByRole('button', { name: 'Set up the authenticator app' }))
  const dialog = page.getByRole('dialog')
  await press(dialog.getByText('On this phone, or can’t scan?'))
  const key = (await dialog.getByText(/^[A-Z2-7 ]{39}$/).innerText()).replaceAll(' ', '')
  await typeCode(page, new TOTP({ secret: key }).generate())
  // The codes stay until they are stored, also if the session is read again meanwhile.
  const shown = page.getByText('Each works once, and they are shown only now.', { exact: false })
  await expect(shown).toBeVisible()
  const checked = page.waitForResponse('**/api/seller/is-auth')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await checked
  await expect(shown).toBeVisible()
  // On a phone their two columns don't widen the page.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 800 })
  await press(page.getByRole('button', { name: 'I have stored them' }))
  await expect(page.getByRole('navigation', { name: 'Seller area' })).toBeVisible()
  expect((await page.request.get('/api/seller/today')).status()).toBe(200)

  const { version } = await (await seller.request.get('/api/staff/factor-roles')).json()
  await call(seller, '/api/staff/factor-roles', { roles: [], seen: version })
})

test('a picker adds a passkey on a phone, names it, logs in with it, and removes it', { tag: '@desktop' }, async ({
  browser,
  baseURL,
  seller,
}) => {
  // Browsers make no passkeys for an IP address.
  const context = await browser.newContext({
    baseURL: `http://localhost:${new URL(baseURL ?? '').port}`,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const device = await context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const email = await joined(page, seller, 'picker')
  await page.goto('/seller/staff')
  await press(page.getByRole('button', { name: 'Add a passkey' }))
  await examine(page)
  await page.getByRole('textbox', { name: 'Name of this device' }).fill('Nok’s phone')
  await press(page.getByRole('button', { name: 'Continue' }))
  await press(page.getByRole('button', { name: 'I have stored them' }))
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('Nok’s phone')
  await examine(page)
  // The device doesn't make a second one for the same account.
  await press(page.getByRole('button', { name: 'Add a passkey' }))
  await page.getByRole('textbox', { name: 'Name of this device' }).fill('Again')
  await press(page.getByRole('button', { name: 'Continue' }))
  await expect(page.getByText('This device has a passkey for you already.')).toBeVisible()
  await page.keyboard.press('Escape')

  await logOut(page)
  await logIn(page, email)
  await examine(page)
  await press(page.getByRole('button', { name: 'Use a passkey' }))
  await expect(page).toHaveURL('/seller/orders')

  await page.goto('/seller/staff')
  await expect(page.getByRole('list', { name: 'Passkeys' })).toContainText('last used')
  await press(page.getByRole('button', { name: 'Remove the passkey Nok’s phone' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }))
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Passkeys' })).toHaveCount(0)
  await context.close()
})
