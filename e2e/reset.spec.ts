import { expect, test } from './shop-test.ts'
import { codeFromMailbox, logIn, newestMail, pasteCode, press } from './shopper.ts'
import { call, signedInShopper } from './test-data.ts'

test('a forgotten password is reset in three steps, and only the new one works afterwards', {
  tag: '@phone',
}, async ({ page, texts }) => {
  const shopper = await signedInShopper(page)
  await call(page, '/api/user/logout', {})
  await page.goto('/login')
  await page.getByRole('main').getByRole('textbox', { name: texts.email, exact: true }).fill(shopper.email)
  await press(page.getByRole('main').getByRole('link', { name: texts.forgotPassword }))

  await expect(page.getByRole('heading', { level: 1, name: texts.resetTitle })).toBeVisible()
  // The address typed in the login form is filled in.
  await expect(page.getByRole('textbox', { name: texts.email })).toHaveValue(shopper.email)
  await press(page.getByRole('button', { name: texts.submitEmail }))

  await expect(page.getByText(shopper.email)).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.code })).toBeFocused()
  const code = await codeFromMailbox(page, shopper, 2)
  // A complete code is sent without a press.
  await pasteCode(page, texts, code === '000000' ? '000001' : '000000')
  await expect(page.getByRole('main').getByText(texts.wrongCode)).toBeVisible()
  await expect(page.getByRole('main').getByText(texts.triesLeft(4))).toBeVisible()
  await pasteCode(page, texts, code)
  await expect(page.getByRole('status').filter({ hasText: texts.rightCode })).toBeVisible()

  const renewed = { ...shopper, password: `renewed-${shopper.password}` }
  await page.getByRole('textbox', { name: texts.newPassword }).fill(renewed.password)
  await press(page.getByRole('button', { name: texts.submitPassword }))
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('textbox', { name: texts.email })).toHaveValue(shopper.email)

  await logIn(page, texts, shopper, 'main')
  await expect(page.getByRole('main').getByText(texts.wrongPassword)).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.email })).toHaveValue(shopper.email)
  await logIn(page, texts, renewed, 'main')
  await expect(page.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a signed-in shopper can reset the password of their own email only', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  const shopper = await signedInShopper(page)
  await page.goto('/reset-password')
  const email = page.getByRole('textbox', { name: texts.email })
  await expect(email).toHaveValue(shopper.email)
  await expect(email).not.toBeEditable()
})

test('the link in the mail opens the form for the new password, in another browser too', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  const shopper = await signedInShopper(page)
  await call(page, '/api/user/send-reset-otp', { email: shopper.email })
  await page.context().clearCookies({ name: 'talad_shopper' })
  await page.context().clearCookies({ name: 'talad_device' })
  const link = /https?:\S+/.exec((await newestMail(page, shopper.email, 2)).text)?.[0] ?? ''
  await page.goto(link)
  const renewed = { ...shopper, password: `renewed-${shopper.password}` }
  await page.getByRole('textbox', { name: texts.newPassword }).fill(renewed.password)
  await press(page.getByRole('button', { name: texts.submitPassword }))
  await expect(page).toHaveURL('/login')
  await logIn(page, texts, renewed, 'main')
  await expect(page.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
})
