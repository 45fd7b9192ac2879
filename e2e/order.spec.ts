import { expect, test } from './shop-test.ts'
import {
  aShopper,
  chooseInProfile,
  codeFromMailbox,
  newestMail,
  pasteCode,
  press,
  register,
  saveAddress,
} from './shopper.ts'
import { words } from './words.ts'

test('a new person registers, verifies, shops, saves an address, places a cash order and finds it in My orders', async ({
  page,
}, { project }) => {
  const say = project.name === 'phone' ? words.th : words.en
  const shopper = aShopper()
  await page.goto('/')
  if (say === words.th) await press(page.getByRole('link', { name: words.en.otherLanguage }).first())
  await expect(page.getByRole('link', { name: say.shopNow })).toBeVisible()

  await press(page.getByRole('banner').getByRole('link', { name: say.login }))
  await press(page.getByRole('dialog').getByRole('link', { name: say.signUp }))
  await register(page, say, shopper)
  await chooseInProfile(page, say, shopper, say.verifyEmail)
  await expect(page.getByRole('heading', { level: 1, name: say.verifyTitle })).toBeVisible()
  await pasteCode(page, say, await codeFromMailbox(page, shopper))
  await expect(page).toHaveURL('/')

  await press(page.getByRole('main').getByRole('link', { name: say.vegetables }))
  await expect(page).toHaveURL('/products/vegetables')
  await press(page.getByRole('button', { name: say.add(say.broccoli) }))
  await press(page.getByRole('button', { name: say.oneMore(say.broccoli) }))
  await press(page.getByRole('button', { name: say.oneMore(say.broccoli) }))
  // The second click of a double click is on the stepper that has replaced the button, and adds nothing.
  await page.getByRole('button', { name: say.add(say.chillies) }).dblclick()
  await press(page.getByRole('link', { name: say.cartWith(4) }))

  // 3 × 2.20 + 0.75 = 7.35; 2% of it is 0.147, of which 0.14 is charged.
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeVisible()
  const summary = page.getByRole('complementary', { name: say.summary })
  await expect(summary.getByText('$7.35', { exact: true })).toBeVisible()
  await expect(summary.getByText('$0.14', { exact: true })).toBeVisible()
  await expect(summary.getByText('$7.49', { exact: true }).first()).toBeVisible()

  await press(summary.getByRole('link', { name: say.addAddress }))
  await saveAddress(page, say)
  await expect(summary.getByText('12 Charoen Krung Road').first()).toBeVisible()
  await expect(summary.getByRole('radio', { name: say.cashOnDelivery })).toBeChecked()
  await press(summary.getByRole('button', { name: say.placeOrder }))

  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('status').filter({ hasText: say.orderPlaced })).toBeVisible()
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  const confirmation = page.getByRole('region', { name: say.thanks })
  await expect(confirmation).toContainText('$7.49')
  await expect(confirmation).toContainText('12 Charoen Krung Road')
  const order = page.getByRole('article')
  await expect(order).toHaveCount(1)
  await expect(order.getByRole('listitem').filter({ hasText: say.broccoli })).toContainText('3 × $2.20')
  await expect(order.getByRole('listitem').filter({ hasText: say.chillies })).toContainText('1 × $0.75')
  await expect(order.getByText('$7.49', { exact: true })).toBeVisible()
  await expect(order.getByText(`${say.cashOnDelivery} · ${say.pending}`)).toBeVisible()
  await expect(order.getByTitle('Order Placed')).toBeVisible()

  const mail = await newestMail(page, shopper.email, 2)
  expect(mail.text).toContain('$7.49')

  await page.reload()
  await expect(confirmation).toContainText('$7.49')
  await expect(order.getByText('$7.49', { exact: true })).toBeVisible()
})
