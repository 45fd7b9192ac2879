import { expect, test } from './shop-test.ts'
import { call, codeFromMailbox, logIn, newestMail, pasteCode, press, signedInShopper } from './shopper.ts'

test('a forgotten password is reset in three steps; only the new one opens the account after it', {
  tag: '@phone',
}, async ({ page, say }) => {
  const shopper = await signedInShopper(page)
  await call(page, '/api/user/logout', {})
  await page.goto('/login')
  await page.getByRole('main').getByRole('textbox', { name: say.email, exact: true }).fill(shopper.email)
  await press(page.getByRole('main').getByRole('link', { name: say.forgotPassword }))

  await expect(page.getByRole('heading', { level: 1, name: say.resetTitle })).toBeVisible()
  // What was typed at the login needn't be typed again.
  await expect(page.getByRole('textbox', { name: say.email })).toHaveValue(shopper.email)
  await press(page.getByRole('button', { name: say.submitEmail }))

  await expect(page.getByText(shopper.email)).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.code })).toBeFocused()
  const code = await codeFromMailbox(page, shopper, 2)
  // Each whole code is sent by itself.
  await pasteCode(page, say, code === '000000' ? '000001' : '000000')
  await expect(page.getByRole('main').getByText(say.wrongCode)).toBeVisible()
  await expect(page.getByRole('main').getByText(say.triesLeft(4))).toBeVisible()
  await pasteCode(page, say, code)
  await expect(page.getByRole('status').filter({ hasText: say.rightCode })).toBeVisible()

  const renewed = { ...shopper, password: `renewed-${shopper.password}` }
  await page.getByRole('textbox', { name: say.newPassword }).fill(renewed.password)
  await press(page.getByRole('button', { name: say.submitPassword }))
  await expect(page).toHaveURL('/login')

  await logIn(page, say, shopper, 'main')
  await expect(page.getByRole('main').getByText(say.wrongPassword)).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.email })).toHaveValue(shopper.email)
  await logIn(page, say, renewed, 'main')
  await expect(page.getByRole('button', { name: say.profileOf(shopper.name) })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a signed-in shopper changes the password of the own e-mail and no other', { tag: '@phone' }, async ({
  page,
  say,
}) => {
  const shopper = await signedInShopper(page)
  await page.goto('/reset-password')
  const email = page.getByRole('textbox', { name: say.email })
  await expect(email).toHaveValue(shopper.email)
  await expect(email).not.toBeEditable()
})

test('the link of the mail leads to the new password at once, also from another browser', { tag: '@phone' }, async ({
  page,
  say,
}) => {
  const shopper = await signedInShopper(page)
  await call(page, '/api/user/send-reset-otp', { email: shopper.email })
  await page.context().clearCookies({ name: 'talad_shopper' })
  await page.context().clearCookies({ name: 'talad_device' })
  const link = /https?:\S+/.exec((await newestMail(page, shopper.email, 2)).text)?.[0] ?? ''
  await page.goto(link)
  const renewed = { ...shopper, password: `renewed-${shopper.password}` }
  await page.getByRole('textbox', { name: say.newPassword }).fill(renewed.password)
  await press(page.getByRole('button', { name: say.submitPassword }))
  await expect(page).toHaveURL('/login')
  await logIn(page, say, renewed, 'main')
  await expect(page.getByRole('button', { name: say.profileOf(shopper.name) })).toBeVisible()
})
