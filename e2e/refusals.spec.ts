import { expect, test } from './shop-test.ts'
import {
  aShopper,
  codeFromMailbox,
  pasteCode,
  press,
  register,
  saveAddress,
  savedAddress,
  signedInShopper,
} from './shopper.ts'

test('the cart refuses a visitor, then an unverified account, then a missing address; each leads back to it', async ({
  page,
  say,
}) => {
  const shopper = aShopper()
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  const summary = page.getByRole('complementary', { name: say.summary })
  const place = summary.getByRole('button', { name: say.placeOrder })
  const cart = page.getByRole('heading', { level: 1, name: say.cartTitle })

  await press(summary.getByRole('button', { name: say.changeAddress }))
  await expect(page.getByText(say.loginFirst)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await press(place)
  await expect(summary.getByText(say.loginFirst)).toBeVisible()
  // It is Thai on the English page as well.
  await expect(summary.getByText(say.loginFirst)).toHaveAttribute('lang', 'th')
  await press(summary.getByRole('link', { name: say.loginRemedy }))
  await press(page.getByRole('dialog').getByRole('link', { name: say.signUp }))
  await register(page, say, shopper)
  await expect(cart).toBeVisible()
  await expect(page).toHaveURL('/cart')
  // The account's cart is empty; what was picked lies ready, also for a page that is loaded anew.
  await page.reload()
  const offer = page.getByRole('region', { name: say.pickedBefore(1) })
  await expect(offer.getByRole('listitem')).toContainText(say.broccoli)
  await expect(page.getByText(say.cartEmpty)).toHaveCount(0)
  await press(offer.getByRole('button', { name: say.addPicked }))
  await expect(cart).toBeFocused()

  await press(place)
  await expect(summary.getByText(say.verifyFirst)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(say.verifyFirst)
  await press(summary.getByRole('button', { name: say.verifyRemedy }))
  await expect(page.getByRole('heading', { level: 1, name: say.verifyTitle })).toBeVisible()
  await pasteCode(page, say, await codeFromMailbox(page, shopper))
  await expect(cart).toBeVisible()
  await expect(page).toHaveURL('/cart')

  await press(place)
  await expect(summary.getByText(say.selectAddress)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText(say.selectAddress)
  await press(summary.getByRole('link', { name: say.addAddress }).last())
  await saveAddress(page, say)
  await expect(page).toHaveURL('/cart')
  await expect(summary.getByText(say.selectAddress)).toHaveCount(0)

  // 2.20 and 2% of it, 0.044, rounded down.
  await expect(place).toContainText('$2.24')
  await press(place)
  await expect(page).toHaveURL('/my-orders')
})

test('an order that meets a session which has ended says so as long as other refusals', async ({
  page,
  say,
  faults,
}) => {
  await signedInShopper(page)
  await savedAddress(page)
  await page.goto('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('link', { name: say.cartWith(1) }))
  const place = page.getByRole('button', { name: say.placeOrder })
  await expect(place).toContainText('$2.24')
  await page.context().clearCookies({ name: 'talad_shopper' })
  await press(place)
  await expect(page.getByText(say.cartEmpty)).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(say.loginFirst)
  await page.waitForTimeout(1500)
  await expect(page.getByRole('alert')).toContainText(say.loginFirst)
  expect(faults.splice(0)).toEqual([expect.stringContaining('401')])
})

test('nobody without an account gets to the address form', async ({ page, say }) => {
  await page.goto('/add-address')
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeVisible()
})
