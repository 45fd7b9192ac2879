import { expect, test } from './shop-test.ts'
import { broccoliInCart, call, logIn, press, savedAddress, signedInShopper } from './shopper.ts'

test('a visitor’s cart outlives a reload; after signing in the cart is the account’s and one tap adds what was picked', {
  tag: '@phone',
}, async ({ page, say }) => {
  const shopper = await signedInShopper(page)
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.chillies) }))
  await expect(page.getByRole('link', { name: say.cartWith(1) })).toBeVisible()
  // What was saved is what the account has on another device, too.
  await expect
    .poll(async () => (await (await page.request.get('/api/user/is-auth')).json()).user.cartItems)
    .not.toEqual({})
  await call(page, '/api/user/logout', {})

  await page.goto('/products/vegetables')
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  // By keyboard: a tap so soon after the first is taken for the second of a double tap.
  await page.getByRole('button', { name: say.oneMore(say.broccoli) }).press('Enter')
  await expect(page.getByRole('link', { name: say.cartWith(2) })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: say.cartWith(2) })).toBeVisible()

  await press(page.getByRole('banner').getByRole('link', { name: say.login }))
  await logIn(page, say, shopper, 'dialog')
  await expect(page.getByRole('button', { name: say.profileOf(shopper.name) })).toBeVisible()
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  const lines = page.getByRole('region', { name: say.cartLines }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText(say.chillies)

  const offer = page.getByRole('region', { name: say.pickedBefore(2) })
  await expect(offer.getByRole('listitem')).toContainText(say.broccoli)
  // Declined by mistake.
  await press(offer.getByRole('button', { name: say.keepSaved }))
  await expect(offer).toHaveCount(0)
  await press(page.getByRole('region', { name: say.messages }).getByRole('button', { name: say.undo }))
  await press(offer.getByRole('button', { name: say.addPicked }))
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('link', { name: say.cartWith(3) })).toBeVisible()
  await expect(lines).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: say.quantityOf(say.broccoli) })).toHaveValue('2')
  await expect(page.getByRole('combobox', { name: say.quantityOf(say.chillies) })).toHaveValue('1')
})

test('the selector sets a quantity, less of the last piece takes the product out', { tag: '@phone' }, async ({
  page,
  say,
}) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  const quantity = page.getByRole('combobox', { name: say.quantityOf(say.broccoli) })
  await expect(quantity.getByRole('option')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  await quantity.selectOption('9')
  await press(page.getByRole('button', { name: say.oneMoreInCart(say.broccoli) }))
  await expect(page.getByRole('link', { name: say.cartWith(10) })).toBeVisible()
  await expect(quantity.getByRole('option')).toHaveCount(10)
  // 10 × 2.20 and 2% of it.
  await expect(page.getByRole('complementary').getByText('$22.44', { exact: true }).first()).toBeVisible()
  await quantity.selectOption('1')
  await press(page.getByRole('button', { name: say.oneLessInCart(say.broccoli) }))
  await expect(page.getByRole('main').getByText(say.cartEmpty)).toBeVisible()
})

test('a product that another tab puts in and takes out again, before its price is known, leaves the sum as it was', {
  tag: '@phone',
}, async ({ page, context, say }) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  // 2.20 and 2% of it.
  const sum = page.getByRole('complementary').getByText('$2.24', { exact: true }).first()
  await expect(sum).toBeVisible()

  await page.route('**/api/product/by-ids?*', () => {})
  const asked = page.waitForRequest('**/api/product/by-ids?*')
  const otherTab = await context.newPage()
  await otherTab.goto('/products/vegetables')
  await press(otherTab.getByRole('button', { name: say.add(say.chillies) }))
  await asked
  await expect(sum).toBeHidden()
  await press(otherTab.getByRole('button', { name: say.oneLess(say.chillies) }))
  await expect(page.getByRole('link', { name: say.cartWith(1) })).toBeVisible()
  await expect(sum).toBeVisible()
})

test('a cart that is open on another device is empty once its order is placed', { tag: '@phone' }, async ({
  page,
  browser,
  say,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')

  const other = await (await browser.newContext()).newPage()
  await other.context().addCookies(await page.context().cookies())
  await other.goto('/cart')
  const place = other.getByRole('complementary', { name: say.summary }).getByRole('button', { name: say.placeOrder })
  await expect(place).toContainText('$2.24')

  await press(page.getByRole('complementary', { name: say.summary }).getByRole('button', { name: say.placeOrder }))
  await expect(page).toHaveURL('/my-orders')
  await expect(other.getByRole('heading', { level: 2, name: say.cartEmpty })).toBeVisible()
  await other.context().close()
})
