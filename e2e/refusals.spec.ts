import type { Page } from '@playwright/test'
import { expect, test } from './shop-test.ts'
import { aShopper, codeFromMailbox, logIn, pasteCode, press, register, saveAddress } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'

test('the cart asks to log in, to verify and to add an address; each says why and returns to the cart', {
  tag: '@phone',
}, async ({ page, texts }) => {
  const shopper = aShopper()
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  const summary = page.getByRole('complementary', { name: texts.summary })
  const cart = page.getByRole('heading', { level: 1, name: texts.cartTitle })
  const dialog = page.getByRole('dialog')

  await press(summary.getByRole('button', { name: texts.changeAddress }))
  await expect(dialog.getByText(texts.loginFirst)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await press(summary.getByRole('button', { name: texts.loginStep }).filter({ hasText: '$2.24' }))
  // This message is Thai on the English page too.
  await expect(dialog.getByText(texts.loginFirst)).toHaveAttribute('lang', 'th')
  await press(dialog.getByRole('link', { name: texts.signUp }))
  await expect(dialog).toHaveCount(0)
  await register(page, texts, shopper)
  // The code was already sent. A shopper who goes to the cart first finds the picked products in it.
  await expect(page.getByRole('heading', { level: 1, name: texts.verifyTitle })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: texts.adopted(1) })).toBeVisible()
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: texts.broccoli })).toBeVisible()

  await press(summary.getByRole('button', { name: texts.verifyStep }))
  await expect(page.getByRole('status').filter({ hasText: texts.verifyFirst })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: texts.verifyTitle })).toBeVisible()
  await pasteCode(page, texts, await codeFromMailbox(page, shopper))
  await expect(cart).toBeVisible()
  await expect(page).toHaveURL('/cart')

  await press(summary.getByRole('button', { name: texts.addressStep }))
  await expect(page.getByRole('status').filter({ hasText: texts.selectAddress })).toBeVisible()
  await saveAddress(page, texts)
  await expect(page).toHaveURL('/cart')

  // None of the steps was shown as an error.
  await expect(page.getByRole('alert')).toHaveCount(0)
  // 2.20 and 2% of it, 0.044, rounded down.
  const place = summary.getByRole('button', { name: texts.placeOrder })
  await expect(place).toContainText('$2.24')
  await press(place)
  await expect(page).toHaveURL('/my-orders')
})

test('an order placed after the session expired keeps the cart, asks to log in, and is placed then', {
  tag: '@phone',
}, async ({ page, texts, expectConsoleErrors }) => {
  const shopper = await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')
  const place = page.getByRole('button', { name: texts.placeOrder })
  await expect(place).toContainText('$2.24')
  await page.context().clearCookies({ name: 'talad_shopper' })
  // The session check, which finds that the session expired, is slower than loading the dialog.
  await page.route('**/api/user/is-auth', async (route) => {
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/login-dialog-')),
    )
    await route.continue()
  })
  await press(place)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(texts.loginFirst)).toBeVisible()
  await expect(dialog.getByText(texts.loggedOut)).toBeVisible()
  await expect(page.getByText(texts.cartEmpty)).toHaveCount(0)
  await logIn(page, texts, shopper, 'dialog')
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  // The reply to the order, and perhaps those to what the cart reads again meanwhile.
  expectConsoleErrors(/status of 401/)
})

test('cancelling an order after the session expired says that it wasn’t cancelled', { tag: '@phone' }, async ({
  page,
  texts,
  expectConsoleErrors,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  const { products } = await (await page.request.get('/api/product/list', { params: { limit: '1' } })).json()
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const items = [{ product: products[0]._id, quantity: 1 }]
  await call(page, '/api/order/cod', { items, address: addresses[0]._id })
  const [cancel, yes, notCancelled] =
    texts.language === 'th'
      ? [/^ยกเลิกคำสั่งซื้อ/, 'ใช่ ยกเลิก', 'ยังไม่ได้ยกเลิกคำสั่งซื้อ']
      : [/^Cancel the order/, 'Yes, cancel it', 'The order was not cancelled.']
  await page.goto('/my-orders')
  await press(page.getByRole('article').getByRole('button', { name: cancel }))
  await page.context().clearCookies({ name: 'talad_shopper' })
  await press(page.getByRole('button', { name: yes }))
  await expect(page.getByRole('dialog').getByText(notCancelled)).toBeVisible()
  expectConsoleErrors(/status of 401/)
})

test('a tax invoice keeps what was typed after its form was closed, and after the session expired', async ({
  page,
  texts,
  expectConsoleErrors,
}) => {
  const shopper = await signedInShopper(page)
  // This shop has no VAT, and so no abbreviated tax invoice.
  const documents = [{ id: 'a', kind: 'abbreviated tax invoice', name: 'AB2026-000001' }]
  await anOrderShownWith(page, { isPaid: true, documents })
  const [invoice, make, company, where, taxId, notMade, again] =
    texts.language === 'th'
      ? [
          /^ใบกำกับภาษีเต็มรูป/,
          'ออกใบกำกับภาษี',
          'ชื่อหรือชื่อบริษัท',
          'ที่อยู่',
          /^เลขประจำตัวผู้เสียภาษี/,
          /^ยังไม่ได้ออกใบกำกับภาษี/,
          'เข้าสู่ระบบ',
        ]
      : [
          /^Full tax invoice/,
          'Make the tax invoice',
          'Name or company',
          'Address',
          /^Tax ID/,
          /^The tax invoice was not made/,
          'Log in',
        ]
  await page.goto('/my-orders')
  const dialog = page.getByRole('dialog')
  const open = page.getByRole('article').getByRole('button', { name: invoice })
  await press(open)
  // All empty fields are marked at once, also that of several lines.
  await dialog.getByRole('textbox', { name: company }).fill(' ')
  await dialog.getByRole('textbox', { name: where }).fill('')
  await press(dialog.getByRole('button', { name: make }))
  await expect(dialog.locator('[aria-invalid="true"]')).toHaveCount(3)
  await expect(dialog.getByRole('textbox', { name: company })).toBeFocused()
  await dialog.getByRole('textbox', { name: where }).fill('12 Charoen Krung Road')
  await dialog.getByRole('textbox', { name: company }).fill('Mali Trading')
  await dialog.getByRole('textbox', { name: taxId }).fill('0105551234567')
  // A tap beside the form loses nothing.
  await page.mouse.click(4, 4)
  await expect(dialog.getByRole('textbox', { name: company })).toHaveValue('Mali Trading')
  await endSessionAt(page, '/api/order/invoice')
  await press(dialog.getByRole('button', { name: make }))
  await expect(dialog.getByText(texts.loginFirst)).toBeVisible()
  await expect(dialog.getByText(notMade)).toBeVisible()
  // The page is shorter than the orders were.
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const main = page.getByRole('main')
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await press(main.getByRole('button', { name: again, exact: true }))
  await logIn(page, texts, shopper, 'dialog')

  await press(open)
  await expect(dialog.getByRole('textbox', { name: company })).toHaveValue('Mali Trading')
  await expect(dialog.getByRole('textbox', { name: taxId })).toHaveValue('0105551234567')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  // Closed by the shopper, too.
  await press(open)
  await expect(dialog.getByRole('textbox', { name: company })).toHaveValue('Mali Trading')
  await expect(dialog.getByRole('textbox', { name: taxId })).toHaveValue('0105551234567')
  await expect(page).toHaveURL('/my-orders')
  expectConsoleErrors(/status of 401/)
})

test('moving or paying an order after the session expired says that it wasn’t done', { tag: '@phone' }, async ({
  page,
  texts,
  expectConsoleErrors,
}) => {
  const shopper = await signedInShopper(page)
  const windows = [30, 54].map((hours, index) => {
    const from = new Date(Date.now() + hours * 3_600_000).toISOString()
    const to = new Date(Date.now() + (hours + 2) * 3_600_000).toISOString()
    return { id: `window-${index}`, from, to, fee: 0, left: 9 }
  })
  await page.route('**/api/order/windows?*', (route) => route.fulfill({ json: { success: true, windows } }))
  const delivery = { fee: 0, from: windows[0]?.from, promisedAt: windows[0]?.to, window: 'window-0' }
  await anOrderShownWith(page, { status: 'Awaiting payment', paymentType: 'Online', delivery })
  const [change, save, notMoved, pay, notPaid] =
    texts.language === 'th'
      ? [/^เปลี่ยนเวลาจัดส่ง/, 'เปลี่ยนเวลา', /^ยังไม่ได้เปลี่ยนเวลาจัดส่ง/, /^ชำระ/, /^ยังไม่ได้เปิดหน้าชำระเงิน/]
      : [/^Change the delivery/, 'Change the time', /^The delivery time was not/, /^Pay/, /^The payment page was not/]
  await page.goto('/my-orders')
  const dialog = page.getByRole('dialog')
  const order = page.getByRole('article')
  await press(order.getByRole('button', { name: change }))
  await press(dialog.getByRole('group').getByRole('button').last())
  await press(dialog.getByRole('radio'))
  await endSessionAt(page, '/api/order/move-window')
  await press(dialog.getByRole('button', { name: save, exact: true }))
  await expect(dialog.getByText(notMoved)).toBeVisible()
  await logIn(page, texts, shopper, 'dialog')
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/my-orders')

  await expect(order.getByRole('button', { name: pay })).toBeVisible()
  await endSessionAt(page, '/api/order/pay')
  await press(order.getByRole('button', { name: pay }))
  await expect(dialog.getByText(notPaid)).toBeVisible()
  expectConsoleErrors(/status of 401/)
})

test('an address submitted after the session expired stays in its form, and can be saved after the login', {
  tag: '@phone',
}, async ({ page, texts, expectConsoleErrors }) => {
  const shopper = await signedInShopper(page)
  await page.goto('/add-address')
  const main = page.getByRole('main')
  const street = main.getByRole('textbox', { name: texts.address[2] ?? '', exact: true })
  await main.getByRole('textbox', { name: texts.address[5] ?? '', exact: true }).fill('10500')
  await main.getByRole('textbox', { name: texts.address[7] ?? '', exact: true }).fill('081 234 5678')
  await main.getByRole('textbox', { name: texts.address[3] ?? '', exact: true }).fill('Bang Rak')
  await street.fill('12 Charoen Krung Road')
  await page.context().clearCookies({ name: 'talad_shopper' })
  await press(main.getByRole('button', { name: texts.saveAddress }))
  await expect(page.getByRole('dialog').getByText(texts.loginFirst)).toBeVisible()
  await logIn(page, texts, shopper, 'dialog')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(street).toHaveValue('12 Charoen Krung Road')
  await expect(main.getByText(texts.loginFirst)).toHaveCount(0)
  await press(main.getByRole('button', { name: texts.saveAddress }))
  await expect(page).toHaveURL('/cart')
  expectConsoleErrors(/status of 401/, 1)
})

test('the login over an address form leads to a forgotten password', { tag: '@phone' }, async ({
  page,
  texts,
  expectConsoleErrors,
}) => {
  await signedInShopper(page)
  await page.goto('/add-address')
  const main = page.getByRole('main')
  await main.getByRole('textbox', { name: texts.address[5] ?? '', exact: true }).fill('10500')
  await main.getByRole('textbox', { name: texts.address[7] ?? '', exact: true }).fill('081 234 5678')
  await main.getByRole('textbox', { name: texts.address[3] ?? '', exact: true }).fill('Bang Rak')
  await main.getByRole('textbox', { name: texts.address[2] ?? '', exact: true }).fill('12 Charoen Krung Road')
  await page.context().clearCookies({ name: 'talad_shopper' })
  await press(main.getByRole('button', { name: texts.saveAddress }))
  await press(page.getByRole('dialog').getByRole('link', { name: texts.forgotPassword }))
  await expect(page).toHaveURL(/^[^?]*\/reset-password\?next=/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expectConsoleErrors(/status of 401/, 1)
})

test('the address form asks visitors to log in', { tag: '@phone' }, async ({ page, texts }) => {
  await page.goto('/add-address')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeVisible()
})

/** Places a cash order, which the page then shows with these fields. */
async function anOrderShownWith(page: Page, fields: object): Promise<void> {
  await savedAddress(page)
  const { products } = await (await page.request.get('/api/product/list', { params: { limit: '1' } })).json()
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  await call(page, '/api/order/cod', {
    items: [{ product: products[0]._id, quantity: 1 }],
    address: addresses[0]._id,
  })
  await page.route('**/api/order/user?*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const orders = json.orders?.map((order: object) => ({ ...order, ...fields }))
    await route.fulfill({ response, json: { ...json, ...(orders && { orders }) } })
  })
}

/** Ends the session just before the shop gets the page's next request to that path: the page may notice it earlier. */
async function endSessionAt(page: Page, path: string): Promise<void> {
  await page.route(
    `**${path}`,
    async (route) => {
      await page.request.get('/api/user/logout')
      await route.continue()
    },
    { times: 1 },
  )
}
