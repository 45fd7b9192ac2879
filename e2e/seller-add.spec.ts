import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { loseReplies } from './lose-replies.ts'
import { aName, bread, endSessionAt, examineBothSizes, signIn } from './seller.ts'
import type { SellerTexts } from './seller-texts.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { openAsSeller, sellerProduct } from './test-data.ts'

/*
 * Pictures are added by choosing, dropping and pasting, and typed text is never lost.
 */

test('four pictures chosen at once are added with the product, the first as its main picture', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  const name = aName()
  await openAsSeller(page, '/seller')
  const colours = ['#c98b4a', '#7a4b1e', '#e0c090', '#503010']
  const photographs = await Promise.all(
    colours.map(async (colour, index) => ({
      name: `photo-${index + 1}.jpg`,
      mimeType: 'image/jpeg',
      // Plain colours: encoding noise would take many times as long.
      buffer: await sharp({ create: { width: 1000 + index, height: 800, channels: 3, background: colour } })
        .jpeg()
        .toBuffer(),
    })),
  )
  await page.getByLabel(texts.picture(1)).setInputFiles(photographs)
  for (const index of [1, 2, 3, 4])
    await expect(page.getByLabel(texts.changePicture(index, `photo-${index}.jpg`))).toBeAttached()
  await fill(page, texts, name)
  await page.getByRole('textbox', { name: texts.nameTh }).fill('ขนมปังสี่รูป')
  await examineBothSizes(page)
  const added = page.waitForResponse('**/api/product/add')
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: texts.added })).toBeVisible()
  const { product } = await (await added).json()
  expect(product).toMatchObject({ nameTh: 'ขนมปังสี่รูป', Weight: '500 g', stock: 12 })
  expect(product.image).toHaveLength(4)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.getByRole('link', { name: texts.editAdded })).toHaveAttribute(
    'href',
    `/seller/products/${product._id}`,
  )
  // Each picture is a pixel wider than the one before.
  expect(product.image[0]).toMatch(/-1000x/)
  expect(product.image[3]).toMatch(/-1003x/)
})

test('pictures can be dropped and pasted, and a progress bar is shown while they are sent', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  const name = aName()
  await openAsSeller(page, '/seller')
  await hand(page, 'drop', texts.picture(3), 'dropped.png', await bread())
  await expect(page.getByLabel(texts.changePicture(3, 'dropped.png'))).toBeAttached()
  await hand(page, 'paste', texts.picture(1), 'pasted.jpg', await photograph('#c98b4a', 1600))
  await expect(page.getByLabel(texts.changePicture(1, 'pasted.jpg'))).toBeAttached()

  await press(page.getByRole('button', { name: texts.pictureLeft(3) }))
  await expect(page.getByLabel(texts.changePicture(2, 'dropped.png'))).toBeAttached()
  await expect(page.getByRole('button', { name: texts.pictureLeft(2) })).toBeFocused()
  await fill(page, texts, name)

  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  await expect(page.getByRole('progressbar', { name: texts.uploading })).toBeVisible()
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await expect(page.getByRole('status').filter({ hasText: texts.added })).toBeVisible()
})

test('typed text and chosen pictures survive an expired session and signing in again', { tag: '@desktop' }, async ({
  page,
  sellerTexts: texts,
  expectConsoleErrors,
}) => {
  const name = aName()
  await openAsSeller(page, '/seller')
  await page
    .getByLabel(texts.picture(1))
    .setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: await bread() })
  await fill(page, texts, name)
  await endSessionAt(page, '/api/product/add')
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: texts.loginTitle })).toBeVisible()
  expectConsoleErrors(/status of 401/)

  await signIn(page, texts, { here: true })
  await expect(page.getByText(texts.draftBack)).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: texts.description })).toHaveValue('Baked this morning')
  await expect(page.getByRole('textbox', { name: texts.offerPrice })).toHaveValue('3.75')
  await expect(page.getByLabel(texts.changePicture(1, 'bread.png'))).toBeAttached()
  await examineBothSizes(page)
  const added = page.waitForResponse('**/api/product/add')
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: texts.added })).toBeVisible()
  const { product } = await (await added).json()
  expect(await sellerProduct(page, product._id)).toMatchObject({ name, image: [expect.any(String)] })
  await expect(page.getByText(texts.draftBack)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue('')
})

test('typed text survives another screen and a reload, until the seller starts over', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  const name = aName()
  await openAsSeller(page, '/seller')
  await fill(page, texts, name)
  await press(page.getByRole('link', { name: texts.listLink }))
  await expect(page.getByRole('heading', { level: 1, name: texts.listTitle })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue(name)
  await page.reload()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue(name)
  await expect(page.getByRole('combobox', { name: texts.category })).toHaveValue('Bakery')
  await press(page.getByRole('button', { name: texts.startAfresh }))
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: texts.addTitle })).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue('')
})

test('one typed price fills both fields; the category stays for the next product; a form sent twice adds one', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts, expectConsoleErrors }) => {
  const name = aName()
  let problems = [{ code: 'no_products', message: 'Nothing is for sale yet.' }]
  await page.route('**/api/seller/health', (route) => route.fulfill({ json: { success: true, problems } }))
  await openAsSeller(page, '/seller')
  const [price, offer] = [
    page.getByRole('textbox', { name: texts.price }),
    page.getByRole('textbox', { name: texts.offerPrice }),
  ]
  const category = page.getByRole('combobox', { name: texts.category })
  await page.getByRole('textbox', { name: texts.name }).fill(name)
  await category.selectOption(texts.bakery)
  await price.fill('4,5')
  await offer.focus()
  await expect(price).toHaveValue('4.50')
  await expect(offer).toHaveValue('4.50')

  // The reply is lost.
  await loseReplies(page, '/api/product/add', 3)
  const add = page.getByRole('button', { name: texts.add, exact: true })
  await press(add)
  await expect(page.getByRole('alert').filter({ hasText: texts.saveUnknown }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue(name)
  await expect(page.getByText('Nothing is for sale yet.')).toBeVisible()
  problems = []
  // The page finds the product once the server replies.
  await expect(page.getByRole('status').filter({ hasText: texts.added })).toBeVisible()
  await expect(page.getByText('Nothing is for sale yet.')).toHaveCount(0)
  const { products } = await (await page.request.get('/api/product/seller', { params: { q: name } })).json()
  expect(products).toMatchObject([{ name, price: 4.5, offerPrice: 4.5 }])
  expectConsoleErrors(/ERR_FAILED/)

  await expect(category).toHaveValue('')
  const next = aName()
  await page.getByRole('textbox', { name: texts.name }).fill(next)
  await expect(category).toHaveValue('Bakery')

  // Text typed after a lost reply becomes an edit of the product that was added.
  await offer.fill('3')
  await expect(price).toHaveValue('')
  await page.route('**/api/user/is-auth', (route) => route.abort())
  await loseReplies(page, '/api/product/add', 3)
  await press(add)
  await expect(page.getByRole('alert').filter({ hasText: texts.saveUnknown }).first()).toBeVisible()
  await page.getByRole('textbox', { name: texts.name }).fill(`${next} renamed`)
  await page.unroute('**/api/user/is-auth')
  await press(add)
  await expect(page.getByRole('heading', { level: 1, name: texts.editTitle })).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue(`${next} renamed`)
  await press(page.getByRole('button', { name: texts.save }))
  await expect(page.getByRole('status').filter({ hasText: texts.saved })).toBeVisible()
  const both = await (await page.request.get('/api/product/seller', { params: { q: next } })).json()
  expect(both.products).toMatchObject([{ name: `${next} renamed`, price: 3, offerPrice: 3 }])
  expectConsoleErrors(/ERR_FAILED/)
  expectConsoleErrors(/status of 422/)
})

async function fill(page: Page, texts: SellerTexts, name: string): Promise<void> {
  await page.getByRole('textbox', { name: texts.name }).fill(name)
  await page.getByRole('textbox', { name: texts.description }).fill('Baked this morning')
  await page.getByRole('combobox', { name: texts.category }).selectOption(texts.bakery)
  await page.getByRole('textbox', { name: texts.price }).fill('4.50')
  await page.getByRole('textbox', { name: texts.offerPrice }).fill('3.75')
  await page.getByRole('textbox', { name: texts.weight }).fill('500 g')
  await page.getByRole('textbox', { name: texts.stock }).fill('12')
}

/** Drops a file on a slot, or pastes it there. */
async function hand(page: Page, kind: 'drop' | 'paste', slot: string, name: string, bytes: Buffer): Promise<void> {
  await page.getByLabel(slot).evaluate(
    (target, { kind, name, base64 }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: name.endsWith('.jpg') ? 'image/jpeg' : 'image/png' }))
      const about = { bubbles: true, cancelable: true }
      if (kind === 'paste') target.dispatchEvent(new ClipboardEvent('paste', { ...about, clipboardData: data }))
      else
        for (const type of ['dragover', 'drop'])
          target.dispatchEvent(new DragEvent(type, { ...about, dataTransfer: data }))
    },
    { kind, name, base64: bytes.toString('base64') },
  )
}

/** Returns a picture with noise, whose file is as large as a photograph's. */
function photograph(background: string, width: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width, height: 800, channels: 3, background, noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
