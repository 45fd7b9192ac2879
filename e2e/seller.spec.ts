import { aName, bread, demoSeller, examine, openAsSeller, sellerWords, signIn } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press, signedInShopper } from './shopper.ts'

/*
 * A seller's day: in, a product with a picture added, its stock switched off, out.
 */

// Half faded in, words have too little contrast for as long as that lasts.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a seller adds a product with a picture, sees it in the list and takes it off the shelf', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  const name = aName()
  await signIn(page, say)
  await expect(page.getByRole('heading', { level: 1, name: say.addTitle })).toBeVisible()
  await examine(page)

  await page
    .getByLabel(say.picture(1))
    .setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: await bread() })
  await expect(page.getByLabel(say.changePicture(1, 'bread.png'))).toBeAttached()
  await page.getByRole('textbox', { name: say.name }).fill(name)
  await page.getByRole('textbox', { name: say.description }).fill('Baked this morning\nKeeps for three days')
  await page.getByRole('combobox', { name: say.category }).selectOption(say.bakery)
  await page.getByRole('textbox', { name: say.price }).fill('4.50')
  await page.getByRole('textbox', { name: say.offerPrice }).fill('3.75')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: say.added })).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: say.description })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: say.category })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: say.price })).toHaveValue('')
  await expect(page.getByLabel(say.picture(1))).toBeAttached()

  await press(page.getByRole('link', { name: say.listLink }))
  await expect(page.getByRole('heading', { level: 1, name: say.listTitle })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(say.bakery)

  const inShop = await page.context().newPage()
  await inShop.goto(`/products?q=${encodeURIComponent(name)}`)
  await press(inShop.getByRole('link', { name, exact: true }))
  await expect(inShop.getByText('Keeps for three days')).toBeVisible()

  await page.getByRole('searchbox', { name: say.search }).fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await examine(page)
  const inStock = page.getByRole('switch', { name: say.inStock(name) })
  await expect(inStock).toBeChecked()
  await press(inStock)
  await expect(inStock).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: say.stockSaved })).toBeVisible()
  await page.reload()
  await expect(inStock).not.toBeChecked()

  await inShop.goto(`/products?q=${encodeURIComponent(name)}`)
  await expect(inShop.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(inShop.getByRole('link', { name, exact: true })).toHaveCount(0)
})

test('a refused product keeps everything typed and says what is wrong where it is', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await openAsSeller(page, '/seller')
  await page.getByLabel(say.picture(1)).setInputFiles([
    { name: 'bread.png', mimeType: 'image/png', buffer: await bread() },
    { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear shop, this is a letter.') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ])
  await expect(page.getByText(say.notAPicture('notes.txt'))).toBeVisible()
  await page.getByRole('textbox', { name: say.name }).fill('Sourdough')
  await page.getByRole('combobox', { name: say.category }).selectOption(say.bakery)
  await page.getByRole('textbox', { name: say.price }).fill('4')
  const offer = page.getByRole('textbox', { name: say.offerPrice })
  await offer.fill('5')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  await expect(offer).toBeFocused()
  await expect(offer).toHaveAccessibleDescription(say.offerAbove)

  await offer.fill('3')
  await press(page.getByRole('button', { name: say.add, exact: true }))
  const second = page.getByLabel(say.changePicture(2, 'letter.png'))
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(second).toHaveAccessibleDescription(new RegExp(say.notAPicture('letter.png')))
  await expect(page.getByRole('alert').filter({ hasText: say.checkFields })).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.name })).toHaveValue('Sourdough')
  await expect(offer).toHaveValue('3.00')
  await expect(page.getByLabel(say.changePicture(1, 'bread.png'))).toBeAttached()
  await examine(page)
})

test('who isn’t a seller sees the seller’s login, and a signed-in shopper is sent home', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await page.goto('/seller/orders')
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await examine(page)
  await page.getByRole('textbox', { name: say.email }).fill((await demoSeller()).email)
  await page.getByRole('textbox', { name: say.password }).fill('not the password')
  await press(page.getByRole('button', { name: say.login, exact: true }))
  await expect(page.getByRole('alert').filter({ hasText: say.wrongPassword })).toBeVisible()
  await press(page.getByRole('link', { name: say.home, exact: true }))
  await expect(page).toHaveURL('/')

  await signedInShopper(page, { verified: false })
  await page.goto('/seller')
  await expect(page).toHaveURL('/')
})

test('a seller who logs out is home, and the seller area asks for the login again', { tag: '@desktop' }, async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  // A stream that opens after the logout would be refused, which the console shows.
  const stream = page.waitForResponse('**/api/order/seller-events')
  await openAsSeller(page, '/seller')
  await stream
  await press(page.getByRole('button', { name: say.logout }))
  await expect(page).toHaveURL('/')
  await page.goto('/seller/product-list')
  await expect(page.getByRole('heading', { level: 1, name: say.loginTitle })).toBeVisible()
})
