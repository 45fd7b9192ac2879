import { expect, test } from './shop-test.ts'
import { call, codeFromMailbox, logIn, pasteCode, press, signedInShopper } from './shopper.ts'

test('a forgotten password is reset in three steps; only the new one opens the account after it', async ({
  page,
  say,
}) => {
  const shopper = await signedInShopper(page, { verified: false })
  await call(page, '/api/user/logout', {})
  await page.goto('/login')
  await press(page.getByRole('main').getByRole('link', { name: say.forgotPassword }))

  await expect(page.getByRole('heading', { level: 1, name: say.resetTitle })).toBeVisible()
  await page.getByRole('textbox', { name: say.email }).fill(shopper.email)
  await press(page.getByRole('button', { name: say.submit }))

  await expect(page.getByText(shopper.email)).toBeVisible()
  const code = await codeFromMailbox(page, shopper)
  await pasteCode(page, say, code === '000000' ? '000001' : '000000')
  await press(page.getByRole('button', { name: say.submit }))
  await expect(page.getByRole('main').getByText(say.wrongCode)).toBeVisible()
  await expect(page.getByRole('main').getByText(say.triesLeft(4))).toBeVisible()
  await pasteCode(page, say, code)
  await press(page.getByRole('button', { name: say.submit }))
  await expect(page.getByRole('status').filter({ hasText: say.rightCode })).toBeVisible()

  const renewed = { ...shopper, password: `renewed-${shopper.password}` }
  await page.getByRole('textbox', { name: say.newPassword }).fill(renewed.password)
  await press(page.getByRole('button', { name: say.submit }))
  await expect(page).toHaveURL('/login')

  await logIn(page, say, shopper, 'main')
  await expect(page.getByRole('main').getByText(say.wrongPassword)).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.email })).toHaveValue(shopper.email)
  await logIn(page, say, renewed, 'main')
  await expect(page.getByRole('button', { name: say.profileOf(shopper.name) })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a signed-in shopper changes the password of the own e-mail and no other', async ({ page, say }) => {
  const shopper = await signedInShopper(page)
  await page.goto('/reset-password')
  const email = page.getByRole('textbox', { name: say.email })
  await expect(email).toHaveValue(shopper.email)
  await expect(email).not.toBeEditable()
})
