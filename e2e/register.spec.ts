import type { Locator } from '@playwright/test'
import { fieldErrorMessage, requiredMessage } from '../contract/messages/field-errors.ts'
import { expect, test } from './shop-test.ts'
import { aShopper, chooseInProfile, codeFromMailbox, pasteCode, press, register } from './shopper.ts'
import { signedInShopper } from './test-data.ts'

test('a wrong code shows an error, and the code from the mail verifies the account', {
  tag: '@phone',
}, async ({ page, texts }) => {
  const shopper = aShopper()
  await page.goto('/register')
  const password = page.getByRole('textbox', { name: texts.password, exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await press(page.getByRole('button', { name: texts.showPassword }))
  await expect(password).toHaveAttribute('type', 'text')
  // Pasting must work: password managers paste.
  await password.evaluate((field: HTMLInputElement) => field.focus())
  const isTaken = await password.evaluate((field) =>
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }),
    ),
  )
  expect(isTaken).toBe(true)
  await register(page, texts, shopper)
  // The message leads to where the code is typed in; with the focus on its button it stays.
  const enterCode = page.getByRole('button', { name: texts.enterCode })
  await enterCode.focus()
  await expect(page).toHaveURL('/')
  // Beside the button, a phone has no room for more than two words a line.
  const said = await page.getByRole('region', { name: texts.messages }).getByRole('status').boundingBox()
  expect(said?.width).toBeGreaterThan(200)
  await enterCode.press('Enter')
  await expect(page).toHaveURL('/email-verify')
  await page.goto('/')
  await chooseInProfile(page, texts, shopper, texts.verifyEmail)
  await expect(page).toHaveURL('/email-verify')
  await expect(page.getByText(shopper.email)).toBeVisible()
  const code = await codeFromMailbox(page, shopper)
  const wrong = code === '000000' ? '000001' : '000000'
  await pasteCode(page, texts, wrong)
  await expect(page.getByRole('main').getByText(texts.wrongCode)).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: texts.triesLeft(4) }),
  ).toBeVisible()
  // The boxes are emptied for another code, and the first has the focus.
  const first = page.getByRole('textbox', { name: texts.code })
  await expect(first).toBeFocused()
  await expect(first).toHaveValue('')
  await expect(page.getByRole('textbox', { name: texts.codeDigit(6) })).toHaveValue('')
  await first.press('1')
  await expect(page.getByRole('main').getByText(texts.wrongCode)).toHaveCount(0)
  await first.press('Backspace')

  await pasteCode(page, texts, code)
  await expect(page.getByRole('status').filter({ hasText: texts.verified })).toBeVisible()
  await expect(page).toHaveURL('/')
  await press(page.getByRole('button', { name: texts.profileOf(shopper.name) }))
  await expect(page.getByRole('menuitem', { name: texts.logout })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: texts.verifyEmail })).toHaveCount(0)
  // Verified accounts are redirected.
  await page.goto('/email-verify')
  await expect(page).toHaveURL('/')
})

test('a shopper who registers from the cart verifies the email next and returns to the cart', {
  tag: '@phone',
}, async ({ page, texts }) => {
  const shopper = aShopper()
  await page.clock.install()
  await page.goto('/register?next=cart')
  // What was typed, but for the password, survives a reload, such as for the other language.
  const email = page.getByRole('main').getByRole('textbox', { name: texts.email })
  await email.fill('mali@shopper.example')
  await expect.poll(() => page.evaluate(() => Object.values(sessionStorage).join())).toContain('mali@shopper.example')
  await page.reload()
  await expect(email).toHaveValue('mali@shopper.example')
  // The message about the account stays while it is measured, and doesn't cover what the next screen is about.
  await page.clock.pauseAt(Date.now() + 60_000)
  await register(page, texts, shopper)
  await expect(page).toHaveURL('/email-verify?next=cart')
  const message = page.getByRole('region', { name: texts.messages }).getByRole('status').last()
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((await message.boundingBox())?.y).toBeGreaterThan((heading?.y ?? 0) + (heading?.height ?? 0))
  await page.clock.resume()
  await expect(page.getByRole('textbox', { name: texts.code })).toBeFocused()
  await pasteCode(page, texts, await codeFromMailbox(page, shopper))
  await expect(page).toHaveURL('/cart')
})

test('who corrects a mistyped address while registering keeps the cart and what was chosen in it', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await page.goto('/products')
  await press(page.getByRole('button', { name: texts.add(texts.broccoli) }))
  await page.goto('/cart')
  const online = page.getByRole('complementary').getByRole('radio', { name: texts.onlinePayment })
  await online.check()
  await page.goto('/register?next=cart')
  const mistyped = aShopper()
  await register(page, texts, mistyped)
  await press(page.getByRole('button', { name: texts.otherEmail }))
  const shopper = aShopper()
  await register(page, texts, { ...shopper, name: mistyped.name })
  await pasteCode(page, texts, await codeFromMailbox(page, shopper))
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('main').getByText(texts.broccoli)).toBeVisible()
  await expect(online).toBeChecked()
})

test('typing a digit of a code moves to the next box, Backspace to the previous one', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  await signedInShopper(page, { verified: false })
  await page.goto('/email-verify')
  const first = page.getByRole('textbox', { name: texts.code })
  const second = page.getByRole('textbox', { name: texts.codeDigit(2) })
  const third = page.getByRole('textbox', { name: texts.codeDigit(3) })
  await first.press('1')
  await expect(second).toBeFocused()
  await second.press('2')
  await expect(third).toBeFocused()
  await third.press('Backspace')
  await expect(second).toBeFocused()
  await second.press('Backspace')
  await expect(first).toBeFocused()
})

test('a form shows all its errors and focuses its first wrong field, also beside a form with the same fields', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await page.goto('/register')
  const screen = page.getByRole('main')
  await press(page.getByRole('banner').getByRole('link', { name: texts.login }))
  const dialog = page.getByRole('dialog', { name: texts.signInTitle })
  const email = dialog.getByRole('textbox', { name: texts.email, exact: true })
  const password = dialog.getByRole('textbox', { name: texts.password, exact: true })
  const logIn = dialog.getByRole('button', { name: texts.login, exact: true })
  await email.fill('mali@')
  await press(logIn)
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription(texts.notAnEmail)
  await expect(password).toHaveAccessibleDescription(texts.enterPassword)
  await email.fill('mali@example.com')
  await press(logIn)
  await expect(password).toBeFocused()
  await expect(email).toHaveAccessibleDescription('')
  for (const field of await screen.getByRole('textbox', { includeHidden: true }).all())
    await expect(field).not.toHaveAttribute('aria-invalid')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  // What is empty, of the wrong form and too short, at once.
  const [name, address] = [texts.name, texts.email].map((label) =>
    screen.getByRole('textbox', { name: label, exact: true }),
  ) as [Locator, Locator]
  const chosen = screen.getByRole('textbox', { name: texts.password, exact: true })
  const register = screen.getByRole('button', { name: texts.register, exact: true })
  await name.fill(' ')
  for (const wrong of ['mali@', 'mali@example']) {
    await address.fill(wrong)
    await chosen.fill('short')
    await press(register)
    await expect(name).toBeFocused()
    await expect(name).toHaveAccessibleDescription(requiredMessage(texts.name, texts.language))
    await expect(address).toHaveAccessibleDescription(texts.notAnEmail)
    await expect(chosen).toHaveAccessibleDescription(fieldErrorMessage('too_short', texts.language, { min: 8 }))
  }

  // A refusal of the shop.
  await name.fill('Mali Rak')
  await address.fill('mali@example.com')
  await chosen.fill('password123')
  await press(register)
  await expect(chosen).toBeFocused()
  await expect(chosen).toHaveAccessibleDescription(texts.tooEasy)
})
