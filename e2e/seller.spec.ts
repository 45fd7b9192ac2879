import { randomUUID } from 'node:crypto'
import { aName, bread, demoSeller, endSessionAt, examine, examineBothSizes, signIn } from './seller.ts'
import { sellerTexts } from './seller-texts.ts'
import { expect, test } from './shop-test.ts'
import { chooseInProfile, logIn, press } from './shopper.ts'
import { call, joined, openAsSeller, signedInSeller, signedInShopper } from './test-data.ts'

/*
 * A seller logs in, adds a product with a picture, switches its stock off, and logs out.
 */

test('a seller adds a product with a picture, sees it in the list and switches it to out of stock', async ({
  page,
  sellerTexts: texts,
}) => {
  const name = aName()
  await signIn(page, texts)
  await expect(page.getByRole('heading', { level: 1, name: texts.addTitle })).toBeVisible()
  await examine(page)

  await page
    .getByLabel(texts.picture(1))
    .setInputFiles({ name: 'bread.png', mimeType: 'image/png', buffer: await bread() })
  await expect(page.getByLabel(texts.changePicture(1, 'bread.png'))).toBeAttached()
  await page.getByRole('textbox', { name: texts.name }).fill(name)
  await page.getByRole('textbox', { name: texts.description }).fill('Baked this morning\nKeeps for three days')
  await page.getByRole('combobox', { name: texts.category }).selectOption(texts.bakery)
  await page.getByRole('textbox', { name: texts.price }).fill('4.50')
  await page.getByRole('textbox', { name: texts.offerPrice }).fill('3.75')
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  await expect(page.getByRole('status').filter({ hasText: texts.added })).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: texts.description })).toHaveValue('')
  await expect(page.getByRole('combobox', { name: texts.category })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: texts.price })).toHaveValue('')
  await expect(page.getByLabel(texts.picture(1))).toBeAttached()

  await press(page.getByRole('link', { name: texts.listLink }))
  await expect(page.getByRole('heading', { level: 1, name: texts.listTitle })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: name })
  await expect(row).toContainText(texts.bakery)

  const inShop = await page.context().newPage()
  await inShop.goto(`/products?q=${encodeURIComponent(name)}`)
  await press(inShop.getByRole('link', { name, exact: true }))
  await expect(inShop.getByText('Keeps for three days')).toBeVisible()

  await page.getByRole('searchbox', { name: texts.search }).fill(name)
  await expect(page.getByRole('row')).toHaveCount(2)
  await examine(page)
  const inStock = page.getByRole('switch', { name: texts.inStock(name) })
  await expect(inStock).toBeChecked()
  await press(inStock)
  await expect(inStock).not.toBeChecked()
  await expect(page.getByRole('status').filter({ hasText: texts.stockSaved })).toBeVisible()
  await page.reload()
  await expect(inStock).not.toBeChecked()

  await inShop.goto(`/products?q=${encodeURIComponent(name)}`)
  await expect(inShop.getByRole('article').filter({ hasText: name })).toContainText(/Out of stock|สินค้าหมด/)
})

test('a refused product keeps the typed text and shows each error at its field', { tag: '@desktop' }, async ({
  page,
  sellerTexts: texts,
}) => {
  await openAsSeller(page, '/seller')
  await page.getByLabel(texts.picture(1)).setInputFiles([
    { name: 'bread.png', mimeType: 'image/png', buffer: await bread() },
    { name: 'letter.png', mimeType: 'image/png', buffer: Buffer.from('Dear shop, this is a letter.') },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') },
  ])
  await expect(page.getByText(texts.notAPicture('notes.txt'))).toBeVisible()
  await page.getByRole('textbox', { name: texts.name }).fill('Sourdough')
  await page.getByRole('combobox', { name: texts.category }).selectOption(texts.bakery)
  await page.getByRole('textbox', { name: texts.price }).fill('4')
  const offer = page.getByRole('textbox', { name: texts.offerPrice })
  await offer.fill('5')
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  await expect(offer).toBeFocused()
  await expect(offer).toHaveAccessibleDescription(texts.offerAbove)

  await offer.fill('3')
  await press(page.getByRole('button', { name: texts.add, exact: true }))
  const second = page.getByLabel(texts.changePicture(2, 'letter.png'))
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(second).toHaveAccessibleDescription(new RegExp(texts.notAPicture('letter.png')))
  await expect(page.getByRole('alert').filter({ hasText: texts.checkFields })).toBeVisible()
  await expect(page.getByRole('textbox', { name: texts.name })).toHaveValue('Sourdough')
  await expect(offer).toHaveValue('3.00')
  await expect(page.getByLabel(texts.changePicture(1, 'bread.png'))).toBeAttached()
  await examineBothSizes(page)
})

test('the seller area shows its login to visitors and redirects signed-in shoppers to the home page', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  await page.goto('/seller/orders')
  await expect(page.getByRole('heading', { level: 1, name: texts.loginTitle })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toHaveCount(0)
  await examineBothSizes(page)
  await page.getByRole('textbox', { name: texts.email }).fill((await demoSeller()).email)
  await page.getByRole('textbox', { name: texts.password }).fill('not the password')
  await press(page.getByRole('button', { name: texts.login, exact: true }))
  await expect(page.getByRole('alert').filter({ hasText: texts.wrongPassword })).toBeVisible()
  await press(page.getByRole('link', { name: texts.home, exact: true }))
  await expect(page).toHaveURL('/')

  await signedInShopper(page, { verified: false })
  await page.goto('/seller')
  await expect(page).toHaveURL('/')
})

test('a seller’s open tab stays while a shopper is logged in on another tab, and goes on after the logout', {
  tag: '@desktop',
}, async ({ page, texts }) => {
  const own = sellerTexts(texts.language)
  await openAsSeller(page, '/seller/orders')
  const heading = page.getByRole('heading', { level: 1, name: own.ordersTitle })
  await expect(heading).toBeVisible()
  const shop = await page.context().newPage()
  const shopper = await signedInShopper(shop, { verified: false })
  await call(shop, '/api/user/logout', {})
  await shop.goto('/login')
  await logIn(shop, texts, shopper, 'main')
  await expect(shop.getByRole('button', { name: texts.profileOf(shopper.name) })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText(own.shopperHere)
  await expect(heading).toHaveCount(0)
  await expect(page).toHaveURL('/seller/orders')
  await examineBothSizes(page)
  // A tab that is opened now shows the shop.
  const other = await page.context().newPage()
  await other.goto('/seller/orders')
  await expect(other).toHaveURL('/')
  await chooseInProfile(shop, texts, shopper, texts.logout)
  await expect(heading).toBeVisible()
})

test('logging out opens the login of the seller’s area, and its screens ask to log in again', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  // An event stream opened after the logout, or what a screen reads, would get 401, which the console logs.
  const read = ['**/api/order/seller-events', '**/api/settings/shop'].map((url) => page.waitForResponse(url))
  // So would a count of the waiting orders that the shop gets after it.
  const nothingWaits = { success: true, count: 0, toCollect: 0, toPayOut: 0 }
  await page.route('**/api/order/waiting', (route) => route.fulfill({ json: nothingWaits }))
  await openAsSeller(page, '/seller/settings')
  await Promise.all(read)
  await press(page.getByRole('button', { name: texts.logout }))
  await expect(page).toHaveURL('/seller')
  await expect(page.getByRole('heading', { level: 1, name: texts.loginTitle })).toBeVisible()
  await expect(page.getByText(texts.loggedOutNote)).toHaveCount(0)
  // A link, as in the mail about an order, leads to its screen after the login.
  await page.goto('/seller/product-list')
  await expect(page.getByRole('heading', { level: 1, name: texts.loginTitle })).toBeVisible()
  await signIn(page, texts, { here: true })
  await expect(page).toHaveURL('/seller/product-list')
  await expect(page.getByRole('heading', { level: 1, name: texts.listTitle })).toBeVisible()
})

test('the count of orders to pay out is read again for the next seller who logs in on the page', {
  tag: '@desktop',
}, async ({ page, sellerTexts: texts }) => {
  const waiting = (toPayOut: number) => ({ json: { success: true, count: 0, toCollect: 0, toPayOut } })
  await page.route('**/api/order/waiting', (route) => route.fulfill(waiting(3)))
  // What is read after the logout would get 401, which the console logs.
  const read = ['**/api/order/seller-events', '**/api/settings/shop'].map((url) => page.waitForResponse(url))
  await openAsSeller(page, '/seller/settings')
  await Promise.all(read)
  const navigation = page.getByRole('navigation', { name: 'Seller area' })
  const money = (name: string) => navigation.getByRole('link', { name, exact: true })
  await expect(money('Money Orders with money to pay out: 3')).toBeVisible()
  await press(page.getByRole('button', { name: texts.logout }))
  await expect(page).toHaveURL('/seller')

  const counting = Promise.withResolvers<void>()
  await page.route('**/api/order/waiting', async (route) => {
    await counting.promise
    await route.fulfill(waiting(2))
  })
  await signIn(page, texts, { here: true })
  await expect(money('Money')).toBeVisible()
  counting.resolve()
  await expect(money('Money Orders with money to pay out: 2')).toBeVisible()
})

test('all wrong fields of the settings are marked when they are first saved', { tag: '@desktop' }, async ({ page }) => {
  await openAsSeller(page, '/seller/settings')
  const main = page.getByRole('main')
  const wrong = { Phone: 'hello', Email: 'x@', Longitude: 'abc', 'LINE (optional)': '@shop' }
  for (const [label, value] of Object.entries(wrong)) await main.getByRole('textbox', { name: label }).fill(value)
  await press(main.getByRole('button', { name: 'Save' }))
  for (const label of Object.keys(wrong))
    await expect(main.getByRole('textbox', { name: label })).toHaveAttribute('aria-invalid', 'true')
  await expect(main.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await expect(main.getByRole('textbox', { name: 'Longitude' })).toHaveValue('abc')
  await examine(page)
})

test('a person at work reads that the role was changed, and the screens of the new one open', {
  tag: '@desktop',
}, async ({ page, seller }) => {
  const email = await joined(page, seller, 'picker')
  const { members } = await (await seller.request.get('/api/staff/list')).json()
  const { id } = members.find((member: { email: string }) => member.email === email)
  await page.goto('/seller/orders')
  const navigation = page.getByRole('navigation', { name: 'Seller area' })
  await expect(navigation.getByRole('link', { name: 'Orders' })).toBeVisible()
  const change = async (role: string) => {
    await call(seller, '/api/staff/change-role', { id, role })
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  const note = (role: string) => page.getByRole('status').filter({ hasText: `Your role is now ${role}.` })
  await change('owner')
  await expect(note('Owner')).toBeVisible()
  await press(navigation.getByRole('link', { name: 'Settings' }))
  await expect(page).toHaveURL('/seller/settings')
  // Read after the change, they would be refused, which the console logs.
  await expect(page.getByRole('main').getByRole('textbox', { name: 'Phone' })).toBeVisible()
  await change('picker')
  await expect(note('Picker')).toBeVisible()
  await expect(page).toHaveURL('/seller/orders')
  // What the screen reads once the account is removed is refused, which the console logs.
  await page.close()
  await call(seller, '/api/staff/remove', { id })
})

test('the shop’s problems are read again once settings are saved', { tag: '@desktop' }, async ({ page }) => {
  let problems = [{ code: 'sample_contact', message: 'Visitors don’t see these: phone.' }]
  await page.route('**/api/seller/health', (route) => route.fulfill({ json: { success: true, problems } }))
  await page.route('**/api/settings/shop', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    problems = []
    // Other tests use these settings, too: they stay as they are.
    const unchanged = await (await page.request.get('/api/settings/shop')).json()
    await route.fulfill({ json: { ...unchanged, message: 'Settings saved' } })
  })
  await openAsSeller(page, '/seller/settings')
  const banner = page.getByText('Visitors don’t see these: phone.')
  await expect(banner).toBeVisible()
  await press(page.getByRole('main').getByRole('button', { name: 'Save' }))
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(banner).toHaveCount(0)
})

test('text typed while a picture of the settings is uploaded stays, and Save says that it waits for the upload', {
  tag: '@desktop',
}, async ({ page }) => {
  await openAsSeller(page, '/seller/settings')
  const main = page.getByRole('main')
  const uploading = Promise.withResolvers<void>()
  await page.route('**/api/settings/picture', async (route) => {
    await uploading.promise
    await route.continue()
  })
  await main
    .locator('input[type=file]')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await bread() })
  const save = main.getByRole('button', { name: 'Save' })
  await expect(main.getByRole('status').filter({ hasText: 'Uploading the picture' })).toBeVisible()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await main.getByRole('textbox', { name: 'Phone' }).fill('02 123 4567')
  await main.getByRole('textbox', { name: 'English name', exact: true }).fill('Baan Suan')
  uploading.resolve()
  await expect(main.getByRole('button', { name: 'Remove the picture' })).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Phone' })).toHaveValue('02 123 4567')
  await expect(main.getByRole('textbox', { name: 'English name', exact: true })).toHaveValue('Baan Suan')
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
})

test('a colleague’s change of a promotion stays, and so does what was typed meanwhile', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedInSeller(page)
  const name = aName()
  const terms = { kind: 'percent', basisPoints: 500 }
  const promotion = { id: randomUUID(), name, enabled: false, firstOrder: false, terms }
  await call(page, '/api/promotion/save', { ...promotion, seen: 0 })
  await page.goto('/seller/promotions')
  await press(page.getByRole('button', { name: `Change ${name}` }))
  const percent = page.getByRole('textbox', { name: 'Percent' })
  await expect(percent).toHaveValue('5')
  await percent.fill('10')
  await call(page, '/api/promotion/save', { ...promotion, name: `${name} of May`, seen: 1 })
  const save = page.getByRole('button', { name: 'Save promotion' })
  await press(save)
  await expect(page.getByRole('alert').filter({ hasText: 'A colleague has saved this meanwhile' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'English name' })).toHaveValue(`${name} of May`)
  await expect(percent).toHaveValue('10')
  await examineBothSizes(page)
  await press(save)
  await expect(page.getByRole('button', { name: `Change ${name} of May` })).toBeVisible()
  const { promotions } = await (await page.request.get('/api/promotion/list')).json()
  expect(promotions.find(({ id }: { id: string }) => id === promotion.id)).toMatchObject({
    name: `${name} of May`,
    terms: { basisPoints: 1000 },
    version: 3,
  })
})

test('a form in whose group nothing is chosen moves to the group and its error', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedInSeller(page)
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto('/seller/promotions')
  await press(page.getByRole('button', { name: 'New promotion' }))
  await page.getByRole('textbox', { name: 'English name' }).fill('May')
  await page.getByRole('textbox', { name: 'Percent' }).fill('10')
  const goods = page.getByRole('combobox', { name: 'Off what' })
  for (const kind of ['products', 'categories']) {
    await goods.selectOption(kind)
    await press(page.getByRole('button', { name: 'Save promotion' }))
    const group = page.getByRole('main').getByRole('group').filter({ hasText: 'Choose at least one' })
    await expect(group).toHaveAccessibleDescription('Choose at least one')
    await expect(group.getByText('Choose at least one')).toBeInViewport({ ratio: 1 })
    await expect(group.getByRole(kind === 'products' ? 'searchbox' : 'checkbox').first()).toBeFocused()
  }
})

test('what is typed while a promotion or the settings are being saved stays, unsaved', { tag: '@desktop' }, async ({
  page,
}) => {
  await signedInSeller(page)
  const main = page.getByRole('main')

  await test.step('the form of a promotion stays open, and saves it over what was saved', async () => {
    const name = aName()
    const promotion = { id: randomUUID(), name, enabled: false, firstOrder: false }
    await call(page, '/api/promotion/save', { ...promotion, terms: { kind: 'percent', basisPoints: 500 }, seen: 0 })
    await page.goto('/seller/promotions')
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/promotion/save', async (route) => {
      await answered.promise
      await route.continue()
    })
    await press(page.getByRole('button', { name: `Change ${name}` }))
    const percent = page.getByRole('textbox', { name: 'Percent' })
    const save = page.getByRole('button', { name: 'Save promotion' })
    await page.getByRole('textbox', { name: 'Thai name' }).fill('ลดพฤษภาคม')
    await press(save)
    await percent.fill('10')
    answered.resolve()
    await expect(page.getByText('Promotion saved')).toBeVisible()
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await expect(percent).toHaveValue('10')
    await press(save)
    await expect(page.getByRole('button', { name: `Change ${name}` })).toBeVisible()
    const { promotions } = await (await page.request.get('/api/promotion/list')).json()
    expect(promotions.find(({ id }: { id: string }) => id === promotion.id)).toMatchObject({
      nameTh: 'ลดพฤษภาคม',
      terms: { basisPoints: 1000 },
      version: 3,
    })
  })

  await test.step('the settings show what was saved in the other fields', async () => {
    const answered = Promise.withResolvers<void>()
    await page.route('**/api/settings/shop', async (route) => {
      if (route.request().method() === 'GET') return route.continue()
      await answered.promise
      // Other tests use these settings, too: they stay as they are.
      const unchanged = await (await page.request.get('/api/settings/shop')).json()
      await route.fulfill({ json: { ...unchanged, phone: '02 765 4321', message: 'Settings saved' } })
    })
    await page.goto('/seller/settings')
    const phone = main.getByRole('textbox', { name: 'Phone' })
    const name = main.getByRole('textbox', { name: 'English name', exact: true })
    await phone.fill('027654321')
    await press(main.getByRole('button', { name: 'Save' }))
    await name.fill('Baan Suan')
    answered.resolve()
    await expect(page.getByText('Settings saved')).toBeVisible()
    await expect(phone).toHaveValue('02 765 4321')
    await expect(name).toHaveValue('Baan Suan')
  })
})

test('what is typed in the settings and in a promotion is there after the session’s end and a new login', {
  tag: '@desktop',
}, async ({ page, seller, expectConsoleErrors, sellerTexts: texts }) => {
  const name = aName()
  const terms = { kind: 'percent', basisPoints: 500 }
  const promotion = { id: randomUUID(), name, enabled: false, firstOrder: false, terms }
  await call(seller, '/api/promotion/save', { ...promotion, seen: 0 })
  const navigation = page.getByRole('navigation', { name: 'Seller area' })
  const question = page.getByRole('dialog', { name: texts.leaveTitle })
  const typedKept = page.getByRole('alert').filter({ hasText: texts.typedKept })

  await test.step('a form of settings, whose screen is open again after the login, and a new category', async () => {
    await openAsSeller(page, '/seller/settings?topic=categories')
    const main = page.getByRole('main')
    const phone = main.getByRole('textbox', { name: 'Phone' })
    const category = main.getByRole('textbox', { name: 'English name', exact: true })
    const topic = (name: string) => page.getByRole('navigation', { name: 'Topics' }).getByRole('link', { name })
    await press(main.getByRole('button', { name: 'Add category' }))
    await category.fill(name)
    await press(topic('Shop'))
    await phone.fill('02 765 4321')
    await endSessionAt(page, '/api/settings/shop')
    await press(main.getByRole('button', { name: 'Save' }))
    await expect(typedKept).toBeVisible()
    expectConsoleErrors(/status of 401/)
    await signIn(page, texts, { here: true })
    await expect(phone).toHaveValue('02 765 4321')
    await press(topic('Categories'))
    await press(main.getByRole('button', { name: 'Add category' }))
    await expect(category).toHaveValue(name)

    await press(navigation.getByRole('link', { name: 'Promotions' }))
    await press(question.getByRole('button', { name: texts.discard }))
    await expect(page.getByRole('heading', { level: 1, name: 'Promotions' })).toBeVisible()
    await press(navigation.getByRole('link', { name: 'Settings' }))
    await expect(phone).not.toHaveValue('02 765 4321')
    await press(navigation.getByRole('link', { name: 'Promotions' }))
  })

  await test.step('a promotion, also if a colleague saves it meanwhile', async () => {
    const change = page.getByRole('button', { name: `Change ${name}`, exact: true })
    const percent = page.getByRole('textbox', { name: 'Percent' })
    const save = page.getByRole('button', { name: 'Save promotion' })
    await press(change)
    await percent.fill('10')
    await endSessionAt(page, '/api/promotion/save')
    await press(save)
    await expect(typedKept).toBeVisible()
    await call(seller, '/api/promotion/save', { ...promotion, nameTh: 'ลดพฤษภาคม', seen: 1 })
    await signIn(page, texts, { here: true })
    await press(change)
    await expect(percent).toHaveValue('10')
    await press(save)
    await expect(page.getByRole('alert').filter({ hasText: 'A colleague has saved this meanwhile' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Thai name' })).toHaveValue('ลดพฤษภาคม')
    await expect(percent).toHaveValue('10')
    await press(page.getByRole('button', { name: 'Back to the list' }))
    await press(question.getByRole('button', { name: texts.discard }))
    await press(change)
    await expect(percent).toHaveValue('5')
    await press(page.getByRole('button', { name: 'Back to the list' }))
  })

  await test.step('a new promotion, after a logout', async () => {
    const field = page.getByRole('textbox', { name: 'English name' })
    await press(page.getByRole('button', { name: 'New promotion' }))
    await field.fill(`${name} new`)
    await press(page.getByRole('button', { name: texts.logout }))
    await expect(page).toHaveURL('/seller')
    await page.goBack()
    await signIn(page, texts, { here: true })
    await press(navigation.getByRole('link', { name: 'Promotions' }))
    await press(page.getByRole('button', { name: 'New promotion' }))
    await expect(field).toHaveValue(`${name} new`)
  })
})
