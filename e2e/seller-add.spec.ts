import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { aName, bread, examine, openAsSeller, type SellerWords, sellerProduct, sellerWords, signIn } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'

/*
 * Pictures get into the form by choosing, dropping and pasting, and what is typed gets lost by nothing.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('four photographs chosen at once are added with the product, the first as its main picture', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  const name = aName()
  await openAsSeller(page, '/seller')
  const colours = ['#c98b4a', '#7a4b1e', '#e0c090', '#503010']
  const photographs = await Promise.all(
    colours.map(async (colour, at) => ({
      name: `photo-${at + 1}.jpg`,
      mimeType: 'image/jpeg',
      // Plain, as grain takes the shop's encoders many times as long.
      buffer: await sharp({ create: { width: 1000 + at, height: 800, channels: 3, background: colour } })
        .jpeg()
        .toBuffer(),
    })),
  )
  await page.getByLabel(say.picture(1)).setInputFiles(photographs)
  for (const at of [1, 2, 3, 4]) await expect(page.getByLabel(say.changePicture(at, `photo-${at}.jpg`))).toBeAttached()
  await fill(page, say, name)
  await page.getByRole('textbox', { name: say.nameTh }).fill('ขนมปังสี่รูป')
  await examine(page)
  const added = page.waitForResponse('**/api/product/add')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible()
  const { product } = await (await added).json()
  expect(product).toMatchObject({ nameTh: 'ขนมปังสี่รูป', Weight: '500 g', stock: 12 })
  expect(product.image).toHaveLength(4)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await expect(page.getByRole('link', { name: say.editAdded })).toHaveAttribute(
    'href',
    `/seller/products/${product._id}`,
  )
  // Each was a pixel wider than the one before it.
  expect(product.image[0]).toMatch(/-1000x/)
  expect(product.image[3]).toMatch(/-1003x/)
})

test('pictures are dropped into a slot and pasted; how far they are is shown while they are sent', {
  tag: '@desktop',
}, async ({ page, say: { language } }) => {
  const say = sellerWords(language)
  const name = aName()
  await openAsSeller(page, '/seller')
  await hand(page, 'drop', say.picture(3), 'dropped.png', await bread())
  await expect(page.getByLabel(say.changePicture(3, 'dropped.png'))).toBeAttached()
  await hand(page, 'paste', say.picture(1), 'pasted.jpg', await photograph('#c98b4a', 1600))
  await expect(page.getByLabel(say.changePicture(1, 'pasted.jpg'))).toBeAttached()

  await press(page.getByRole('button', { name: say.pictureLeft(3) }))
  await expect(page.getByLabel(say.changePicture(2, 'dropped.png'))).toBeAttached()
  await expect(page.getByRole('button', { name: say.pictureLeft(2) })).toBeFocused()
  await fill(page, say, name)

  const network = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 60_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(page.getByRole('progressbar', { name: say.uploading })).toBeVisible()
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible()
})

test('what was typed and chosen is still there after the session has ended and the seller has signed in again', async ({
  page,
  say: { language },
  expectConsoleErrors,
}) => {
  const say = sellerWords(language)
  const name = aName()
  await openAsSeller(page, '/seller')
  await page
    .getByLabel(say.picture(1))
    .setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: await bread() })
  await fill(page, say, name)
  // Ended elsewhere: the page doesn't know.
  await page.request.get('/api/seller/logout')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
  expectConsoleErrors(/status of 401/)

  await signIn(page, say, { here: true })
  await expect(page.getByText(say.draftBack)).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue(name)
  await expect(page.getByRole('textbox', { name: say.description })).toHaveValue('Baked this morning')
  await expect(page.getByRole('textbox', { name: say.offerPrice })).toHaveValue('3.75')
  await expect(page.getByLabel(say.changePicture(1, 'bread.png'))).toBeAttached()
  await examine(page)
  const added = page.waitForResponse('**/api/product/add')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible()
  const { product } = await (await added).json()
  expect(await sellerProduct(page, product._id)).toMatchObject({ name, image: [expect.any(String)] })
  await expect(page.getByText(say.draftBack)).toHaveCount(0)
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('')
})

test('what was typed outlives a look at another screen and a reload, until the seller starts afresh', {
  tag: '@desktop',
}, async ({ page, say: { language } }) => {
  const say = sellerWords(language)
  const name = aName()
  await openAsSeller(page, '/seller')
  await fill(page, say, name)
  await press(page.getByRole('link', { name: say.listLink }))
  await expect(page.getByRole('heading', { level: 1, name: say.listTitle })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue(name)
  await page.reload()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue(name)
  await expect(page.getByRole('combobox', { name: say.category })).toHaveValue('Bakery')
  await press(page.getByRole('button', { name: say.startAfresh }))
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: say.addTitle })).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('')
})

test('one price is both until the other is typed, a category is the last one’s, and a form sent again is one product', {
  tag: '@desktop',
}, async ({ page, say: { language }, expectConsoleErrors }) => {
  const say = sellerWords(language)
  const name = aName()
  let problems = [{ code: 'no_products', message: 'Nothing is for sale yet.' }]
  await page.route('**/api/seller/health', (route) => route.fulfill({ json: { success: true, problems } }))
  await openAsSeller(page, '/seller')
  const [price, offer] = [
    page.getByRole('textbox', { name: say.price }),
    page.getByRole('textbox', { name: say.offerPrice }),
  ]
  const category = page.getByRole('combobox', { name: say.category })
  await page.getByRole('textbox', { name: say.name }).fill(name)
  await category.selectOption(say.bakery)
  await price.fill('4,5')
  await offer.focus()
  await expect(price).toHaveValue('4.50')
  await expect(offer).toHaveValue('4.50')

  // The answer is lost on its way.
  await page.route(
    '**/api/product/add',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 3 },
  )
  const add = page.getByRole('button', { name: say.add, exact: true })
  await press(add)
  await expect(page.getByRole('alert').filter({ hasText: say.saveUnknown }).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue(name)
  await expect(page.getByText('Nothing is for sale yet.')).toBeVisible()
  problems = []
  // Found out once the shop can be reached.
  await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible()
  await expect(page.getByText('Nothing is for sale yet.')).toHaveCount(0)
  const { products } = await (await page.request.get('/api/product/seller', { params: { q: name } })).json()
  expect(products).toMatchObject([{ name, price: 4.5, offerPrice: 4.5 }])
  expectConsoleErrors(/ERR_FAILED/)

  await expect(category).toHaveValue('')
  const next = aName()
  await page.getByRole('textbox', { name: say.name }).fill(next)
  await expect(category).toHaveValue('Bakery')

  // Typed on after a lost answer: what is new goes on as an edit of the product that is there.
  await offer.fill('3')
  await expect(price).toHaveValue('')
  await page.route('**/api/user/is-auth', (route) => route.abort())
  await page.route(
    '**/api/product/add',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 3 },
  )
  await press(add)
  await expect(page.getByRole('alert').filter({ hasText: say.saveUnknown }).first()).toBeVisible()
  await page.getByRole('textbox', { name: say.name }).fill(`${next} renamed`)
  await page.unroute('**/api/user/is-auth')
  await press(add)
  await expect(page.getByRole('heading', { level: 1, name: say.editTitle })).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue(`${next} renamed`)
  await press(page.getByRole('button', { name: say.save }))
  await expect(page.getByRole('status').filter({ hasText: say.saved })).toBeVisible()
  const both = await (await page.request.get('/api/product/seller', { params: { q: next } })).json()
  expect(both.products).toMatchObject([{ name: `${next} renamed`, price: 3, offerPrice: 3 }])
  expectConsoleErrors(/ERR_FAILED/)
  expectConsoleErrors(/status of 422/)
})

async function fill(page: Page, say: SellerWords, name: string): Promise<void> {
  await page.getByRole('textbox', { name: say.name }).fill(name)
  await page.getByRole('textbox', { name: say.description }).fill('Baked this morning')
  await page.getByRole('combobox', { name: say.category }).selectOption(say.bakery)
  await page.getByRole('textbox', { name: say.price }).fill('4.50')
  await page.getByRole('textbox', { name: say.offerPrice }).fill('3.75')
  await page.getByRole('textbox', { name: say.weight }).fill('500 g')
  await page.getByRole('textbox', { name: say.stock }).fill('12')
}

/** Lets go of a file over a slot, or pastes it there. */
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

/** A picture with grain in it, as large as a photograph's. */
function photograph(background: string, width: number): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  return sharp({ create: { width, height: 800, channels: 3, background, noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
