import { addByCall, aName } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { broccoliInCart, call, press, savedAddress, signedInShopper } from './shopper.ts'
import { words } from './words.ts'

test('the focus stays in the cart: on the next line, on what comes back, at last on the heading', {
  tag: '@desktop',
}, async ({ page, say }) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('button', { name: say.add(say.chillies) }))
  await press(page.getByRole('link', { name: say.cartWith(2) }))
  // The list that is left has buttons of such names too.
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeVisible()
  const remove = page.getByRole('main').getByRole('button', { name: /^(Remove|ลบ) / })
  await expect(remove).toHaveCount(2)
  await remove.first().focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(1)
  await expect(remove).toBeFocused()

  await page.getByRole('button', { name: say.undo }).focus()
  await page.keyboard.press('Enter')
  await expect(remove).toHaveCount(2)
  await expect(page.getByRole('main').getByRole('combobox').first()).toBeFocused()

  await page.getByRole('button', { name: say.oneLessInCart(say.broccoli) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: say.quantityOf(say.chillies) })).toBeFocused()
  await page.getByRole('button', { name: say.oneLessInCart(say.chillies) }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(say.cartEmpty)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeFocused()
})

test('what was chosen for the order and half typed as an address is still there in the other language', {
  tag: '@phone',
}, async ({ page, context, baseURL, say }) => {
  const other = say === words.th ? words.en : words.th
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
  await press(summary.getByRole('button', { name: say.changeAddress }))
  await summary.getByRole('radio', { name: '99 Sukhumvit Road' }).check()
  await summary.getByRole('radio', { name: say.onlinePayment }).check()
  await changeLanguage()
  await expect(summary.getByRole('radio', { name: other.onlinePayment })).toBeChecked()
  await expect(summary.getByText('99 Sukhumvit Road').first()).toBeVisible()
  await expect(summary.getByRole('button', { name: other.proceed })).toBeVisible()

  await page.goto('/add-address')
  const street = page.getByRole('textbox', { name: other.address[2] ?? '', exact: true })
  await street.fill('7 Rama IV Road')
  await page.reload()
  await expect(street).toHaveValue('7 Rama IV Road')
})

test('the button that leads to the order stays in sight in a low window', { tag: '@desktop' }, async ({
  page,
  say,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  const place = page.getByRole('complementary').getByRole('button', { name: say.loginStep })
  await expect(place).toBeInViewport({ ratio: 1 })
  await expect(place).toContainText('$2.24')
})

test('fewer pieces than wanted: only those count, and the refusal offers to take them', { tag: '@phone' }, async ({
  page,
  seller,
  say,
}) => {
  const id = await addByCall(seller, aName(), { stock: 3 })
  const shopper = await signedInShopper(page)
  await savedAddress(page)
  await call(page, '/api/cart/update', { cartItems: { [id]: 9 } })
  await page.goto('/cart')
  const summary = page.getByRole('complementary')
  const place = summary.getByRole('button', { name: say.placeOrder })
  // 3 × 2.50 and 2% of it.
  await expect(place, shopper.email).toContainText('$7.65')
  await press(place)
  await press(summary.getByRole('button', { name: say.setTo(3) }))
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
