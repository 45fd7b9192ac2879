import { newId } from '../server/common/ids.ts'
import { endSessionAt, examine, signIn } from './seller.ts'
import { sellerTexts } from './seller-texts.ts'
import { expect, test } from './shop-test.ts'
import { newestMail, press } from './shopper.ts'
import { openAsSeller } from './test-data.ts'

/*
 * The shop's staff: an owner invites a picker, who sees the screens of a picker's work only.
 */

test('an invited picker sets a password, sees the screens of the role only, and is signed out when removed', {
  tag: '@desktop',
}, async ({ page, browser, baseURL, expectConsoleErrors }) => {
  const email = `nok-${newId()}@seller.example`
  await openAsSeller(page, '/seller/staff')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Rider')
  // What is typed outlives the session.
  await endSessionAt(page, '/api/staff/invite')
  await press(page.getByRole('button', { name: 'Send invitation' }))
  await expect(page.getByRole('heading', { level: 1, name: /log in/i })).toBeVisible()
  expectConsoleErrors(/status of 401/)
  await signIn(page, sellerTexts('en'), { here: true })
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email)
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('rider')
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Picker')
  await press(page.getByRole('button', { name: 'Send invitation' }))
  await expect(page.getByRole('heading', { name: email })).toBeVisible()
  await examine(page)

  const { text } = await newestMail(page, email, 1)
  const link = /\/seller#join=[\w-]+/.exec(text)?.[0] ?? ''
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' })
  const picker = await context.newPage()
  await picker.goto(link)
  await expect(picker.getByText(email)).toBeVisible()
  await examine(picker)
  await picker.getByRole('textbox', { name: 'Name' }).fill('Nok Jaidee')
  await picker.getByLabel('Password', { exact: true }).fill(`a long password ${newId()}`)
  await press(picker.getByRole('button', { name: 'Begin' }))
  await expect(picker).toHaveURL('/seller/orders')
  const navigation = picker.getByRole('navigation', { name: 'Seller area' })
  await expect(navigation.getByRole('link')).toHaveText([/Product/, /Orders/, /Schedule/, /Notices/, /My account/])

  await picker.goto('/seller/today')
  await expect(picker).toHaveURL('/seller/orders')
  const refused = await picker.request.get('/api/seller/today')
  expect([refused.status(), (await refused.json()).code]).toEqual([403, 'role_forbids'])

  await page.reload()
  await press(page.getByRole('button', { name: 'Remove Nok Jaidee' }))
  await press(page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }))
  // Behind the dialog, the page has no headings.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Nok Jaidee' })).toHaveCount(0)
  await picker.reload()
  await expect(picker.getByRole('heading', { level: 1, name: /log in/i })).toBeVisible()
  await context.close()
})
