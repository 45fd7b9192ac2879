import type { Page } from '@playwright/test'
import { whileFirstRead } from './late-answer.ts'
import {
  addByCall,
  aLastName,
  aName,
  examine,
  openAsSeller,
  sellerProduct,
  sellerWords,
  signedInSeller,
} from './seller.ts'
import { expect, test } from './shop-test.ts'
import { call, press } from './shopper.ts'

/*
 * Orders come by themselves, are found, and go their way to Delivered. Each test looks for a family name of its own:
 * others are being placed meanwhile.
 */

test.use({ contextOptions: { reducedMotion: 'reduce' } })

const ordersOf = (lastName: string) => `/seller/orders?q=${lastName}`

test('an order shows all that delivering it takes, and a list that failed can be read again', async ({
  page,
  aBuyer,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const [name, lastName] = [aName(), aLastName()]
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, name, { Weight: '750 ml' }), 3)

  let broken = true
  const message = 'The shop is counting'
  await page.route('**/api/order/seller?*', (route) =>
    broken ? route.fulfill({ json: { success: false, code: 'broken', message } }) : route.continue(),
  )
  await page.goto('/seller/orders')
  await expect(page.getByRole('heading', { level: 1, name: say.ordersTitle })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: say.ordersFailed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  broken = false
  await press(page.getByRole('button', { name: say.again }))

  await page.getByRole('searchbox', { name: say.findOrders }).fill(lastName)
  const order = page.getByRole('article', { name: say.order(number) })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(order).toContainText(name)
  await expect(order).toContainText('3 ×')
  await expect(order).toContainText('750')
  await expect(order).toContainText('Side gate, ring twice')
  for (const words of ['Mali', lastName, '12 Charoen Krung Road', 'Bang Rak', 'Bangkok', '10500', 'Thailand'])
    await expect(order).toContainText(words)
  await expect(order.getByRole('link', { name: '+66 81 234 5678' })).toHaveAttribute('href', 'tel:+66812345678')
  // Three for 2.50 and 2% tax.
  await expect(order).toContainText('$7.65')
  await expect(order).toContainText('COD')
  await expect(order).toContainText(say.collect('$7.65'))
  await expect(order.getByRole('link', { name: '12 Charoen Krung Road' })).toHaveAttribute('href', /maps.*Charoen/)
  await press(order.getByRole('button', { name: say.step(say.details, number) }))
  for (const words of [say.pending, '$7.50', '$0.15']) await expect(order).toContainText(words)
  await examine(page)

  // On paper: what the packer and the rider read, and nothing to press.
  await page.emulateMedia({ media: 'print' })
  await expect(order.getByText('Side gate, ring twice')).toBeVisible()
  await expect(order.getByText(name)).toBeVisible()
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: say.listLink }).filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: null })

  // By keyboard past the menus and filters: the next stop is in the first order.
  await page.reload()
  await expect(order).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: say.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(order.locator(':focus')).toHaveCount(1)
})

test('a new order appears by itself, is announced and rings; while scrolled down it waits behind a button', async ({
  page,
  aBuyer,
  say: { language },
}) => {
  const say = sellerWords(language)
  await countTones(page)
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(lastName)
  await page.goto(ordersOf(lastName))
  await expect(page.getByRole('heading', { name: say.nothingFound })).toBeVisible()
  // A press anywhere lets the browser make sounds.
  await expect(page.getByText(say.silent)).toBeVisible()
  await press(page.getByRole('searchbox', { name: say.findOrders }))
  await expect(page.getByText(say.silent)).toHaveCount(0)

  const first = await buyer.buy(product, 1)
  await expect(page.getByRole('article', { name: say.order(first) })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: say.arrived(first) })).toBeAttached()
  // Others order in the same shop meanwhile, and are heard as well.
  await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(2)
  await examine(page)

  for (let count = 2; count <= 6; count++) {
    await buyer.buy(product, 1)
    await expect(page.getByRole('article')).toHaveCount(count)
  }
  const oldest = page.getByRole('article', { name: say.order(first) })
  await oldest.scrollIntoViewIfNeeded()
  const before = await oldest.boundingBox()
  await buyer.buy(product, 1)
  const newest = await buyer.buy(product, 1)
  const waiting = page.getByRole('button', { name: say.waiting(2) })
  await expect(waiting).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)
  expect((await oldest.boundingBox())?.y).toBe(before?.y)
  await press(waiting)
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('article').first()).toHaveAccessibleName(say.order(newest))
  await expect(page.getByRole('article').first()).toBeInViewport()
  await expect(waiting).toHaveCount(0)
})

test('an order that is placed while the list is being read comes and is heard, though nothing else happens', {
  tag: '@desktop',
}, async ({ page, aBuyer, say: { language } }) => {
  const say = sellerWords(language)
  await countTones(page)
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(lastName)
  let number = 0
  await whileFirstRead(page, { read: '/api/order/seller', stream: '/api/order/seller-events' }, async () => {
    await press(page.getByRole('searchbox', { name: say.findOrders }))
    number = await buyer.buy(product, 1)
  })
  await page.goto(ordersOf(lastName))
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: say.arrived(number) })).toBeAttached()
  await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(2)
})

test('the sound is turned off, and stays off', { tag: '@desktop' }, async ({ page, say: { language } }) => {
  const say = sellerWords(language)
  await openAsSeller(page, '/seller/orders')
  const sound = page.getByRole('button', { name: say.sound })
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  await press(sound)
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(say.silent)).toHaveCount(0)
})

test('an order goes step by step to Delivered, and is paid by then', async ({ page, aBuyer, say: { language } }) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: say.order(number) })
  await expect(order).toContainText(say.placed)
  // The second tap of a double tap meant the same step, also on a page so slow that it is handled a second later.
  const moves: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/order/move') && moves.push(request.url()))
  await page.evaluate((reply) => {
    const busyOnce = new MutationObserver(() => {
      if (!document.body.textContent.includes(reply)) return
      busyOnce.disconnect()
      console.debug('busy')
      const until = performance.now() + 1500
      while (performance.now() < until);
    })
    busyOnce.observe(document.body, { childList: true, subtree: true })
  }, say.orderUpdated)
  const confirm = order.getByRole('button', { name: say.step(say.steps[0] ?? '', number) })
  await confirm.scrollIntoViewIfNeeded()
  const place = await confirm.boundingBox()
  const [x, y] = [(place?.x ?? 0) + 30, (place?.y ?? 0) + 20]
  const tap = () => (test.info().project.use.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  const busy = page.waitForEvent('console', (said) => said.text() === 'busy')
  await tap()
  await busy
  await tap()
  await expect(page.getByText(say.orderUpdated)).toBeVisible()
  await expect(order.getByRole('button', { name: say.step(say.steps[1] ?? '', number) })).toBeEnabled()
  expect(moves).toHaveLength(1)
  // The focus stays on the button, so that Enter takes one step after the other.
  for (const action of say.steps.slice(1)) {
    const next = order.getByRole('button', { name: say.step(action, number) })
    await expect(next).toBeFocused()
    await expect(next).toBeEnabled()
    await next.press('Enter')
  }
  const question = page.getByRole('dialog', { name: say.deliverTitle(number) })
  await expect(question).toContainText(say.cash('$2.55'))
  await examine(page)
  await press(question.getByRole('button', { name: say.steps[3] ?? '' }))
  await expect(order).toContainText(say.delivered)
  await expect(order).toContainText(say.paid)
  const shopOrder = async () => (await (await buyer.request.get('/api/order/user')).json()).orders[0]
  await expect.poll(shopOrder).toMatchObject({ number, status: 'Delivered', isPaid: true })

  const undo = page.getByRole('button', { name: say.undo, exact: true })
  await expect(undo).toBeVisible()
  await press(order.getByRole('button', { name: say.step(say.undeliver, number) }))
  await expect(order).toContainText(say.outForDelivery)
  // It offered to undo what has been undone.
  expect(await undo.count()).toBe(0)
  await page.reload()
  await expect(order).toContainText(say.outForDelivery)
  await expect(order).toContainText(say.collect('$2.55'))
  await press(order.getByRole('button', { name: say.step(say.details, number) }))
  await expect(order).toContainText(say.undelivered)
  await expect.poll(shopOrder).toMatchObject({ status: 'Out for delivery', isPaid: false })
})

test('an order is cancelled after a question, and its pieces are back in stock', async ({
  page,
  aBuyer,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName(), { stock: 5 })
  const buyer = await aBuyer(lastName)
  const earlier = await buyer.buy(await addByCall(page, aName()), 1)
  const [{ _id: id }] = (await (await buyer.request.get('/api/order/user')).json()).orders
  for (const [from, status] of [
    ['Order Placed', 'Confirmed'],
    ['Confirmed', 'Packing'],
    ['Packing', 'Out for delivery'],
  ])
    await page.request.post('/api/order/move', { data: { id, from, status } })
  const number = await buyer.buy(product, 2)
  await page.goto(ordersOf(lastName))
  // The message about another order offers to undo its delivery.
  await press(page.getByRole('button', { name: say.step(say.steps[3] ?? '', earlier) }))
  await press(page.getByRole('dialog').getByRole('button', { name: say.steps[3] ?? '' }))
  const undo = page.getByRole('button', { name: say.undo, exact: true })
  await expect(page.getByRole('status').filter({ hasText: String(earlier) })).toBeVisible()
  await expect(undo).toBeVisible()
  const order = page.getByRole('article', { name: say.order(number) })
  const cancel = order.getByRole('button', { name: say.step(say.cancel, number) })
  const question = page.getByRole('dialog', { name: say.cancelTitle(number) })
  await press(cancel)
  await expect(question.getByRole('button', { name: say.keepOrder })).toBeFocused()
  await examine(page)
  await press(question.getByRole('button', { name: say.keepOrder }))
  await expect(question).toHaveCount(0)
  await expect(order).toContainText(say.placed)
  expect((await sellerProduct(page, product)).stock).toBe(3)

  await press(cancel)
  await press(question.getByRole('button', { name: say.cancelOrder, exact: true }))
  await expect(order).toContainText(say.cancelled)
  await expect(page.getByRole('status').filter({ hasText: String(number) })).toBeVisible()
  expect(await undo.count()).toBe(0)
  await expect(order).toContainText(say.nothingToCollect)
  await expect(cancel).toHaveCount(0)
  await expect.poll(async () => (await sellerProduct(page, product)).stock).toBe(5)
})

test('a refused step is reverted, another seller’s step is shown, and a lost response is looked up', {
  tag: '@desktop',
}, async ({ page, aBuyer, say: { language }, expectConsoleErrors }) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: say.order(number) })
  const confirm = order.getByRole('button', { name: say.step(say.steps[0] ?? '', number) })
  const message = 'The shop is counting'
  await page.route('**/api/order/move', (route) =>
    route.fulfill({ json: { success: false, code: 'unavailable', message } }),
  )
  await press(confirm)
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(order).toContainText(say.placed)
  await expect(confirm).toBeEnabled()

  await page.unroute('**/api/order/move')
  await page.route('**/api/order/move', async (route) => {
    // The colleague is a moment faster.
    await page.request.post('/api/order/move', { data: route.request().postDataJSON() })
    await route.continue()
  })
  await confirm.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: say.moved })).toBeVisible()
  await expect(order).toContainText(say.confirmed)
  const pack = order.getByRole('button', { name: say.step(say.steps[1] ?? '', number) })
  await expect(pack).toBeEnabled()

  // The shop takes the step, and its answer is lost on the way.
  await page.unroute('**/api/order/move')
  await page.route(
    '**/api/order/move',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await pack.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: say.orderUpdated })).toBeVisible()
  await expect(order.getByRole('button', { name: say.step(say.steps[2] ?? '', number) })).toBeVisible()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)
  expectConsoleErrors(/ERR_CONNECTION_RESET/)
})

test('orders are found by name, number and status, and Back takes a filter back', async ({
  page,
  aBuyer,
  say: { language },
}) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(lastName)
  const [first, second] = [await buyer.buy(product, 1), await buyer.buy(product, 2)]
  await page.goto('/seller/orders')
  const search = page.getByRole('searchbox', { name: say.findOrders })
  await search.fill(lastName)
  await expect(page.getByRole('article')).toHaveCount(2)
  await press(page.getByRole('button', { name: say.step(say.steps[0] ?? '', first) }))
  await expect(page.getByRole('article', { name: say.order(first) })).toContainText(say.confirmed)
  await press(page.getByRole('navigation', { name: say.states }).getByRole('link', { name: say.confirmed }))
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveAccessibleName(say.order(first))
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(search).toHaveValue(lastName)

  await search.fill(`#${second}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveAccessibleName(say.order(second))
  await search.fill(`${lastName}x`)
  await expect(page.getByRole('heading', { name: say.nothingFound })).toBeVisible()
  await examine(page)
  await page.getByRole('link', { name: say.showAllOrders }).press('Enter')
  await expect(page).toHaveURL('/seller/orders?view=all')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a press means what the button showed when it began: a colleague’s step in between makes it do nothing', {
  tag: '@desktop',
}, async ({ page, aBuyer, say: { language } }) => {
  const say = sellerWords(language)
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  const { orders } = await (await page.request.get('/api/order/seller', { params: { q: `#${number}` } })).json()
  const move = (from: string, status: string) => call(page, '/api/order/move', { id: orders[0]._id, from, status })
  await move('Order Placed', 'Confirmed')
  await move('Confirmed', 'Packing')
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: say.order(number) })
  const step = (at: number) => order.getByRole('button', { name: say.step(say.steps[at] ?? '', number) })
  await step(2).scrollIntoViewIfNeeded()
  const place = await step(2).boundingBox()
  await page.mouse.move((place?.x ?? 0) + 30, (place?.y ?? 0) + 20)
  await page.mouse.down()
  await move('Packing', 'Out for delivery')
  await expect(step(3)).toBeVisible()
  await page.mouse.up()
  await expect(page.getByRole('alert').filter({ hasText: say.orderIsNow(number, say.outForDelivery) })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const shopOrder = (await (await buyer.request.get('/api/order/user')).json()).orders[0]
  expect(shopOrder).toMatchObject({ number, status: 'Out for delivery', isPaid: false })
})

test('a new order is heard and counted on every screen, and a session that ended says that it no longer is', async ({
  page,
  aBuyer,
  say: { language },
  expectConsoleErrors,
}) => {
  const say = sellerWords(language)
  await countTones(page)
  await signedInSeller(page)
  const buyer = await aBuyer(aLastName())
  const product = await addByCall(page, aName())
  await page.goto('/seller/product-list')
  await press(page.getByRole('searchbox', { name: say.search }))
  await buyer.buy(product, 1)
  await expect(page.getByRole('link', { name: say.waitingOrders })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(2)

  const before = await tones(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.request.get('/api/seller/logout')
  await buyer.buy(product, 1)
  await expect(page.getByRole('alert').filter({ hasText: say.loggedOutNote })).toBeInViewport()
  await expect.poll(() => tones(page)).toBeGreaterThan(before)
  await expect(page).not.toHaveTitle(/^\(/)
  await examine(page)
  expectConsoleErrors(/status of 401/)
})

/** Notes each tone that the page makes. What the tests do to a page counts as a press for the browser; here it doesn't. */
async function countTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let pressed = false
    for (const event of ['mousedown', 'touchstart']) addEventListener(event, () => (pressed = true), { capture: true })
    Object.defineProperty(navigator, 'userActivation', {
      value: {
        get hasBeenActive() {
          return pressed
        },
      },
    })
    const { start } = OscillatorNode.prototype
    const noted = window as unknown as { tones: number }
    noted.tones = 0
    OscillatorNode.prototype.start = function (when) {
      noted.tones += 1
      return start.call(this, when)
    }
  })
}

const tones = (page: Page) => page.evaluate(() => (window as unknown as { tones: number }).tones)
