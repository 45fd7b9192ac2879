import { expect, test } from './shop-test.ts'
import { logIn, press } from './shopper.ts'
import { broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'

test('a visitor’s cart survives a reload; after signing in it is offered to be added to the account’s', {
  tag: '@phone',
}, async ({ page, texts }) => {
  const shopper = await signedInShopper(page)
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.chillies) }))
  await expect(page.getByRole('link', { name: texts.cartWith(1) })).toBeVisible()
  // The cart is saved in the account.
  await expect
    .poll(async () => (await (await page.request.get('/api/user/is-auth')).json()).user.cartItems)
    .not.toEqual({})
  await call(page, '/api/user/logout', {})

  await page.goto('/products/vegetables')
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  // By keyboard: a tap so soon after the first would be ignored as a double tap.
  await page.getByRole('button', { name: texts.oneMore(texts.broccoli) }).press('Enter')
  await expect(page.getByRole('link', { name: texts.cartWith(2) })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name: texts.cartWith(2) })).toBeVisible()

  await press(page.getByRole('banner').getByRole('link', { name: texts.login }))
  await logIn(page, texts, shopper, 'dialog')
  await expect(page.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  const lines = page.getByRole('region', { name: texts.cartLines }).getByRole('listitem')
  await expect(lines).toHaveCount(1)
  await expect(lines).toContainText(texts.chillies)

  const offer = page.getByRole('region', { name: texts.pickedBefore(2) })
  await expect(offer.getByRole('listitem')).toContainText(texts.broccoli)
  // Declined by mistake.
  await press(offer.getByRole('button', { name: texts.keepSaved }))
  await expect(offer).toHaveCount(0)
  await press(page.getByRole('region', { name: texts.messages }).getByRole('button', { name: texts.undo }))
  await press(offer.getByRole('button', { name: texts.addPicked }))
  await expect(offer).toHaveCount(0)
  await expect(page.getByRole('link', { name: texts.cartWith(3) })).toBeVisible()
  await expect(lines).toHaveCount(2)
  await expect(page.getByRole('combobox', { name: texts.quantityOf(texts.broccoli) })).toHaveValue('2')
  await expect(page.getByRole('combobox', { name: texts.quantityOf(texts.chillies) })).toHaveValue('1')
})

test('the quantity can be selected, and the minus button at one removes the product', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  const quantity = page.getByRole('combobox', { name: texts.quantityOf(texts.broccoli) })
  await expect(quantity.getByRole('option')).toHaveText(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
  await quantity.selectOption('9')
  await press(page.getByRole('button', { name: texts.oneMoreInCart(texts.broccoli) }))
  await expect(page.getByRole('link', { name: texts.cartWith(10) })).toBeVisible()
  await expect(quantity.getByRole('option')).toHaveCount(10)
  // 10 × 2.20 and 2% of it.
  await expect(page.getByRole('complementary').getByText('$22.44', { exact: true }).first()).toBeVisible()
  await quantity.selectOption('1')
  await press(page.getByRole('button', { name: texts.oneLessInCart(texts.broccoli) }))
  await expect(page.getByRole('main').getByText(texts.cartEmpty)).toBeVisible()
})

test('a product that another tab adds and removes before its price is loaded doesn’t change the total', {
  tag: '@phone',
}, async ({ page, context, texts }) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  // 2.20 and 2% of it.
  const sum = page.getByRole('complementary').getByText('$2.24', { exact: true }).first()
  await expect(sum).toBeVisible()

  await page.route('**/api/product/by-ids?*', () => {})
  const asked = page.waitForRequest('**/api/product/by-ids?*')
  const otherTab = await context.newPage()
  await otherTab.goto('/products/vegetables')
  await press(otherTab.getByRole('button', { name: texts.add(texts.chillies) }))
  await asked
  await expect(sum).toBeHidden()
  await press(otherTab.getByRole('button', { name: texts.oneLess(texts.chillies) }))
  await expect(page.getByRole('link', { name: texts.cartWith(1) })).toBeVisible()
  await expect(sum).toBeVisible()
})

test('a cart open on another device is emptied when its order is placed', { tag: '@phone' }, async ({
  page,
  browser,
  texts,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  await broccoliInCart(page)
  await page.goto('/cart')

  const other = await (await browser.newContext()).newPage()
  await other.context().addCookies(await page.context().cookies())
  await other.goto('/cart')
  const place = other
    .getByRole('complementary', { name: texts.summary })
    .getByRole('button', { name: texts.placeOrder })
  await expect(place).toContainText('$2.24')

  await press(page.getByRole('complementary', { name: texts.summary }).getByRole('button', { name: texts.placeOrder }))
  await expect(page).toHaveURL('/my-orders')
  await expect(other.getByRole('heading', { level: 2, name: texts.cartEmpty })).toBeVisible()
  await other.context().close()
})
