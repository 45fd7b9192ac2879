import { expect, test } from './shop-test.ts'
import { press } from './shopper.ts'
import { call, signedInShopper } from './test-data.ts'

test('search ignores letter case, and typing in the header’s search opens the list without losing a letter', async ({
  page,
}) => {
  await page.goto('/products')
  // On a phone the header's search box is also the list's.
  const listSearch = page.getByRole('searchbox', { name: 'Search all products' })
  await (test.info().project.use.hasTouch ? page.getByRole('combobox', { name: 'Search products' }) : listSearch).fill(
    'mAnGo',
  )
  const list = page.getByRole('list', { name: 'All products' })
  await expect(list.getByRole('heading', { name: 'Broccoli' })).toHaveCount(0)
  await expect(list.getByRole('heading', { name: 'Nam Dok Mai mango' })).toBeVisible()
  for (const name of await list.getByRole('heading').allTextContents()) expect(name.toLowerCase()).toContain('mango')

  await page.goto('/')
  const search = page.getByRole('banner').getByRole('combobox', { name: 'Search products' })
  await search.pressSequentially('green bell pepper')
  await expect(page).toHaveURL('/products?q=green+bell+pepper')
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('green bell pepper')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('heading', { name: 'Green bell pepper' })).toBeVisible()
})

test('a category shows only its own products, and a message if its search finds none', { tag: '@phone' }, async ({
  page,
  expectConsoleErrors,
}) => {
  await page.goto('/')
  await press(page.getByRole('main').getByRole('link', { name: 'Fresh Fruits' }))
  await expect(page).toHaveURL('/products/fruits')
  await expect(page.getByRole('heading', { level: 1, name: 'Fresh Fruits' })).toBeVisible()
  const list = page.getByRole('list', { name: 'Fresh Fruits' })
  await expect(list.getByRole('heading', { name: 'Strawberries' })).toBeVisible()
  await expect(list.getByRole('heading', { name: 'Broccoli' })).toHaveCount(0)

  const search = page.getByRole('searchbox', { name: 'Search in Fresh Fruits' })
  await search.fill('STRAW')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await search.fill('broccoli')
  await expect(page.getByText('No products found in this category')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeHidden()

  expect((await page.goto('/products/flowers'))?.status()).toBe(404)
  expectConsoleErrors(/\/products\/flowers/, 1)
  await expect(page.getByRole('heading', { level: 1, name: 'No such category' })).toBeVisible()
  await expect(page.getByText('No products found in this category')).toBeVisible()
  await expect(page.getByRole('main').getByRole('searchbox')).toBeHidden()
})

test('filters are kept in the address, counted, and removed one by one', async ({ page }) => {
  await page.goto('/products/grains')
  const cards = page.getByRole('list', { name: 'Grains & Cereals' }).getByRole('article')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await press(page.getByRole('button', { name: 'Filters' }))
  const onOffer = sheet.getByRole('checkbox', { name: 'On offer' })
  const label = await onOffer.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)
  const count = Number(/\d+$/.exec(label ?? '')?.[0])
  expect(count).toBeGreaterThan(1)
  await onOffer.check()
  await press(sheet.getByRole('button', { name: 'Show products' }))
  await expect(page).toHaveURL('/products/grains?onOffer=true')
  await expect(sheet).toBeHidden()
  await expect(cards).toHaveCount(count)

  await press(page.getByRole('button', { name: 'Filters' }))
  await sheet.getByRole('textbox', { name: 'To' }).fill('4,00')
  await press(sheet.getByRole('button', { name: 'Show products' }))
  await expect(page).toHaveURL('/products/grains?onOffer=true&maxPrice=4.00')
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(cards).toHaveCount(1)

  const filters = page.getByRole('list', { name: 'Filters' })
  await press(filters.getByRole('link', { name: 'Remove filter: On offer' }))
  await expect(page).toHaveURL('/products/grains?maxPrice=4.00')
  await expect(cards.filter({ hasText: 'Wheat flour' })).toBeVisible()
  await press(filters.getByRole('link', { name: 'Remove filter: Up to $4.00' }))
  await expect(page).toHaveURL('/products/grains')
})

test('a filter chosen on a later page of a list shows it from its beginning', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/products')
  await press(page.getByRole('link', { name: 'Show more' }))
  await expect(page).toHaveURL(/cursor=/)
  await press(page.getByRole('button', { name: 'Filters' }))
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('checkbox', { name: 'On offer' }).check()
  await press(sheet.getByRole('button', { name: 'Show products' }))
  await expect(page).toHaveURL('/products?onOffer=true')
})

test('the chip of the current category is in view', async ({ page }) => {
  await page.goto('/products')
  const chips = page.getByRole('navigation', { name: 'Categories' })
  await expect(chips.getByRole('link', { name: 'All', exact: true })).toBeInViewport({ ratio: 0.99 })
  await page.goto('/products/grains')
  await expect(chips.getByRole('link', { name: 'Grains & Cereals' })).toBeInViewport({ ratio: 0.99 })
})

test('Back shows a list from memory at its scroll position, then updates it, and keeps it if the server fails', {
  tag: '@phone',
}, async ({ page, expectConsoleErrors }) => {
  await page.goto('/products')
  const list = page.getByRole('list', { name: 'All products' })
  const [first, last] = [list.getByRole('heading').first(), list.getByRole('heading').last()]
  const name = (await first.textContent()) ?? ''
  const visitLast = async () => {
    await press(last.getByRole('link'))
    await expect(page.getByRole('list', { name: 'Related products' })).toBeVisible()
  }
  await visitLast()

  const released = Promise.withResolvers<void>()
  const asked = page.waitForRequest('**/products.data?*')
  await page.route('**/products.data?*', async (route) => {
    await released.promise
    const response = await route.fetch()
    await route.fulfill({ response: response, body: (await response.text()).replace(name, 'Changed meanwhile') })
  })
  await page.goBack()
  await expect(first).toHaveText(name)
  await expect(last).toBeInViewport()
  await asked
  released.resolve()
  await expect(first).toHaveText('Changed meanwhile')
  await expect(last).toBeInViewport()

  await visitLast()
  await page.unroute('**/products.data?*')
  await page.route('**/products.data?*', (route) => route.fulfill({ status: 503, body: '' }))
  const refused = page.waitForResponse('**/products.data?*')
  await page.goBack()
  await (await refused).finished()
  await expect(first).toHaveText('Changed meanwhile')
  await expect(last).toBeInViewport()
  expectConsoleErrors(/status of 503/, 1)
})

test('a product’s screen shows its details, pictures and related products, and adds it to the cart', async ({
  page,
}) => {
  await page.goto('/products/vegetables')
  await press(page.getByRole('link', { name: 'Broccoli', exact: true }))
  const main = page.getByRole('main')
  await expect(page).toHaveURL(/\/products\/vegetables\/[\da-f-]{36}$/)
  await expect(main.getByRole('heading', { level: 1, name: 'Broccoli' })).toBeVisible()

  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect(crumbs.getByRole('listitem')).toHaveText(['Home', 'Products', 'Organic veggies', 'Broccoli'])
  await expect(crumbs.getByRole('link', { name: 'Organic veggies' })).toHaveAttribute('href', '/products/vegetables')
  await expect(main.getByRole('img', { name: 'Rated 4 out of 5' })).toBeVisible()
  await expect(main.getByText('$2.80', { exact: true }).first()).toHaveCSS('text-decoration-line', 'line-through')
  await expect(main.getByText(/^MRP\s*\$2\.20$/)).toBeVisible()
  await expect(main.getByText('inclusive of all taxes')).toBeVisible()
  const about = main.getByRole('region', { name: 'About Product' })
  await expect(about.getByRole('listitem')).toHaveText([
    'One large head with a tender stem',
    'Steam for 4 minutes or stir-fry with garlic',
    'Keep in the fridge and use within 5 days',
  ])
  await expect(main.getByText('Weight: 500 g')).toBeVisible()

  const second = main.getByRole('button', { name: 'Picture 2 of 3' })
  await press(second)
  await expect(second).toHaveAttribute('aria-current', 'true')
  await expect(main.getByRole('img', { name: 'Broccoli, Picture 2 of 3' })).toBeInViewport()

  await expect(main.getByRole('list', { name: 'Related products' }).getByRole('article')).toHaveCount(5)
  await expect(main.getByRole('link', { name: 'See more' })).toHaveAttribute('href', '/products')

  await press(main.getByRole('button', { name: 'Add to Cart', exact: true }))
  await expect(page.getByRole('status').filter({ hasText: 'Added to Cart' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
  await press(main.getByRole('button', { name: 'Buy now' }))
  await expect(page).toHaveURL('/cart')
  await expect(page.getByRole('combobox', { name: 'Quantity of Broccoli' })).toHaveValue('2')
})

test('the home page shows the first five products in stock and links to all', { tag: '@phone' }, async ({ page }) => {
  const { products } = await (await page.request.get('/api/product/list?inStock=true&limit=5')).json()
  await page.goto('/')
  // The sample shop claims that they sell best.
  const shown = page.getByRole('list', { name: 'Best Seller' }).getByRole('article')
  await expect(shown.getByRole('heading')).toHaveText(products.map(({ name }: { name: string }) => name))
  await press(page.getByRole('link', { name: 'Shop now' }))
  await expect(page).toHaveURL('/products')
  await expect(page.getByRole('heading', { level: 1, name: 'All products' })).toBeVisible()
})

test('a page hydrates without mismatch if the browser’s clock has another year', { tag: '@phone' }, async ({
  page,
}) => {
  await page.clock.setFixedTime('2040-06-01')
  await page.goto('/')
  const best = page.getByRole('list', { name: 'Best Seller' })
  await press(best.getByRole('button', { name: /^Add .* to the cart$/ }).first())
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('lists, searches and products are complete pages, with title, description and structured data', {
    tag: '@phone',
  }, async ({ page, baseURL }) => {
    await page.goto('/products')
    await expect(page).toHaveTitle('All products · Talad')
    await expect(page.getByRole('link', { name: 'Broccoli', exact: true })).toBeVisible()
    // The browser that is driven reads no <noscript>.
    expect(await page.content()).toContain('To order, switch JavaScript on')
    await page.goto('/products/vegetables?q=BROCC')
    await expect(page.getByRole('list', { name: 'Organic veggies' }).getByRole('listitem')).toHaveCount(1)

    await page.getByRole('link', { name: 'Broccoli', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Broccoli' })).toBeVisible()
    await expect(page).toHaveTitle('Broccoli · Talad')
    const html = await page.content()
    expect(html).toMatch(/<meta name="description" content="One large head with a tender stem/)
    expect(html).toContain(`<link rel="canonical" href="${page.url()}"`)
    const data = [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json]) =>
      JSON.parse(json ?? ''),
    )
    expect(data).toContainEqual(
      expect.objectContaining({
        '@type': 'Product',
        name: 'Broccoli',
        offers: expect.objectContaining({
          url: page.url(),
          price: '2.20',
          priceCurrency: 'USD',
          availability: 'https://schema.org/InStock',
        }),
      }),
    )
    expect(page.url()).toContain(`${baseURL}/products/vegetables/`)
  })
})

test('a page has the shop’s settings, visible content before scripts, and only its language’s fonts', {
  tag: '@desktop',
}, async ({ request }) => {
  for (const [language, fonts] of Object.entries({ en: ['latin'], th: ['thai', 'latin'] })) {
    const html = await (await request.get(`/products?lang=${language}`)).text()
    const positions = [
      'rel="stylesheet"',
      'as="font"',
      'type="application/json" id="shop"',
      '<img',
      'rel="modulepreload"',
      '</body>',
    ].map((what) => html.indexOf(what))
    expect(positions).not.toContain(-1)
    expect(positions).toEqual([...positions].sort((a, b) => a - b))
    expect(html.slice(html.lastIndexOf('<img'))).toContain('<link fetchpriority="low" rel="modulepreload"')
    expect([...html.matchAll(/rel="preload" as="font"[^>]*anuphan-(\w+)-/g)].map(([, script]) => script)).toEqual(fonts)
  }
})

test('an unknown path redirects to the home page', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/no/such/page/here')
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('the loader screen', () => {
  // The test controls the page's clock and timers.
  test.beforeEach(({ page }) => page.clock.install())

  test('the loader screen opens the next screen after five seconds', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/loader?next=my-orders')
    await expect(page.getByRole('link', { name: 'Go on now' })).toHaveAttribute('href', '/my-orders')
    await page.clock.runFor(4900)
    await expect(page).toHaveURL('/loader?next=my-orders')
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/my-orders')
  })

  test('the loader screen without `next` links to the home page', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/loader')
    await expect(page.getByRole('main').getByRole('link', { name: 'Home', exact: true })).toHaveAttribute('href', '/')
  })

  test('the loader screen never redirects to another site', { tag: '@phone' }, async ({ page, baseURL }) => {
    for (const next of [
      '//evil.example',
      'https:evil',
      'javascript:alert(1)',
      '%2F%2Fevil.example',
      '/\\evil.example',
    ]) {
      const address = `${baseURL}/loader?next=${encodeURIComponent(next)}`
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await page.clock.runFor(10_000)
      await expect(page.getByRole('link', { name: 'Go on now' })).toHaveCount(0)
      expect(page.url()).toBe(address)
    }
  })
})

test('the search is a combobox for the keyboard, and clears this browser’s past searches', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.goto('/')
  const search = page.getByRole('banner').getByRole('combobox')
  const list = page.getByRole('listbox')
  const highlighted = list.getByRole('option', { selected: true })
  await search.pressSequentially('strawberry')
  await expect(list.getByRole('option', { name: 'Strawberry milk' })).toBeVisible()
  await expect(search).toHaveAttribute('aria-expanded', 'true')
  await expect(highlighted).toHaveCount(0)
  await search.press('ArrowUp')
  await expect(highlighted).toHaveText(/Strawberr/)
  await expect(search).toHaveAttribute('aria-activedescendant', (await highlighted.getAttribute('id')) ?? '')
  await search.press('ArrowDown')
  await expect(highlighted).toHaveCount(0)
  await search.press('Escape')
  await expect(list).toBeHidden()
  await expect(search).toHaveAttribute('aria-expanded', 'false')
  await expect(search).toHaveValue('strawberry')
  await search.press('Alt+ArrowDown')
  await expect(list).toBeVisible()
  await search.press('Enter')
  await expect(page).toHaveURL('/products?q=strawberry')
  await expect(list).toBeHidden()

  await search.press('Escape')
  await expect(search).toHaveValue('')
  await search.press('ArrowDown')
  await expect(list.getByRole('option')).toHaveText(['strawberrySearched before', 'Clear past searches'])
  await search.press('ArrowUp')
  await search.press('Enter')
  await search.press('Alt+ArrowDown')
  await expect(list).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('talad.searches'))).toBeNull()

  await search.pressSequentially('tuna onigiri')
  // The rows for a beginning of the text are others.
  await expect(list.getByRole('option')).toHaveText([/^Tuna onigiri/])
  await search.press('ArrowDown')
  await search.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Tuna onigiri' })).toBeFocused()
})

test('choosing a search suggestion moves the focus to the product, which closes a phone’s keyboard', {
  tag: '@phone',
}, async ({ page, texts }) => {
  await page.goto('/')
  const search = page.getByRole('banner').getByRole('combobox')
  await search.fill(texts.broccoli)
  await press(page.getByRole('option').first())
  const heading = page.getByRole('heading', { level: 1, name: texts.broccoli })
  await expect(heading).toBeFocused()
})

test('a product added before the scripts are loaded is in the cart afterwards', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route(/assets\/[^/]*\.js$/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await page.goto('/products/vegetables', { waitUntil: 'commit' })
  const add = page.getByRole('button', { name: texts.add(texts.broccoli) })
  await press(add)
  await press(add)
  await expect(add).toHaveAttribute('aria-busy', 'true')
  arrived.resolve()
  await expect(page.getByRole('link', { name: texts.cartWith(1) })).toBeVisible()
})

test('a login submitted before the scripts are loaded is sent afterwards', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  const arrived = Promise.withResolvers<void>()
  await page.route(/assets\/[^/]*\.js$/, async (route) => {
    await arrived.promise
    await route.continue()
  })
  const shopper = await signedInShopper(page, { verified: false })
  await call(page, '/api/user/logout', {})
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByRole('textbox', { name: texts.email }).fill(shopper.email)
  await page.getByRole('textbox', { name: texts.password, exact: true }).fill(shopper.password)
  const login = page.getByRole('main').getByRole('button', { name: texts.login, exact: true })
  await press(login)
  await expect(login).toHaveAttribute('aria-busy', 'true')
  arrived.resolve()
  await expect(page.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
})
