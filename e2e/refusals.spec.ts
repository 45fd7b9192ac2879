import { expect, test } from './shop-test.ts'
import {
  aShopper,
  broccoliInCart,
  call,
  codeFromMailbox,
  logIn,
  pasteCode,
  press,
  register,
  saveAddress,
  savedAddress,
  signedInShopper,
} from './shopper.ts'

test('one way forward: log in, verify, add an address; each step says why, and leads back to the cart', {
  tag: '@phone',
}, async ({ page, say }) => {
  const shopper = aShopper()
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  const summary = page.getByRole('complementary', { name: say.summary })
  const cart = page.getByRole('heading', { level: 1, name: say.cartTitle })
  const dialog = page.getByRole('dialog')

  await press(summary.getByRole('button', { name: say.changeAddress }))
  await expect(dialog.getByText(say.loginFirst)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await press(summary.getByRole('button', { name: say.loginStep }).filter({ hasText: '$2.24' }))
  // It is Thai on the English page as well.
  await expect(dialog.getByText(say.loginFirst)).toHaveAttribute('lang', 'th')
  await press(dialog.getByRole('link', { name: say.signUp }))
  await expect(dialog).toHaveCount(0)
  await register(page, say, shopper)
  // The code is on its way already. Who would rather look at the cart first finds what they picked in it.
  await expect(page.getByRole('heading', { level: 1, name: say.verifyTitle })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: say.adopted(1) })).toBeVisible()
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: say.broccoli })).toBeVisible()

  await press(summary.getByRole('button', { name: say.verifyStep }))
  await expect(page.getByRole('status').filter({ hasText: say.verifyFirst })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: say.verifyTitle })).toBeVisible()
  await pasteCode(page, say, await codeFromMailbox(page, shopper))
  await expect(cart).toBeVisible()
  await expect(page).toHaveURL('/cart')

  await press(summary.getByRole('button', { name: say.addressStep }))
  await expect(page.getByRole('status').filter({ hasText: say.selectAddress })).toBeVisible()
  await saveAddress(page, say)
  await expect(page).toHaveURL('/cart')

  // Nothing was told as an error on the way.
  await expect(page.getByRole('alert')).toHaveCount(0)
  // 2.20 and 2% of it, 0.044, rounded down.
  const place = summary.getByRole('button', { name: say.placeOrder })
  await expect(place).toContainText('$2.24')
  await press(place)
  await expect(page).toHaveURL('/my-orders')
})

test('an order that meets a session which has ended keeps the cart, asks for the login and goes on', {
  tag: '@phone',
}, async ({ page, say, expectConsoleErrors }) => {
  const shopper = await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const place = page.getByRole('button', { name: say.placeOrder })
  await expect(place).toContainText('$2.24')
  await page.context().clearCookies({ name: 'talad_shopper' })
  // The check that says that the session is over is slower than the window.
  await page.route('**/api/user/is-auth', async (route) => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/login-dialog-')),
    )
    await route.continue()
  })
  await press(place)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(say.loginFirst)).toBeVisible()
  await expect(dialog.getByText(say.loggedOut)).toBeVisible()
  await expect(page.getByText(say.cartEmpty)).toHaveCount(0)
  await logIn(page, say, shopper, 'dialog')
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  expectConsoleErrors(/status of 401/, 1)
})

test('an order that meets an ended session when it is cancelled says that it wasn’t', { tag: '@phone' }, async ({
  page,
  say,
  expectConsoleErrors,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  const { products } = await (await page.request.get('/api/product/list', { params: { limit: '1' } })).json()
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const items = [{ product: products[0]._id, quantity: 1 }]
  await call(page, '/api/order/cod', { items, address: addresses[0]._id })
  const [cancel, yes, notCancelled] =
    say.language === 'th'
      ? [/^ยกเลิกคำสั่งซื้อ/, 'ใช่ ยกเลิก', 'ยังไม่ได้ยกเลิกคำสั่งซื้อ']
      : [/^Cancel order/, 'Yes, cancel it', 'The order was not cancelled.']
  await page.goto('/my-orders')
  await press(page.getByRole('article').getByRole('button', { name: cancel }))
  await page.context().clearCookies({ name: 'talad_shopper' })
  await press(page.getByRole('button', { name: yes }))
  await expect(page.getByRole('dialog').getByText(notCancelled)).toBeVisible()
  expectConsoleErrors(/status of 401/)
})

test('an address that meets a session which has ended stays under the login window, and is saved after it', {
  tag: '@phone',
}, async ({ page, say, expectConsoleErrors }) => {
  const shopper = await signedInShopper(page)
  await page.goto('/add-address')
  const main = page.getByRole('main')
  const street = main.getByRole('textbox', { name: say.address[2] ?? '', exact: true })
  await main.getByRole('textbox', { name: say.address[5] ?? '', exact: true }).fill('10500')
  await main.getByRole('textbox', { name: say.address[7] ?? '', exact: true }).fill('081 234 5678')
  await main.getByRole('textbox', { name: say.address[3] ?? '', exact: true }).fill('Bang Rak')
  await street.fill('12 Charoen Krung Road')
  await page.context().clearCookies({ name: 'talad_shopper' })
  await press(main.getByRole('button', { name: say.saveAddress }))
  await expect(page.getByRole('dialog').getByText(say.loginFirst)).toBeVisible()
  await logIn(page, say, shopper, 'dialog')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(street).toHaveValue('12 Charoen Krung Road')
  await expect(main.getByText(say.loginFirst)).toHaveCount(0)
  await press(main.getByRole('button', { name: say.saveAddress }))
  await expect(page).toHaveURL('/cart')
  expectConsoleErrors(/status of 401/, 1)
})

test('the address form needs an account', { tag: '@phone' }, async ({ page, say }) => {
  await page.goto('/add-address')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeVisible()
})
