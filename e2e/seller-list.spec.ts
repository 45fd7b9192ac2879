import { aName, endSessionAt, examine, examineBothSizes, showFilters, signIn } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { addByCall, aLastName, call, sellerProduct, signedInSeller } from './test-data.ts'

/*
 * The list of products: search, and editing stock, prices and availability in place.
 */

const listOf = (name: string) => `/seller/product-list?q=${encodeURIComponent(name)}`

test('a refused stock switch is reverted and shows the reason', { tag: '@desktop' }, async ({
  page,
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  await page.goto(listOf(name))
  const inStock = page.getByRole('switch', { name: texts.inStock(name) })
  await expect(inStock).toBeChecked()
  const message = 'The shop is counting'
  await page.route('**/api/product/stock', (route) =>
    route.fulfill({ json: { success: false, code: 'unavailable', message } }),
  )
  await press(inStock)
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(inStock).toBeChecked()
})

test('the shop’s problems are shown above the list without a layout shift', async ({ page, sellerTexts: texts }) => {
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  const row = page.getByRole('row').filter({ hasText: name })
  const message = 'No mail has gone out since this morning. '.repeat(6)
  await page.route('**/api/seller/health', async (route) => {
    // Reply after the list is shown.
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
  await expect(page.getByRole('textbox', { name: texts.pieces(name) })).toBeVisible()
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

test('stock is edited in the list: Enter saves, Escape restores, 0 is sold out, empty ends counting', async ({
  page,
  expectConsoleErrors,
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const name = aName()
  const id = await addByCall(page, name, { stock: 5 })
  await page.goto(listOf(name))
  const pieces = page.getByRole('textbox', { name: texts.pieces(name) })
  await expect(pieces).toHaveValue('5')
  await pieces.fill('8')
  await pieces.press('Escape')
  await expect(pieces).toHaveValue('5')
  await pieces.fill('-1')
  await pieces.press('Enter')
  await expect(pieces).toHaveAttribute('aria-invalid', 'true')

  await pieces.fill('0')
  await pieces.press('Enter')
  await expect(page.getByText(texts.soldOut)).toBeVisible()
  await expect(page.getByRole('switch', { name: texts.inStock(name) })).toBeChecked()
  expect(await sellerProduct(page, id)).toMatchObject({ stock: 0, switchedOn: true, inStock: false })
  await examine(page)

  await pieces.fill('')
  await pieces.press('Enter')
  await expect(page.getByText(texts.soldOut)).toHaveCount(0)
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBeNull()

  await endSessionAt(page, '/api/product/count')
  await pieces.fill('33')
  await pieces.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.typedKept })).toBeVisible()
  expectConsoleErrors(/status of 401/)
  await signIn(page, texts, { here: true })
  await expect(pieces).toHaveValue('33')
  await expect(pieces).toHaveAttribute('aria-invalid', 'true')
  await pieces.press('Enter')
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBe(33)
})

test('stock reduced by orders is shown without a reload; a count typed meanwhile needs a confirmation', {
  tag: '@desktop',
}, async ({ page, aBuyer, sellerTexts: texts }) => {
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, `${name} small`)
  const id = await addByCall(page, name, { stock: 5 })
  const buyer = await aBuyer(aLastName())
  await page.goto(listOf(name))
  const pieces = page.getByRole('textbox', { name: texts.pieces(name), exact: true })
  await expect(pieces).toHaveValue('5')
  await pieces.press('Enter')
  await expect(page.getByRole('textbox', { name: texts.pieces(`${name} small`) })).toBeFocused()
  await pieces.fill('9')
  await buyer.buy(id, 2)
  await pieces.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.changedTo(name, '3', '9') })).toBeVisible()
  await expect(pieces).toBeFocused()
  // The message stays while the pointer is on it, however long axe takes.
  await page.getByRole('button', { name: texts.saveMine }).hover()
  await expect(pieces).toHaveValue('9')
  await examineBothSizes(page)
  expect(await sellerProduct(page, id)).toMatchObject({ stock: 3 })
  await press(page.getByRole('button', { name: texts.saveMine }))
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBe(9)
  // An order changes the stock while the field isn't being edited.
  await buyer.buy(id, 3)
  await expect(pieces).toHaveValue('6')
  // Enter twice saves over another change.
  await pieces.fill('20')
  await buyer.buy(id, 1)
  await pieces.press('Enter')
  await expect(pieces).toHaveAttribute('aria-invalid', 'true')
  await expect(pieces).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await sellerProduct(page, id)).stock).toBe(20)
})

test('prices are edited in the list; ten times the price is asked about, another seller’s change is kept', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  await signedInSeller(page)
  const name = aName()
  const id = await addByCall(page, name, { price: 2.5, offerPrice: 2.5 })
  await page.goto(listOf(name))
  const price = page.getByRole('textbox', { name: texts.sellingPrice(name) })
  await expect(price).toHaveValue('2.50')
  await price.fill('2,75')
  await price.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: texts.priceSaved })).toBeVisible()
  await expect(price).toHaveValue('2.75')
  expect(await sellerProduct(page, id)).toMatchObject({ price: 2.75, offerPrice: 2.75 })

  await price.fill('27.5')
  await price.press('Enter')
  const question = page.getByRole('dialog', { name: texts.priceTitle })
  await expect(question).toContainText(texts.priceFar('$2.75', '$27.50'))
  await examineBothSizes(page)
  await press(question.getByRole('button', { name: texts.priceBack }))
  await expect(price).toHaveValue('2.75')
  await price.fill('0,500')
  await price.press('Enter')
  await expect(price).toHaveAttribute('aria-invalid', 'true')
  await price.press('Escape')

  const seen = { price: 2.75, offerPrice: 2.75 }
  // Typed first: the list shows the change of another seller as soon as it hears of it.
  await price.fill('2.90')
  await page.request.post('/api/product/price', { data: { id, price: 4, offerPrice: 3, seen } })
  await price.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.changedTo(name, '$3.00', '$2.90') })).toBeVisible()
  await expect(price).toHaveValue('2.90')
  expect(await sellerProduct(page, id)).toMatchObject({ price: 4, offerPrice: 3 })
  await price.press('Enter')
  await expect.poll(() => sellerProduct(page, id)).toMatchObject({ price: 4, offerPrice: 2.9 })
})

test('an archived product isn’t for sale, and is restored by undo or from the archive', { tag: '@desktop' }, async ({
  page,
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const name = aName()
  await addByCall(page, name)
  const inShop = async () => {
    const reply = await page.request.get('/api/product/list', { params: { q: name } })
    return ((await reply.json()) as { products: unknown[] }).products.length
  }
  await page.goto(listOf(name))
  await press(page.getByRole('button', { name: texts.archive(name) }))
  await expect(page.getByRole('status').filter({ hasText: texts.archived })).toBeVisible()
  await expect(page.getByRole('heading', { name: texts.nothingMatches })).toBeVisible()
  expect(await inShop()).toBe(0)
  await press(page.getByRole('button', { name: texts.undo }))
  await expect(page.getByRole('status').filter({ hasText: texts.restored })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  expect(await inShop()).toBe(1)

  // The shop handles it after the list of archived products was read: that list is read again then.
  const isRead = Promise.withResolvers<void>()
  await page.route('**/api/product/archive', async (route) => {
    await isRead.promise
    await route.continue()
  })
  await press(page.getByRole('button', { name: texts.archive(name) }))
  await expect(page.getByRole('heading', { name: texts.nothingMatches })).toBeVisible()
  await showFilters(page, texts)
  const read = page.waitForResponse(/\/api\/product\/seller.*archived/)
  await page.getByRole('combobox', { name: texts.stockFilter }).selectOption(texts.stockArchived)
  await (await read).finished()
  isRead.resolve()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await examineBothSizes(page)
  await press(page.getByRole('button', { name: texts.restore(name) }))
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0)
  await expect.poll(inShop).toBe(1)
})

test('search, filters and sort order are in the URL, so that Back undoes a choice', async ({
  page,
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const family = aName()
  const [cheap, dear, fruit] = [`${family} cheap`, `${family} dear`, `${family} fruit`]
  await addByCall(page, cheap, { offerPrice: 1 })
  const id = await addByCall(page, dear, { offerPrice: 2 })
  await addByCall(page, fruit, { category: 'Fruits' })
  await call(page, '/api/product/stock', { id, inStock: false })
  await page.goto('/seller/product-list')
  await page.getByRole('searchbox', { name: texts.search }).fill(family)
  await expect(page.getByRole('row')).toHaveCount(4)
  await showFilters(page, texts)
  await page.getByRole('combobox', { name: texts.categoryFilter }).selectOption(texts.bakery)
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.getByRole('combobox', { name: texts.sortBy }).selectOption(texts.lowestFirst)
  await expect(page.getByRole('row').nth(1)).toContainText(cheap)
  await page.getByRole('combobox', { name: texts.stockFilter }).selectOption(texts.stockOff)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row').nth(1)).toContainText(dear)
  await page.reload()
  await expect(page.getByRole('row')).toHaveCount(2)

  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(3)
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('row')).toHaveCount(4)
  await expect(page.getByRole('searchbox', { name: texts.search })).toHaveValue(family)
  await page.getByRole('searchbox', { name: texts.search }).fill(`${family} nothing`)
  await expect(page.getByRole('heading', { name: texts.nothingMatches })).toBeVisible()
  await press(page.getByRole('link', { name: texts.showAllProducts }))
  await expect(page).toHaveURL('/seller/product-list')
})
