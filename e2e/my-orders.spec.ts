import type { Page } from '@playwright/test'
import type { Order } from '../contract/entities.ts'
import { whileFirstRead } from './late-answer.ts'
import { addByCall, aName, examine } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { type Caller, call, press, savedAddress, signedInShopper } from './shopper.ts'

/*
 * A shopper watches an order come: the seller moves it along elsewhere, and the page that is open follows.
 */

const english = {
  title: 'My Orders',
  order: (number: number) => `Order ${number}`,
  confirmed: 'Confirmed',
  packing: 'Packing',
  outForDelivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  nothingToPay: 'The order was cancelled. There is nothing to pay.',
  cash: 'Cash On Delivery',
  pending: 'Pending',
  paid: 'Paid',
  older: 'Show older orders',
  failed: 'Your orders could not be loaded',
  again: 'Try again',
  buyAgain: (number: number) => `Buy again: order ${number}`,
}

const thai: typeof english = {
  title: 'คำสั่งซื้อของฉัน',
  order: (number) => `คำสั่งซื้อ ${number}`,
  confirmed: 'ร้านยืนยันแล้ว',
  packing: 'กำลังเตรียมสินค้า',
  outForDelivery: 'กำลังจัดส่ง',
  delivered: 'จัดส่งสำเร็จ',
  cancelled: 'ยกเลิกแล้ว',
  nothingToPay: 'คำสั่งซื้อถูกยกเลิกแล้ว คุณไม่ต้องจ่ายอะไร',
  cash: 'เก็บเงินปลายทาง',
  pending: 'จ่ายเมื่อรับของ',
  paid: 'ชำระแล้ว',
  older: 'แสดงคำสั่งซื้อก่อนหน้า',
  failed: 'โหลดคำสั่งซื้อไม่สำเร็จ',
  again: 'ลองใหม่',
  buyAgain: (number) => `ซื้ออีกครั้ง: คำสั่งซื้อ ${number}`,
}

const wordsOf = (language: string) => (language === 'th' ? thai : english)

// Half faded in, words have too little contrast for as long as that lasts.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a shopper watches an order go its way to Delivered without touching the page', async ({
  page,
  seller,
  say: { language },
}) => {
  const say = wordsOf(language)
  const order = await anOrder(page, seller)
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: say.order(order.number) })
  await expect(card).toContainText(`${say.cash} · ${say.pending}`)
  await markPage(page)
  // The page listens before anything happens.
  await page.waitForLoadState('load')

  await move(seller, order, 'Order Placed', 'Confirmed')
  const told = (state: string) => page.getByRole('status').filter({ hasText: `${say.order(order.number)}: ${state}` })
  await expect(told(say.confirmed)).toBeAttached()
  await expect(card.getByRole('listitem').filter({ hasText: say.confirmed })).toHaveAttribute('aria-current', 'step')
  await move(seller, order, 'Confirmed', 'Packing')
  await expect(told(say.packing)).toBeAttached()
  await move(seller, order, 'Packing', 'Out for delivery')
  await expect(told(say.outForDelivery)).toBeAttached()
  await move(seller, order, 'Out for delivery', 'Delivered')
  await expect(card.getByTitle('Delivered', { exact: true })).toBeVisible()
  await expect(card).toContainText(`${say.cash} · ${say.paid}`)
  for (const state of [say.confirmed, say.packing, say.outForDelivery, say.delivered])
    await expect(card.getByRole('listitem').filter({ hasText: state }).getByRole('time')).toBeVisible()
  await expectSamePage(page)
  await examine(page)
})

test('what happens while the orders are being read shows, though nothing else happens', { tag: '@phone' }, async ({
  page,
  seller,
  say: { language },
}) => {
  const say = wordsOf(language)
  const order = await anOrder(page, seller)
  await whileFirstRead(page, { read: '/api/order/user', stream: '/api/order/events' }, () =>
    move(seller, order, 'Order Placed', 'Confirmed'),
  )
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: say.order(order.number) })
  await expect(card.getByRole('listitem').filter({ hasText: say.confirmed })).toHaveAttribute('aria-current', 'step')
})

test('an order that the shop cancels says what that means, and its items can be bought again', {
  tag: '@phone',
}, async ({ page, seller, say }) => {
  const words = wordsOf(say.language)
  const order = await anOrder(page, seller)
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: words.order(order.number) })
  await expect(card).toBeVisible()
  await move(seller, order, 'Order Placed', 'Cancelled')
  await expect(card.getByText(words.nothingToPay)).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: words.cancelled })).toBeVisible()
  await press(card.getByRole('button', { name: words.buyAgain(order.number) }))
  await expect(page.getByRole('heading', { level: 1, name: say.cartTitle })).toBeVisible()
  await expect(page.getByRole('link', { name: say.cartWith(1) })).toBeVisible()
})

test('older pages stay and follow while new orders come on top', { tag: '@phone' }, async ({
  page,
  seller,
  say: { language },
}) => {
  const say = wordsOf(language)
  const first = await anOrder(page, seller)
  const rest: Order[] = []
  for (let n = 0; n < 10; n += 1) rest.push(await place(page, first.items[0]?.product._id ?? ''))
  await page.goto('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(10)
  await press(page.getByRole('button', { name: say.older }))
  await expect(page.getByRole('article')).toHaveCount(11)
  const oldest = page.getByRole('article', { name: say.order(first.number) })
  await expect(oldest).toBeVisible()
  await markPage(page)

  await move(seller, first, 'Order Placed', 'Confirmed')
  await expect(oldest.getByRole('listitem').filter({ hasText: say.confirmed })).toHaveAttribute('aria-current', 'step')
  const newest = await place(page, first.items[0]?.product._id ?? '')
  await expect(page.getByRole('article').first()).toContainText(say.order(newest.number))
  await expect(page.getByRole('article')).toHaveCount(12)
  await expectSamePage(page)
})

test('orders that could not be read say why, and can be asked for again', async ({ page, say: { language } }) => {
  const say = wordsOf(language)
  await signedInShopper(page)
  let broken = true
  const message = 'The shop is counting'
  await page.route('**/api/order/user?*', (route) =>
    broken ? route.fulfill({ json: { success: false, code: 'broken', message } }) : route.continue(),
  )
  await page.goto('/my-orders')
  await expect(page.getByRole('heading', { level: 2, name: say.failed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await examine(page)
  broken = false
  await press(page.getByRole('button', { name: say.again }))
  await expect(page.getByRole('heading', { level: 2, name: say.failed })).toBeHidden()
})

/** A cash order of a fresh shopper, who is signed in on the page. */
async function anOrder(page: Page, seller: Caller): Promise<Order> {
  await signedInShopper(page)
  await savedAddress(page)
  return place(page, await addByCall(seller, aName()))
}

async function place(page: Page, product: string): Promise<Order> {
  const { addresses } = await (await page.request.get('/api/address/get')).json()
  const data = { items: [{ product, quantity: 1 }], address: addresses[0]._id }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const placed = await (await page.request.post('/api/order/cod', { data, headers })).json()
  expect(placed, placed.message).toMatchObject({ success: true })
  const { orders } = await (await page.request.get('/api/order/user', { params: { limit: 1 } })).json()
  return orders[0]
}

async function move(seller: Caller, order: Order, from: Order['status'], status: Order['status']): Promise<void> {
  await call(seller, '/api/order/move', { id: order._id, from, status })
}

/** A mark that a page which is loaded anew has lost. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'same'))
}

async function expectSamePage(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'same')
}
