import { aName } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { addByCall, broccoliInCart, call, savedAddress, signedInShopper } from './test-data.ts'
import { textsByLanguage } from './texts.ts'

test('the focus stays in the cart when a line is removed, restored, or the last one goes', {
  tag: '@desktop',
}, async ({ page, texts }) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('button', { name: texts.add(texts.chillies) }))
  await press(page.getByRole('link', { name: texts.cartWith(2) }))
  // The previous screen has buttons with such names too.
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeVisible()
  const remove = page.getByRole('main').getByRole('button', { name: /^(Remove|ลบ) / })
  await expect(remove).toHaveCount(2)
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()

  await page.getByRole('button', { name: texts.undo }).focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('combobox').first()).toBeFocused()

  await page.getByRole('button', { name: texts.oneLessInCart(texts.broccoli) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: texts.quantityOf(texts.chillies) })).toBeFocused()
  await page.getByRole('button', { name: texts.oneLessInCart(texts.chillies) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(texts.cartEmpty)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeFocused()
})

test('a language change keeps the chosen address and payment and a typed code, and a reload a half-typed address', {
  tag: '@phone',
}, async ({ page, context, baseURL, texts }) => {
  const other = texts === textsByLanguage.th ? textsByLanguage.en : textsByLanguage.th
  const changeLanguage = async () => {
    await context.addCookies([{ name: 'language', value: other.language, url: baseURL ?? '' }])
    await page.reload()
  }
  await signedInShopper(page)
  await savedAddress(page)
  await call(page, '/api/address/add', { address: { ...secondHome, street: '99 Sukhumvit Road' } })
  await broccoliInCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary')
  await press(summary.getByRole('button', { name: texts.changeAddress }))
  await summary.getByRole('radio', { name: '99 Sukhumvit Road' }).check()
  await summary.getByRole('radio', { name: texts.onlinePayment }).check()
  await press(summary.getByRole('button', { name: texts.haveCode }))
  await summary.getByRole('textbox', { name: texts.promotionCode }).fill('market')
  await changeLanguage()
  await expect(summary.getByRole('radio', { name: other.onlinePayment })).toBeChecked()
  await expect(summary.getByText('99 Sukhumvit Road').first()).toBeVisible()
  await expect(summary.getByRole('button', { name: other.proceed })).toBeVisible()
  const code = summary.getByRole('textbox', { name: other.promotionCode })
  await expect(code).toHaveValue('market')
  await code.press('Enter')
  await expect(code).toHaveAccessibleDescription(/./)
  await expect(code).toBeFocused()
  await code.fill('')
  await page.reload()
  await expect(summary.getByRole('button', { name: other.haveCode })).toBeVisible()
  await expect(code).toHaveCount(0)

  await page.goto('/add-address')
  const street = page.getByRole('textbox', { name: other.address[2] ?? '', exact: true })
  await street.fill('7 Rama IV Road')
  await page.reload()
  await expect(street).toHaveValue('7 Rama IV Road')
})

test('the cart’s order button is visible in a low window', { tag: '@desktop' }, async ({ page, texts }) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('link', { name: texts.cartWith(1) }))
  const place = page.getByRole('complementary').getByRole('button', { name: texts.loginStep })
  await expect(place).toBeInViewport({ ratio: 1 })
  await expect(place).toContainText('$2.24')
})

test('a cart with more pieces than are in stock counts those in stock, and the refusal offers to set the quantity', {
  tag: '@phone',
}, async ({ page, seller, texts }) => {
  const id = await addByCall(seller, aName(), { stock: 3 })
  const shopper = await signedInShopper(page)
  await savedAddress(page)
  await call(page, '/api/cart/update', { cartItems: { [id]: 9 } })
  await page.goto('/cart')
  const summary = page.getByRole('complementary')
  const place = summary.getByRole('button', { name: texts.placeOrder })
  // 3 × 2.50 and 2% of it.
  await expect(place, shopper.email).toContainText('$7.65')
  await press(place)
  await press(summary.getByRole('button', { name: texts.setTo(3) }))
  await expect(page.getByRole('main').getByRole('combobox')).toHaveValue('3')
  await expect(place).toBeFocused()
  await press(place)
  await expect(page).toHaveURL('/my-orders')
})

const secondHome = {
  firstName: 'Mali',
  lastName: 'Rak',
  city: 'Watthana',
  state: 'Bangkok',
  zipcode: '10110',
  country: 'Thailand',
  phone: '+66 81 234 5678',
}
