import {
  addByCall,
  aLastName,
  aName,
  examine,
  sellerProduct,
  sellerWords,
  showFilters,
  signedInSeller,
  signIn,
} from './seller.ts'
import { expect, test } from './shop-test.ts'
import { call, press } from './shopper.ts'

/*
 * The list of products: found, counted, switched and archived in place.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const listOf = (name: string) => `/seller/product-list?q=${encodeURIComponent(name)}`

test('a stock switch that the shop refuses goes back and says why', { tag: '@desktop' }, async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  await page.goto(listOf(name))
  const inStock = page.getByRole('switch', { name: say.inStock(name) })
  await expect(inStock).toBeChecked()
  const message = 'The shop is counting'
  await page.route('**/api/product/stock', (route) =>
    route.fulfill({ json: { success: false, code: 'unavailable', message } }),
  )
  await press(inStock)
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(inStock).toBeChecked()
})

test('what keeps the shop from its work is said above the list without moving it', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  const row = page.getByRole('row').filter({ hasText: name })
  const message = 'No mail has gone out since this morning. '.repeat(6)
  await page.route('**/api/seller/health', async (route) => {
    // The list is there first.
    await page.waitForFunction((name) => document.querySelector('table')?.textContent?.includes(name), name)
    await route.fulfill({ json: { success: true, problems: [{ code: 'mail_unreachable', message }] } })
  })
  // The page waits a second for this reply, however slow the machine is.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(listOf(name))
  await expect(page.getByText(message.trim())).toBeVisible()
  await page.clock.resume()
  await expect(row).toBeVisible()
  await expect(page.getByRole('textbox', { name: say.pieces(name) })).toBeVisible()
  const moved = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const observer = new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
  )
  expect(moved).toBeLessThan(0.1)
})

test('pieces are counted in place: Enter saves, Escape restores, none is told as sold out, empty counts no more', async ({
  page,
  expectConsoleErrors,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  const id = await addByCall(page, name, { stock: 5 })
  await page.goto(listOf(name))
  const pieces = page.getByRole('textbox', { name: say.pieces(name) })
  await expect(pieces).toHaveValue('5')
  await pieces.fill('8')
  await pieces.press('Escape')
  await expect(pieces).toHaveValue('5')
  await pieces.fill('-1')
  await pieces.press('Enter')
  await expect(pieces).toHaveAttribute('aria-invalid', 'true')

  await pieces.fill('0')
  await pieces.press('Enter')
  await expect(page.getByText(say.soldOut)).toBeVisible()
  await expect(page.getByRole('switch', { name: say.inStock(name) })).toBeChecked()
  expect(await sellerProduct(page, id)).toMatchObject({ stock: 0, switchedOn: true, inStock: false })
  await examine(page)

  await pieces.fill('')
  await pieces.press('Enter')
  await expect(page.getByText(say.soldOut)).toHaveCount(0)
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBeNull()

  await page.request.get('/api/seller/logout')
  await pieces.fill('33')
  await pieces.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: say.typedKept })).toBeVisible()
  expectConsoleErrors(/status of 401/)
  await signIn(page, say, { here: true })
  await expect(pieces).toHaveValue('33')
  await expect(pieces).toHaveAttribute('aria-invalid', 'true')
  await pieces.press('Enter')
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBe(33)
})

test('pieces that orders take are shown without a reload; a count typed meanwhile is saved by a press', async ({
  page,
  aBuyer,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  const id = await addByCall(page, name, { stock: 5 })
  const buyer = await aBuyer(aLastName())
  await page.goto(listOf(name))
  const pieces = page.getByRole('textbox', { name: say.pieces(name) })
  await expect(pieces).toHaveValue('5')
  await pieces.fill('9')
  await buyer.buy(id, 2)
  await pieces.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: say.changedTo(name, '3', '9') })).toBeVisible()
  await expect(pieces).toHaveValue('9')
  await examine(page)
  expect(await sellerProduct(page, id)).toMatchObject({ stock: 3 })
  await press(page.getByRole('button', { name: say.saveMine }))
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBe(9)
  // As an order comes in, while the field is left alone.
  await buyer.buy(id, 3)
  await expect(pieces).toHaveValue('6')
})

test('prices are typed in the list: a comma is understood, ten times is asked about, a colleague’s price isn’t written over', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  const id = await addByCall(page, name, { price: 2.5, offerPrice: 2.5 })
  await page.goto(listOf(name))
  const price = page.getByRole('textbox', { name: say.sellingPrice(name) })
  await expect(price).toHaveValue('2.50')
  await price.fill('2,75')
  await price.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: say.priceSaved })).toBeVisible()
  await expect(price).toHaveValue('2.75')
  expect(await sellerProduct(page, id)).toMatchObject({ price: 2.75, offerPrice: 2.75 })

  await price.fill('27.5')
  await price.press('Enter')
  const question = page.getByRole('dialog', { name: say.priceTitle })
  await expect(question).toContainText(say.priceFar('$2.75', '$27.50'))
  await examine(page)
  await press(question.getByRole('button', { name: say.priceBack }))
  await expect(price).toHaveValue('2.75')
  await price.fill('0,500')
  await price.press('Enter')
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.press('Escape')

  const seen = { price: 2.75, offerPrice: 2.75 }
  await page.request.post('/api/product/price', { data: { id, price: 4, offerPrice: 3, seen } })
  await price.fill('2.90')
  await price.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: say.changedTo(name, '$3.00', '$2.90') })).toBeVisible()
  await expect(price).toHaveValue('2.90')
  expect(await sellerProduct(page, id)).toMatchObject({ price: 4, offerPrice: 3 })
  await price.press('Enter')
  await expect.poll(() => sellerProduct(page, id)).toMatchObject({ price: 4, offerPrice: 2.9 })
})

test('an archived product leaves the shop and comes back by undo, or out of the archive', async ({
  page,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  const inShop = async () => {
    const reply = await page.request.get('/api/product/list', { params: { q: name } })
    return ((await reply.json()) as { products: unknown[] }).products.length
  }
  await page.goto(listOf(name))
  await press(page.getByRole('button', { name: say.archive(name) }))
  await expect(page.getByRole('status').filter({ hasText: say.archived })).toBeVisible()
  await expect(page.getByRole('heading', { name: say.nothingMatches })).toBeVisible()
  expect(await inShop()).toBe(0)
  await press(page.getByRole('button', { name: say.undo }))
  await expect(page.getByRole('status').filter({ hasText: say.restored })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  expect(await inShop()).toBe(1)

  await press(page.getByRole('button', { name: say.archive(name) }))
  await expect(page.getByRole('heading', { name: say.nothingMatches })).toBeVisible()
  await showFilters(page, say)
  await page.getByRole('combobox', { name: say.shelf }).selectOption(say.shelfArchived)
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await examine(page)
  await press(page.getByRole('button', { name: say.restore(name) }))
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await expect.poll(inShop).toBe(1)
})

test('search, filters and order are in the URL, so that Back undoes a choice', async ({ page, say: { language } }) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const family = aName()
  const [cheap, dear, fruit] = [`${family} cheap`, `${family} dear`, `${family} fruit`]
  await addByCall(page, cheap, { offerPrice: 1 })
  const id = await addByCall(page, dear, { offerPrice: 2 })
  await addByCall(page, fruit, { category: 'Fruits' })
  await call(page, '/api/product/stock', { id, inStock: false })
  await page.goto('/seller/product-list')
  await page.getByRole('searchbox', { name: say.search }).fill(family)
  await expect(page.getByRole('row')).toHaveCount(4)
  await showFilters(page, say)
  await page.getByRole('combobox', { name: say.categoryFilter }).selectOption(say.bakery)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('combobox', { name: say.sortBy }).selectOption(say.lowestFirst)
  await expect(page.getByRole('row').nth(1)).toContainText(cheap)
  await page.getByRole('combobox', { name: say.shelf }).selectOption(say.shelfOff)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(dear)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('searchbox', { name: say.search })).toHaveValue(family)
  await page.getByRole('searchbox', { name: say.search }).fill(`${family} nothing`)
  await expect(page.getByRole('heading', { name: say.nothingMatches })).toBeVisible()
  await press(page.getByRole('link', { name: say.showAllProducts }))
  await expect(page).toHaveURL('/seller/product-list')
})
