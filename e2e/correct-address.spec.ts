import { aName, endSessionAt, examine, signIn } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { addByCall, aLastName, asBuyer, signedInSeller } from './test-data.ts'

test('a seller corrects where an order goes: what was typed outlives the session, and the shopper sees the address at once', async ({
  page,
  browser,
  baseURL,
  sellerTexts: texts,
  expectConsoleErrors,
}) => {
  const lastName = aLastName()
  await signedInSeller(page)
  const product = await addByCall(page, aName())
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), reducedMotion: 'reduce' })
  const shopper = await context.newPage()
  const number = await (await asBuyer({ request: shopper.request }, lastName)).buy(product, 1)
  await shopper.goto('/my-orders')
  await expect(shopper.getByText('12 Charoen Krung Road').filter({ visible: true })).toHaveCount(1)

  await page.goto(`/seller/orders?q=${lastName}`)
  const order = page.getByRole('article', { name: texts.order(number) })
  const dialog = page.getByRole('dialog', { name: texts.correctAddress(number) })
  const open = async () => {
    await press(order.getByRole('button', { name: texts.step(texts.details, number) }))
    await press(order.getByRole('button', { name: texts.correctAddress(number) }))
  }
  const field = (name: string) => dialog.getByRole('textbox', { name })
  await open()
  await expect(field(texts.streetField)).toHaveValue('12 Charoen Krung Road')
  await expect(field(texts.noteField)).toHaveValue('Side gate, ring twice')
  await examine(page)

  await field(texts.phoneField).fill('12')
  await field(texts.streetField).fill('21/3 Charoen Krung Road')
  await field(texts.phoneField).press('Enter')
  await expect(field(texts.phoneField)).toBeFocused()
  await expect(field(texts.phoneField)).toHaveAccessibleDescription(texts.wrongPhone)
  await examine(page)
  await field(texts.phoneField).fill('089 111 2222')
  const question = page.getByRole('dialog', { name: texts.leaveTitle })
  await field(texts.phoneField).press('Escape')
  await press(question.getByRole('button', { name: texts.keepEditing }))
  await expect(question).toBeHidden()
  await expect(field(texts.phoneField)).toHaveValue('089 111 2222')

  await endSessionAt(page, '/api/order/correct-address')
  await press(dialog.getByRole('button', { name: texts.saveCorrection }))
  await expect(page.getByRole('heading', { level: 1, name: texts.loginTitle })).toBeVisible()
  expectConsoleErrors(/status of 401/)
  await signIn(page, texts, { here: true })
  await open()
  await expect(dialog.getByText(texts.typedBefore)).toBeVisible()
  await expect(field(texts.streetField)).toHaveValue('21/3 Charoen Krung Road')
  await press(dialog.getByRole('button', { name: texts.saveCorrection }))
  await expect(dialog).toBeHidden()

  await expect(order).toContainText('21/3 Charoen Krung Road')
  await expect(order.getByRole('link', { name: '089 111 2222' })).toBeVisible()
  await expect(order.getByRole('listitem').filter({ hasText: texts.corrected })).toHaveCount(1)
  await examine(page)
  await expect(shopper.getByText('21/3 Charoen Krung Road').filter({ visible: true })).toHaveCount(1)
  await context.close()
})
