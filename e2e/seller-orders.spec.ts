import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { streams } from '../contract/paths/call-paths.ts'
import { loseReplies } from './lose-replies.ts'
import { aName, examine, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { press, pressAgain } from './shopper.ts'
import { addByCall, aLastName, call, movedTo, openAsSeller, sellerProduct, signedInSeller } from './test-data.ts'
import { whileFirstRead } from './while-first-read.ts'

/*
 * The seller's orders: they appear without a reload, are found, and are moved to Delivered. Each test filters by its
 * own family name, as other tests place orders too.
 */

const ordersOf = (lastName: string) => `/seller/orders?q=${lastName}`

test('the message of a step covers neither the heading nor the next step of its order', { tag: '@phone' }, async ({
  page,
  aBuyer,
  texts: { messages },
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  const order = page.getByRole('article', { name: texts.order(number) })
  const message = page.getByRole('region', { name: messages }).getByRole('status')
  for (const [index, height] of [844, 640, 740].entries()) {
    await page.setViewportSize({ width: 390, height })
    await page.goto(ordersOf(lastName))
    await press(order.getByRole('button', { name: texts.step(texts.steps[index] ?? '', number) }))
    await expect(message).toBeVisible()
    const toast = await message.evaluate((element) => element.parentElement?.getBoundingClientRect().toJSON())
    const next = order.getByRole('button', { name: texts.step(texts.steps[index + 1] ?? '', number) })
    for (const part of [order.getByRole('heading', { level: 2 }), next]) {
      const box = await part.boundingBox()
      const isBeside = box && (box.y >= toast.bottom || box.y + box.height <= toast.top)
      expect(isBeside, `${height}: ${JSON.stringify({ toast, box })}`).toBe(true)
    }
  }
})

test('an order shows everything needed to deliver it, and a list that failed can be loaded again', {
  tag: '@desktop',
}, async ({ page, aBuyer, sellerTexts: texts }) => {
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
  await expect(page.getByRole('heading', { level: 1, name: texts.ordersTitle })).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: texts.ordersFailed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await expect(page.getByRole('button', { name: texts.again })).toBeVisible()
  broken = false
  await pressAgain(page.getByRole('button', { name: texts.again }))

  await page.getByRole('searchbox', { name: texts.findOrders }).fill(lastName)
  const order = page.getByRole('article', { name: texts.order(number) })
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(order).toContainText(name)
  await expect(order).toContainText('3 ×')
  await expect(order).toContainText('750')
  await expect(order).toContainText('Side gate, ring twice')
  for (const text of ['Mali', lastName, '12 Charoen Krung Road', 'Bang Rak', 'Bangkok', '10500', 'Thailand'])
    await expect(order).toContainText(text)
  await expect(order.getByRole('link', { name: '+66 81 234 5678' })).toHaveAttribute('href', 'tel:+66812345678')
  // Three for 2.50 and 2% tax.
  await expect(order).toContainText('$7.65')
  await expect(order).toContainText(texts.cashOnDelivery)
  await expect(order).toContainText(texts.collect('$7.65'))
  await expect(order.getByRole('link', { name: '12 Charoen Krung Road' })).toHaveAttribute('href', /maps.*Charoen/)
  await press(order.getByRole('button', { name: texts.step(texts.details, number) }))
  for (const text of [texts.pending, '$7.50', '$0.15']) await expect(order).toContainText(text)
  await examineBothSizes(page)

  // In print: what packer and rider need, and no controls.
  await page.emulateMedia({ media: 'print' })
  await expect(order.getByText('Side gate, ring twice')).toBeVisible()
  await expect(order.getByText(name)).toBeVisible()
  // With its day: what was printed today may be packed tomorrow.
  await expect(order.getByText(texts.today).filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0)
  await expect(page.getByRole('link', { name: texts.listLink }).filter({ visible: true })).toHaveCount(0)
  await page.emulateMedia({ media: null })

  // The skip link leads past menus and filters: the next tab stop is in the first order.
  await page.reload()
  await expect(order).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: texts.skip })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(order.locator(':focus')).toHaveCount(1)
})

test('a new order appears without a reload, is announced and rings; while scrolled down it waits behind a button', async ({
  page,
  aBuyer,
  sellerTexts: texts,
}) => {
  await countTones(page)
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(lastName)
  await page.goto(ordersOf(lastName))
  await expect(page.getByRole('heading', { name: texts.nothingFound })).toBeVisible()
  // Browsers play sounds only after a press on the page.
  await expect(page.getByText(texts.silent)).toBeVisible()
  await press(page.getByRole('searchbox', { name: texts.findOrders }))
  await expect(page.getByText(texts.silent)).toHaveCount(0)

  const first = await buyer.buy(product, 1)
  await expect(page.getByRole('article', { name: texts.order(first) })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: texts.arrived(first) })).toBeAttached()
  // Orders of other tests ring too.
  await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(2)
  await examine(page)

  for (let count = 2; count <= 6; count++) {
    await buyer.buy(product, 1)
    await expect(page.getByRole('article')).toHaveCount(count)
  }
  const oldest = page.getByRole('article', { name: texts.order(first) })
  await oldest.scrollIntoViewIfNeeded()
  const before = await oldest.boundingBox()
  await buyer.buy(product, 1)
  const newest = await buyer.buy(product, 1)
  const waiting = page.getByRole('button', { name: texts.waiting(2) })
  await expect(waiting).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(6)
  expect((await oldest.boundingBox())?.y).toBe(before?.y)
  await press(waiting)
  await expect(page.getByRole('article')).toHaveCount(8)
  await expect(page.getByRole('article').first()).toHaveAccessibleName(texts.order(newest))
  await expect(page.getByRole('article').first()).toBeInViewport()
  await expect(waiting).toHaveCount(0)
})

test('tabs share one event stream, which the next tab takes over', { tag: '@desktop' }, async ({ page, aBuyer }) => {
  const [name, lastName] = [aName(), aLastName()]
  let streams = 0
  page.context().on('request', (request) => {
    if (request.url().endsWith('/api/order/seller-events')) streams += 1
  })
  await openAsSeller(page, ordersOf(lastName))
  const product = await addByCall(page, name)
  const buyer = await aBuyer(lastName)
  const other = await page.context().newPage()
  await other.goto(ordersOf(lastName))
  const ordersIn = (tab: Page) => tab.getByRole('article').filter({ hasText: lastName })
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await buyer.buy(product, 1)
  for (const tab of [page, other]) await expect(ordersIn(tab)).toHaveCount(1)
  expect(streams).toBe(1)
  await page.close()
  await expect.poll(() => streams).toBe(2)
  await buyer.buy(product, 2)
  await expect(ordersIn(other)).toHaveCount(2)
})

test('an order placed while the list is loading appears and rings', {
  tag: '@desktop',
}, async ({ page, aBuyer, sellerTexts: texts }) => {
  await countTones(page)
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(lastName)
  let number = 0
  await whileFirstRead(page, { read: '/api/order/seller', stream: '/api/order/seller-events' }, async () => {
    await press(page.getByRole('searchbox', { name: texts.findOrders }))
    number = await buyer.buy(product, 1)
  })
  await page.goto(ordersOf(lastName))
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('status').filter({ hasText: texts.arrived(number) })).toBeAttached()
  await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(2)
})

test('the sound can be turned off and stays off after a reload', { tag: '@desktop' }, async ({
  page,
  sellerTexts: texts,
}) => {
  await openAsSeller(page, '/seller/orders')
  const sound = page.getByRole('button', { name: texts.sound })
  await expect(sound).toHaveAttribute('aria-pressed', 'true')
  await press(sound)
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await page.reload()
  await expect(sound).toHaveAttribute('aria-pressed', 'false')
  await expect(page.getByText(texts.silent)).toHaveCount(0)
})

test('an order moves step by step to Delivered, and is paid then', async ({ page, aBuyer, sellerTexts: texts }) => {
  // The reply to a tap is what changes the button: on a busy machine the stream could, long before the second tap.
  await page.route(`**${streams.seller}*`, () => {})
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: texts.order(number) })
  await expect(order).toContainText(texts.placed)
  const steps: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/order/take-step') && steps.push(request.url()))
  const confirm = order.getByRole('button', { name: texts.step(texts.steps[0] ?? '', number) })
  await confirm.scrollIntoViewIfNeeded()
  const box = await confirm.boundingBox()
  const [x, y] = [(box?.x ?? 0) + 30, (box?.y ?? 0) + 20]
  const tap = () => (test.info().project.use.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
  // The second tap of a double tap does nothing, even if a busy page handles it a second later: the page does nothing
  // else, from the reply to the first tap until a second after the second one was sent.
  await page.evaluate((reply) => {
    const busyOnce = new MutationObserver(() => {
      if (!document.body.textContent.includes(reply)) return
      busyOnce.disconnect()
      const request = new XMLHttpRequest()
      request.open('GET', '/busy', false)
      request.send()
    })
    busyOnce.observe(document.body, { childList: true, subtree: true })
  }, texts.orderUpdated)
  const tapped = Promise.withResolvers<void>()
  await page.route('/busy', async (route) => {
    tap().then(tapped.resolve, tapped.reject)
    // The time is the subject: a page that handles the tap so much later.
    await setTimeout(1500)
    await route.fulfill({ body: '' })
  })
  await tap()
  await tapped.promise
  await expect(page.getByText(texts.orderUpdated)).toBeVisible()
  await expect(order.getByRole('button', { name: texts.step(texts.steps[1] ?? '', number) })).toBeEnabled()
  expect(steps).toHaveLength(1)
  // The focus stays on the button, so that Enter can be pressed for each step.
  for (const action of texts.steps.slice(1)) {
    const next = order.getByRole('button', { name: texts.step(action, number) })
    await expect(next).toBeFocused()
    await expect(next).toBeEnabled()
    await next.press('Enter')
  }
  const question = page.getByRole('dialog', { name: texts.deliverTitle(number) })
  await expect(question).toContainText(texts.cash('$2.55'))
  await examine(page)
  const delivered = page.waitForResponse('**/api/order/take-step')
  await press(question.getByRole('button', { name: texts.steps[3] ?? '' }))
  await delivered
  const undo = page.getByRole('button', { name: texts.undo, exact: true })
  // With the focus on its button the message stays.
  await undo.focus()
  await expect(order).toContainText(texts.delivered)
  await expect(order).toContainText(texts.paid)
  const shopOrder = async () => (await (await buyer.request.get('/api/order/user')).json()).orders[0]
  await expect.poll(shopOrder).toMatchObject({ number, status: 'Delivered', isPaid: true })

  await expect(undo).toBeFocused()
  await press(order.getByRole('button', { name: texts.step(texts.undoDelivered, number) }))
  const asked = page.getByRole('dialog', { name: texts.undoDeliveredTitle(number) })
  await examine(page)
  await press(asked.getByRole('button', { name: texts.undoDelivered }))
  await expect(order).toContainText(texts.outForDelivery)
  // The toast's undo is gone, since the step was undone.
  expect(await undo.count()).toBe(0)
  await page.reload()
  await expect(order).toContainText(texts.outForDelivery)
  await expect(order).toContainText(texts.collect('$2.55'))
  await press(order.getByRole('button', { name: texts.step(texts.details, number) }))
  await expect(order).toContainText(texts.deliveredUndone)
  await expect.poll(shopOrder).toMatchObject({ status: 'Out for delivery', isPaid: false })
})

test('cancelling an order asks first and returns its pieces to stock', { tag: '@desktop' }, async ({
  page,
  aBuyer,
  sellerTexts: texts,
}) => {
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
    await page.request.post('/api/order/take-step', { data: { id, from, status } })
  const number = await buyer.buy(product, 2)
  await page.goto(ordersOf(lastName))
  // The message about another order offers to undo its delivery.
  await press(page.getByRole('button', { name: texts.step(texts.steps[3] ?? '', earlier) }))
  await press(page.getByRole('dialog').getByRole('button', { name: texts.steps[3] ?? '' }))
  const undo = page.getByRole('button', { name: texts.undo, exact: true })
  await expect(page.getByRole('status').filter({ hasText: String(earlier) })).toBeVisible()
  await expect(undo).toBeVisible()
  const order = page.getByRole('article', { name: texts.order(number) })
  const cancel = order.getByRole('button', { name: texts.step(texts.cancel, number) })
  const question = page.getByRole('dialog', { name: texts.cancelTitle(number) })
  await press(cancel)
  await expect(question.getByRole('button', { name: texts.keepOrder })).toBeFocused()
  await examineBothSizes(page)
  await press(question.getByRole('button', { name: texts.keepOrder }))
  await expect(question).toHaveCount(0)
  await expect(order).toContainText(texts.placed)
  expect((await sellerProduct(page, product)).stock).toBe(3)

  await press(cancel)
  await press(question.getByRole('button', { name: texts.cancelOrder, exact: true }))
  await expect(order).toContainText(texts.cancelled)
  await expect(page.getByRole('status').filter({ hasText: String(number) })).toBeVisible()
  expect(await undo.count()).toBe(0)
  await expect(order).toContainText(texts.nothingToCollect)
  await expect(cancel).toHaveCount(0)
  await expect.poll(async () => (await sellerProduct(page, product)).stock).toBe(5)
})

test('a refused step is reverted; an order is read again after another seller’s step or a lost reply', {
  tag: '@desktop',
}, async ({ page, aBuyer, sellerTexts: texts, expectConsoleErrors }) => {
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: texts.order(number) })
  const confirm = order.getByRole('button', { name: texts.step(texts.steps[0] ?? '', number) })
  const message = 'The shop is counting'
  await page.route('**/api/order/take-step', (route) =>
    route.fulfill({ json: { success: false, code: 'unavailable', message } }),
  )
  await press(confirm)
  await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible()
  await expect(order).toContainText(texts.placed)
  await expect(confirm).toBeEnabled()

  await page.unroute('**/api/order/take-step')
  await page.route('**/api/order/take-step', async (route) => {
    // Another seller is faster.
    await page.request.post('/api/order/take-step', { data: route.request().postDataJSON() })
    await route.continue()
  })
  await confirm.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: texts.moved })).toBeVisible()
  await expect(order).toContainText(texts.confirmed)
  const pack = order.getByRole('button', { name: texts.step(texts.steps[1] ?? '', number) })
  await expect(pack).toBeEnabled()

  // The step is made, but the reply is lost.
  await page.unroute('**/api/order/take-step')
  await loseReplies(page, '/api/order/take-step', 1)
  await pack.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: texts.orderUpdated })).toBeVisible()
  await expect(order.getByRole('button', { name: texts.step(texts.steps[2] ?? '', number) })).toBeVisible()
  await expect(page.getByRole('alert').filter({ visible: true })).toHaveCount(0)

  // Delivered elsewhere, it is no longer to do: its card stays, and says that it is paid.
  await page.goto(`/seller/orders?view=todo&q=${lastName}`)
  await expect(order).toContainText(texts.steps[2] ?? '')
  const [{ _id: id }] = (await (await page.request.get(`/api/order/seller?q=${lastName}`)).json()).orders
  const states = ['Packing', 'Out for delivery', 'Delivered']
  for (const [index, from] of states.slice(0, -1).entries())
    await page.request.post('/api/order/take-step', { data: { id, from, status: states[index + 1] } })
  await expect(order).toContainText(texts.paid)
  expectConsoleErrors(/ERR_FAILED/)
})

test('orders are found by name, number and status, and Back undoes a filter', { tag: '@desktop' }, async ({
  page,
  aBuyer,
  sellerTexts: texts,
}) => {
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName())
  const buyer = await aBuyer(lastName)
  const [first, second] = [await buyer.buy(product, 1), await buyer.buy(product, 2)]
  await page.goto('/seller/orders')
  const search = page.getByRole('searchbox', { name: texts.findOrders })
  await search.fill(lastName)
  await expect(page.getByRole('article')).toHaveCount(2)
  await press(page.getByRole('button', { name: texts.step(texts.steps[0] ?? '', first) }))
  await expect(page.getByRole('article', { name: texts.order(first) })).toContainText(texts.confirmed)
  await press(page.getByRole('navigation', { name: texts.states }).getByRole('link', { name: texts.confirmed }))
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveAccessibleName(texts.order(first))
  await page.reload()
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.goBack()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(search).toHaveValue(lastName)

  await search.fill(`#${second}`)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByRole('article')).toHaveAccessibleName(texts.order(second))
  await search.fill(`${lastName}x`)
  await expect(page.getByRole('heading', { name: texts.nothingFound })).toBeVisible()
  await examineBothSizes(page)
  await page.getByRole('link', { name: texts.showAllOrders }).press('Enter')
  await expect(page).toHaveURL('/seller/orders?view=all')
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a press does nothing if another seller’s step changed the button after the press began', {
  tag: '@desktop',
}, async ({ page, aBuyer, sellerTexts: texts }) => {
  await signedInSeller(page)
  const lastName = aLastName()
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(await addByCall(page, aName()), 1)
  const id = await movedTo(page, number, 'Packing')
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: texts.order(number) })
  const step = (index: number) => order.getByRole('button', { name: texts.step(texts.steps[index] ?? '', number) })
  await step(2).scrollIntoViewIfNeeded()
  const box = await step(2).boundingBox()
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 20)
  await page.mouse.down()
  await call(page, '/api/order/take-step', { id, from: 'Packing', status: 'Out for delivery' })
  await expect(step(3)).toBeVisible()
  await page.mouse.up()
  await expect(
    page.getByRole('alert').filter({ hasText: texts.orderIsNow(number, texts.outForDelivery) }),
  ).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const shopOrder = (await (await buyer.request.get('/api/order/user')).json()).orders[0]
  expect(shopOrder).toMatchObject({ number, status: 'Out for delivery', isPaid: false })
})

test('an open dialog follows its order: a lowered sum to collect, and an undone delivery', {
  tag: '@desktop',
}, async ({ page, aBuyer, sellerTexts: texts }) => {
  await signedInSeller(page)
  const lastName = aLastName()
  const product = await addByCall(page, aName(), { price: 100, offerPrice: 100 })
  const buyer = await aBuyer(lastName)
  const number = await buyer.buy(product, 2)
  const id = await movedTo(page, number, 'Out for delivery')
  await page.goto(ordersOf(lastName))
  const order = page.getByRole('article', { name: texts.order(number) })
  const steps: unknown[] = []
  page.on('request', (request) => request.url().endsWith('/api/order/take-step') && steps.push(request.postDataJSON()))
  await press(order.getByRole('button', { name: texts.step(texts.steps[3] ?? '', number) }))
  const question = page.getByRole('dialog', { name: texts.deliverTitle(number) })
  await expect(question).toContainText(texts.cash('$204.00'))
  const yes = question.getByRole('button', { name: texts.steps[3] ?? '' })
  await expect(yes).toBeEnabled()
  const box = await yes.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 20)
  await page.mouse.down()
  const lines = [{ product, quantity: 1 }]
  await call(page, '/api/order/refund', { id, lines, reason: 'missing', seen: { reduction: 0 } })
  await expect(question.getByRole('alert')).toHaveText('Changed: now $102.00 (was $204.00).')
  await page.mouse.up()
  await expect(question).toContainText(texts.cash('$102.00'))
  await expect(yes).toBeEnabled()
  expect(steps).toEqual([])
  await examineBothSizes(page)
  await press(yes)
  await expect(order).toContainText(texts.delivered)
  expect(steps).toEqual([{ id, from: 'Out for delivery', status: 'Delivered', toCollect: 102 }])

  // Another seller undoes the delivery while it is asked about here: the step before it stays.
  await press(order.getByRole('button', { name: texts.step(texts.undoDelivered, number) }))
  const asked = page.getByRole('dialog', { name: texts.undoDeliveredTitle(number) })
  await call(page, '/api/order/undo-step', { id })
  const behind = page.getByRole('article', { includeHidden: true })
  await expect(behind.filter({ hasText: texts.outForDelivery })).toBeVisible()
  const refused = page.waitForResponse('**/api/order/undo-step')
  await press(asked.getByRole('button', { name: texts.undoDelivered }))
  expect(await (await refused).json()).toMatchObject({ success: false, code: 'status_changed' })
  await expect(order).toContainText(texts.outForDelivery)
})

test('a new order rings and is counted on every screen, and an expired session says that it no longer will', async ({
  page,
  aBuyer,
  sellerTexts: texts,
  expectConsoleErrors,
}) => {
  await countTones(page)
  await signedInSeller(page)
  const buyer = await aBuyer(aLastName())
  const product = await addByCall(page, aName())
  await page.goto('/seller/product-list')
  await press(page.getByRole('searchbox', { name: texts.search }))
  await buyer.buy(product, 1)
  await expect(page.getByRole('link', { name: texts.waitingOrders })).toBeVisible()
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect.poll(() => tones(page)).toBeGreaterThanOrEqual(2)

  const before = await tones(page)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.request.get('/api/seller/logout')
  await buyer.buy(product, 1)
  await expect(page.getByRole('alert').filter({ hasText: texts.loggedOutNote })).toBeInViewport()
  await expect.poll(() => tones(page)).toBeGreaterThan(before)
  await expect(page).not.toHaveTitle(/^\(/)
  await examine(page)
  expectConsoleErrors(/status of 401/)
})

/**
 * Counts the tones that the page plays. Makes evaluated scripts not count as user activation, as they would otherwise.
 */
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
