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
import { textsByLanguage } from './texts.ts'

test('a new shopper registers, verifies the email, adds an address, places a cash order and sees it in My orders', async ({
  page,
}, { project }) => {
  const texts = project.name === 'phone' ? textsByLanguage.th : textsByLanguage.en
  const shopper = aShopper()
  await page.goto('/')
  if (texts === textsByLanguage.th)
    await press(page.getByRole('link', { name: textsByLanguage.en.otherLanguage }).first())
  await expect(page.getByRole('link', { name: texts.shopNow })).toBeVisible()

  await press(page.getByRole('banner').getByRole('link', { name: texts.login }))
  await press(page.getByRole('dialog').getByRole('link', { name: texts.signUp }))
  await register(page, texts, shopper)
  await chooseInProfile(page, texts, shopper, texts.verifyEmail)
  await expect(page.getByRole('heading', { level: 1, name: texts.verifyTitle })).toBeVisible()
  await pasteCode(page, texts, await codeFromMailbox(page, shopper))
  await expect(page).toHaveURL('/')

  await press(page.getByRole('main').getByRole('link', { name: texts.vegetables }))
  await expect(page).toHaveURL('/products/vegetables')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await press(page.getByRole('button', { name: texts.oneMore(texts.broccoli) }))
  await press(page.getByRole('button', { name: texts.oneMore(texts.broccoli) }))
  // The second click of a double click is on the stepper that replaced the button, and must add nothing.
  await page.getByRole('button', { name: texts.add(texts.chillies) }).dblclick()
  await press(page.getByRole('link', { name: texts.cartWith(4) }))

  // 3 × 2.20 + 0.75 = 7.35; 2% of it is 0.147, of which 0.14 is charged.
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeVisible()
  const summary = page.getByRole('complementary', { name: texts.summary })
  await expect(summary.getByText('$7.35', { exact: true })).toBeVisible()
  await expect(summary.getByText('$0.14', { exact: true })).toBeVisible()
  await expect(summary.getByText('$7.49', { exact: true }).first()).toBeVisible()

  await press(summary.getByRole('link', { name: texts.addAddress }))
  await saveAddress(page, texts)
  await expect(summary.getByText('12 Charoen Krung Road').first()).toBeVisible()
  await expect(summary.getByRole('radio', { name: texts.cashOnDelivery })).toBeChecked()
  await press(summary.getByRole('button', { name: texts.placeOrder }))

  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('status').filter({ hasText: texts.orderPlaced })).toBeVisible()
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  const confirmation = page.getByRole('region', { name: texts.thanks })
  await expect(confirmation).toContainText('$7.49')
  await expect(confirmation).toContainText('12 Charoen Krung Road')
  const order = page.getByRole('article')
  await expect(order).toHaveCount(1)
  await expect(order.getByRole('listitem').filter({ hasText: texts.broccoli })).toContainText('3 × $2.20')
  await expect(order.getByRole('listitem').filter({ hasText: texts.chillies })).toContainText('1 × $0.75')
  await expect(order.getByText('$7.49', { exact: true })).toBeVisible()
  await expect(order.getByText(`${texts.cashOnDelivery} · ${texts.pending}`)).toBeVisible()
  await expect(order.getByTitle('Order Placed')).toBeVisible()

  const mail = await newestMail(page, shopper.email, 2)
  expect(mail.text).toContain('$7.49')

  await page.reload()
  await expect(confirmation).toContainText('$7.49')
  await expect(order.getByText('$7.49', { exact: true })).toBeVisible()
})
