import { expect, test } from './shop-test.ts'
import { aShopper, chooseInProfile, codeFromMailbox, pasteCode, press, register, signedInShopper } from './shopper.ts'

test('a wrong code is refused in words and the right one from the mailbox verifies the account', {
  tag: '@phone',
}, async ({ page, say }) => {
  const shopper = aShopper()
  await page.goto('/register')
  const password = page.getByRole('textbox', { name: say.password, exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await press(page.getByRole('button', { name: say.showPassword }))
  await expect(password).toHaveAttribute('type', 'text')
  // Pasting must be possible: password managers do it.
  await password.evaluate((field: HTMLInputElement) => field.focus())
  const isTaken = await password.evaluate((field) =>
    field.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true, cancelable: true }),
    ),
  )
  expect(isTaken).toBe(true)
  await register(page, say, shopper)
  await expect(page).toHaveURL('/')

  await chooseInProfile(page, say, shopper, say.verifyEmail)
  await expect(page).toHaveURL('/email-verify')
  await expect(page.getByText(shopper.email)).toBeVisible()
  const code = await codeFromMailbox(page, shopper)
  const wrong = code === '000000' ? '000001' : '000000'
  await pasteCode(page, say, wrong)
  await expect(page.getByRole('main').getByText(say.wrongCode)).toBeVisible()
  await expect(
    page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: say.triesLeft(4) }),
  ).toBeVisible()
  // The boxes are empty for another, with the focus in the first.
  const first = page.getByRole('textbox', { name: say.code })
  await expect(first).toBeFocused()
  await expect(first).toHaveValue('')
  await expect(page.getByRole('textbox', { name: say.codeDigit(6) })).toHaveValue('')
  await first.press('1')
  await expect(page.getByRole('main').getByText(say.wrongCode)).toHaveCount(0)
  await first.press('Backspace')

  await pasteCode(page, say, code)
  await expect(page.getByRole('status').filter({ hasText: say.verified })).toBeVisible()
  await expect(page).toHaveURL('/')
  await press(page.getByRole('button', { name: say.profileOf(shopper.name) }))
  await expect(page.getByRole('menuitem', { name: say.logout })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: say.verifyEmail })).toHaveCount(0)
  // Verified accounts have nothing to do there.
  await page.goto('/email-verify')
  await expect(page).toHaveURL('/')
})

test('a new shopper on the way to an order verifies the address next, and comes back to the cart', {
  tag: '@phone',
}, async ({ page, say }) => {
  const shopper = aShopper()
  await page.goto('/register?next=cart')
  await register(page, say, shopper)
  await expect(page).toHaveURL('/email-verify?next=cart')
  await expect(page.getByRole('textbox', { name: say.code })).toBeFocused()
  await pasteCode(page, say, await codeFromMailbox(page, shopper))
  await expect(page).toHaveURL('/cart')
})

test('the boxes of a code go on by themselves and Backspace goes back', { tag: '@phone' }, async ({ page, say }) => {
  await signedInShopper(page, { verified: false })
  await page.goto('/email-verify')
  const first = page.getByRole('textbox', { name: say.code })
  const second = page.getByRole('textbox', { name: say.codeDigit(2) })
  const third = page.getByRole('textbox', { name: say.codeDigit(3) })
  await first.press('1')
  await expect(second).toBeFocused()
  await second.press('2')
  await expect(third).toBeFocused()
  await third.press('Backspace')
  await expect(second).toBeFocused()
  await second.press('Backspace')
  await expect(first).toBeFocused()
})
