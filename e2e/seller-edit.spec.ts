import type { Page } from '@playwright/test'
import { aName, bread, examine, sellerProduct, sellerWords, signedInSeller, signIn } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'

/*
 * A product is edited with its pictures, without overwriting another seller's changes.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a product gets another name, another main picture and a new one, and the list is where it was', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  const { _id, image } = await pictured(page, name)
  await page.goto(`/seller/product-list?q=${encodeURIComponent(name)}`)
  await press(page.getByRole('row').filter({ hasText: name }).getByRole('link').first())
  await expect(page.getByRole('heading', { level: 1, name: say.editTitle })).toBeVisible()
  const field = page.getByRole('textbox', { name: say.name })
  await expect(field).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: say.description })).toHaveValue('Crisp\nDark')
  await expect(page.getByRole('combobox', { name: say.category })).toHaveValue('Bakery')
  await expect(page.getByRole('textbox', { name: say.price })).toHaveValue('3.00')

  await press(page.getByRole('button', { name: say.pictureLeft(2) }))
  await page
    .getByLabel(say.picture(3))
    .setInputFiles({ name: 'new.png', mimeType: 'image/png', buffer: await bread(900) })
  await expect(page.getByLabel(say.changePicture(3, 'new.png'))).toBeAttached()
  await field.fill(`${name} dark`)
  await examine(page)
  await press(page.getByRole('button', { name: say.save }))
  await expect(page.getByRole('status').filter({ hasText: say.saved })).toBeVisible()
  await expect(page).toHaveURL(`/seller/product-list?q=${encodeURIComponent(name)}`)
  const row = page.getByRole('row').filter({ hasText: `${name} dark` })
  await expect(row.getByRole('link').first()).toBeFocused()
  const after = await sellerProduct(page, _id)
  expect(after).toMatchObject({ name: `${name} dark`, description: ['Crisp', 'Dark'], price: 3, offerPrice: 2.5 })
  expect(after.image).toEqual([image[1], image[0], expect.stringMatching(/-900x/)])
})

test('another seller’s change of a product is not overwritten, and the newest state can be loaded', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  const { _id } = await pictured(page, name)
  await page.goto(`/seller/products/${_id}`)
  const field = page.getByRole('textbox', { name: say.name })
  await field.fill(`${name} mine`)
  await page.request.post('/api/product/stock', { data: { id: _id, inStock: false } })
  await press(page.getByRole('button', { name: say.save }))
  await expect(page.getByRole('alert').filter({ hasText: say.changedMeanwhile })).toBeVisible()
  await expect(field).toHaveValue(`${name} mine`)
  expect((await sellerProduct(page, _id)).name).toBe(name)
  await examine(page)

  const weight = page.getByRole('textbox', { name: say.weight })
  await press(page.getByRole('button', { name: say.merge }))
  await expect(page.getByText(say.merged)).toBeVisible()
  await expect(field).toHaveValue(`${name} mine`)
  await weight.fill('900 g')
  await page.request.post('/api/product/stock', { data: { id: _id, inStock: true } })
  await press(page.getByRole('button', { name: say.save }))
  // Opened again, it is as it is now, with what was typed laid over it.
  await expect(page.getByRole('button', { name: say.loadNewest })).toBeVisible()
  page.once('dialog', (question) => void question.accept())
  await page.reload()
  await expect(page.getByText(say.merged)).toBeVisible()
  await expect(weight).toHaveValue('900 g')
  await page.request.post('/api/product/stock', { data: { id: _id, inStock: false } })
  await press(page.getByRole('button', { name: say.save }))
  await press(page.getByRole('button', { name: say.loadNewest }))
  await expect(field).toHaveValue(name)
  await field.fill(`${name} again`)
  await press(page.getByRole('button', { name: say.save }))
  await expect(page.getByRole('status').filter({ hasText: say.saved })).toBeVisible()
})

test('unsaved changes are asked about before the screen is left, and outlive the end of the session', async ({
  page,
  say: { language },
  expectConsoleErrors,
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  const { _id } = await pictured(page, name)
  await page.goto(`/seller/products/${_id}`)
  const field = page.getByRole('textbox', { name: say.name })
  const orders = page.getByRole('link', { name: say.ordersLink })
  await expect(field).toHaveValue(name)
  await field.fill(`${name} new`)
  await press(orders)
  const question = page.getByRole('dialog', { name: say.leaveTitle })
  await expect(question).toBeVisible()
  await examine(page)
  await press(question.getByRole('button', { name: say.keepEditing }))
  await expect(field).toHaveValue(`${name} new`)

  await page.request.get('/api/seller/logout')
  await press(page.getByRole('button', { name: say.save }))
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
  await expect(page.getByRole('alert').filter({ hasText: say.typedKept })).toBeVisible()
  expectConsoleErrors(/status of 401/)
  await signIn(page, say, { here: true })
  await expect(page).toHaveURL(`/seller/products/${_id}`)
  await expect(field).toHaveValue(`${name} new`)

  await press(orders)
  await press(question.getByRole('button', { name: say.discard }))
  await expect(page.getByRole('heading', { level: 1, name: say.ordersTitle })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue(name)
})

/** A product with two pictures of different sizes. */
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
