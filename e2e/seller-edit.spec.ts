import type { Page } from '@playwright/test'
import { aName, bread, endSessionAt, examine, examineBothSizes, signIn } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { sellerProduct, signedInSeller } from './test-data.ts'

/*
 * A product is edited with its pictures, without overwriting another seller's changes.
 */

test('editing changes a product’s name and pictures, and returns to the list as it was', async ({
  page,
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const name = aName()
  const { _id, image } = await pictured(page, name)
  await page.goto(`/seller/product-list?q=${encodeURIComponent(name)}`)
  await press(page.getByRole('row').filter({ hasText: name }).getByRole('link').first())
  await expect(page.getByRole('heading', { level: 1, name: texts.editTitle })).toBeVisible()
  const field = page.getByRole('textbox', { name: texts.name })
  await expect(field).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: texts.description })).toHaveValue('Crisp\nDark')
  await expect(page.getByRole('combobox', { name: texts.category })).toHaveValue('Bakery')
  await expect(page.getByRole('textbox', { name: texts.price })).toHaveValue('3.00')

  await press(page.getByRole('button', { name: texts.pictureLeft(2) }))
  await page
    .getByLabel(texts.picture(3))
    .setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await bread(900) })
  await expect(page.getByLabel(texts.changePicture(3, 'new.png'))).toBeAttached()
  await field.fill(`${name} dark`)
  await examine(page)
  await press(page.getByRole('button', { name: texts.save }))
  await expect(page.getByRole('status').filter({ hasText: texts.saved })).toBeVisible()
  await expect(page).toHaveURL(`/seller/product-list?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: `${name} dark` })
  await expect(row.getByRole('link').first()).toBeFocused()
  const after = await sellerProduct(page, _id)
  expect(after).toMatchObject({ name: `${name} dark`, description: ['Crisp', 'Dark'], price: 3, offerPrice: 2.5 })
  expect(after.image).toEqual([image[1], image[0], expect.stringMatching(/-900x/)])
})

test('another seller’s change of a product isn’t overwritten, and can be merged or loaded', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  await signedInSeller(page)
  const name = aName()
  const { _id } = await pictured(page, name)
  await page.goto(`/seller/products/${_id}`)
  const field = page.getByRole('textbox', { name: texts.name })
  await field.fill(`${name} mine`)
  await page.request.post('/api/product/stock', { data: { id: _id, inStock: false } })
  await press(page.getByRole('button', { name: texts.save }))
  await expect(page.getByRole('alert').filter({ hasText: texts.changedMeanwhile })).toBeVisible()
  await expect(field).toHaveValue(`${name} mine`)
  expect((await sellerProduct(page, _id)).name).toBe(name)
  await examineBothSizes(page)

  const weight = page.getByRole('textbox', { name: texts.weight })
  await press(page.getByRole('button', { name: texts.merge }))
  await expect(page.getByText(texts.merged)).toBeVisible()
  await expect(field).toHaveValue(`${name} mine`)
  await weight.fill('900 g')
  await page.request.post('/api/product/stock', { data: { id: _id, inStock: true } })
  await press(page.getByRole('button', { name: texts.save }))
  // After a reload the form has the newest product, with the typed text merged into it.
  await expect(page.getByRole('button', { name: texts.loadNewest })).toBeVisible()
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText(texts.merged)).toBeVisible()
  await expect(weight).toHaveValue('900 g')
  await page.request.post('/api/product/stock', { data: { id: _id, inStock: false } })
  await press(page.getByRole('button', { name: texts.save }))
  await press(page.getByRole('button', { name: texts.loadNewest }))
  await expect(field).toHaveValue(name)
  await field.fill(`${name} again`)
  await press(page.getByRole('button', { name: texts.save }))
  await expect(page.getByRole('status').filter({ hasText: texts.saved })).toBeVisible()
})

test('leaving unsaved changes asks first, and they survive an expired session', { tag: '@desktop' }, async ({
  page,
  sellerTexts: texts,
  expectConsoleErrors,
}) => {
  await signedInSeller(page)
  const name = aName()
  const { _id } = await pictured(page, name)
  await page.goto(`/seller/products/${_id}`)
  const field = page.getByRole('textbox', { name: texts.name })
  const orders = page.getByRole('link', { name: texts.ordersLink })
  await expect(field).toHaveValue(name)
  await field.fill(`${name} new`)
  await press(orders)
  const question = page.getByRole('dialog', { name: texts.leaveTitle })
  await expect(question).toBeVisible()
  await examineBothSizes(page)
  await press(question.getByRole('button', { name: texts.keepEditing }))
  await expect(field).toHaveValue(`${name} new`)

  await endSessionAt(page, '/api/product/edit')
  await press(page.getByRole('button', { name: texts.save }))
  await expect(page.getByRole('heading', { level: 1, name: texts.loginTitle })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: texts.typedKept })).toBeVisible()
  expectConsoleErrors(/status of 401/)
  await signIn(page, texts, { here: true })
  await expect(page).toHaveURL(`/seller/products/${_id}`)
  await expect(field).toHaveValue(`${name} new`)

  await press(orders)
  await press(question.getByRole('button', { name: texts.discard }))
  await expect(page.getByRole('heading', { level: 1, name: texts.ordersTitle })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue(name)
})

/** Adds a product with two pictures of different sizes. */
async function pictured(page: Page, name: string): Promise<{ _id: string; image: string[] }> {
  const productData = { name, description: ['Crisp', 'Dark'], category: 'Bakery', price: 3, offerPrice: 2.5 }
  const form = new FormData()
  form.append('productData', JSON.stringify(productData))
  for (const width of [700, 800])
    form.append('images', new File([new Uint8Array(await bread(width))], 'a.png', { type: 'image/png' }))
  const reply = await (await page.request.post('/api/product/add', { multipart: form })).json()
  expect(reply).toMatchObject({ success: true })
  return reply.product
}
