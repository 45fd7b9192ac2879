import type { Page } from '@playwright/test'
import type { Order } from '../contract/entities/order.ts'
import { aName, examine, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { type Caller, press } from './shopper.ts'
import { addByCall, call, savedAddress, signedInShopper } from './test-data.ts'
import { whileFirstRead } from './while-first-read.ts'

/*
 * My orders while the seller changes an order: the open page shows each change.
 */

const english = {
  title: 'My Orders',
  order: (number: number) => `Order ${number}`,
  confirmed: 'Confirmed',
  packing: 'Packing',
  outForDelivery: 'Out for delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  nothingToPay: 'The shop cancelled this order. There is nothing to pay.',
  cash: 'Cash On Delivery',
  pending: 'Pending',
  paid: 'Paid',
  older: 'Show older orders',
  failed: 'Your orders could not be loaded',
  again: 'Try again',
  buyAgain: (number: number) => `Buy again: order ${number}`,
  cancel: (number: number) => `Cancel the order: ${number}`,
  yes: 'Yes, cancel it',
  tooLate: 'can’t be cancelled here any more',
}

const thai: typeof english = {
  title: 'คำสั่งซื้อของฉัน',
  order: (number) => `คำสั่งซื้อ ${number}`,
  confirmed: 'ร้านยืนยันแล้ว',
  packing: 'กำลังเตรียมสินค้า',
  outForDelivery: 'กำลังจัดส่ง',
  delivered: 'จัดส่งสำเร็จ',
  cancelled: 'ยกเลิกแล้ว',
  nothingToPay: 'ร้านยกเลิกคำสั่งซื้อนี้แล้ว คุณไม่ต้องจ่ายอะไร',
  cash: 'เก็บเงินปลายทาง',
  pending: 'จ่ายเมื่อรับของ',
  paid: 'ชำระแล้ว',
  older: 'แสดงคำสั่งซื้อก่อนหน้า',
  failed: 'โหลดคำสั่งซื้อไม่สำเร็จ',
  again: 'ลองใหม่',
  buyAgain: (number) => `ซื้ออีกครั้ง: คำสั่งซื้อ ${number}`,
  cancel: (number) => `ยกเลิกคำสั่งซื้อ: ${number}`,
  yes: 'ใช่ ยกเลิก',
  tooLate: 'ยกเลิกที่นี่ไม่ได้',
}

const textsOf = (language: string) => (language === 'th' ? thai : english)

test('My orders shows each status of an order up to Delivered without a reload', async ({
  page,
  seller,
  texts: { language },
}) => {
  const texts = textsOf(language)
  const order = await anOrder(page, seller)
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: texts.order(order.number) })
  await expect(card).toContainText(`${texts.cash} · ${texts.pending}`)
  await markPage(page)
  // Wait until the page has opened its event stream.
  await page.waitForLoadState('load')

  await move(seller, order, 'Order Placed', 'Confirmed')
  const told = (state: string) => page.getByRole('status').filter({ hasText: `${texts.order(order.number)}: ${state}` })
  await expect(told(texts.confirmed)).toBeAttached()
  await expect(card.getByRole('listitem').filter({ hasText: texts.confirmed })).toHaveAttribute('aria-current', 'step')
  await move(seller, order, 'Confirmed', 'Packing')
  await expect(told(texts.packing)).toBeAttached()
  await move(seller, order, 'Packing', 'Out for delivery')
  await expect(told(texts.outForDelivery)).toBeAttached()
  await move(seller, order, 'Out for delivery', 'Delivered')
  await expect(card.getByTitle('Delivered', { exact: true })).toBeVisible()
  await expect(card).toContainText(`${texts.cash} · ${texts.paid}`)
  for (const state of [texts.confirmed, texts.packing, texts.outForDelivery, texts.delivered])
    await expect(card.getByRole('listitem').filter({ hasText: state }).getByRole('time')).toBeVisible()
  await expectSamePage(page)
  await examine(page)
})

test('My orders shows a change that happened while the list was loading', { tag: '@phone' }, async ({
  page,
  seller,
  texts: { language },
}) => {
  const texts = textsOf(language)
  const order = await anOrder(page, seller)
  await whileFirstRead(page, { read: '/api/order/user', stream: '/api/order/events' }, () =>
    move(seller, order, 'Order Placed', 'Confirmed'),
  )
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: texts.order(order.number) })
  await expect(card.getByRole('listitem').filter({ hasText: texts.confirmed })).toHaveAttribute('aria-current', 'step')
})

test('an order cancelled by the shop says what happens next, and its items can be bought again', {
  tag: '@phone',
}, async ({ page, seller, texts }) => {
  const screen = textsOf(texts.language)
  const order = await anOrder(page, seller)
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: screen.order(order.number) })
  await expect(card).toBeVisible()
  await move(seller, order, 'Order Placed', 'Cancelled')
  await expect(card.getByText(screen.nothingToPay)).toBeVisible()
  await expect(card.getByRole('listitem').filter({ hasText: screen.cancelled })).toBeVisible()
  await press(card.getByRole('button', { name: screen.buyAgain(order.number) }))
  await expect(page.getByRole('heading', { level: 1, name: texts.cartTitle })).toBeVisible()
  await expect(page.getByRole('link', { name: texts.cartWith(1) })).toBeVisible()
})

test('an open question whether to cancel says that it is too late when the shop confirms the order', {
  tag: '@phone',
}, async ({ page, seller, texts: { language } }) => {
  const texts = textsOf(language)
  const order = await anOrder(page, seller)
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: texts.order(order.number) })
  await press(card.getByRole('button', { name: texts.cancel(order.number) }))
  await expect(card.getByRole('button', { name: texts.yes })).toBeVisible()
  await move(seller, order, 'Order Placed', 'Confirmed')
  await expect(card.getByRole('alert')).toContainText(texts.tooLate)
  await expect(card.getByRole('alert').getByRole('link')).toHaveAttribute('href', /^tel:\+?\d+$/)
  await expect(card.getByRole('alert')).toBeFocused()
  await expect(card.getByRole('button', { name: texts.yes })).toHaveCount(0)
  await examine(page)
})

test('older orders stay in the list and are updated while new ones are added on top', { tag: '@phone' }, async ({
  page,
  seller,
  texts: { language },
}) => {
  const texts = textsOf(language)
  const first = await anOrder(page, seller)
  const rest: Order[] = []
  for (let n = 0; n < 10; n += 1) rest.push(await place(page, first.items[0]?.product._id ?? ''))
  await page.goto('/my-orders')
  await expect(page.getByRole('article')).toHaveCount(10)
  await press(page.getByRole('button', { name: texts.older }))
  await expect(page.getByRole('article')).toHaveCount(11)
  const oldest = page.getByRole('article', { name: texts.order(first.number) })
  await expect(oldest).toBeVisible()
  await markPage(page)

  await move(seller, first, 'Order Placed', 'Confirmed')
  await expect(oldest.getByRole('listitem').filter({ hasText: texts.confirmed })).toHaveAttribute(
    'aria-current',
    'step',
  )
  const newest = await place(page, first.items[0]?.product._id ?? '')
  await expect(page.getByRole('article').first()).toContainText(texts.order(newest.number))
  await expect(page.getByRole('article')).toHaveCount(12)
  await expectSamePage(page)
})

test('a failed list of orders shows the reason and can be loaded again', { tag: '@phone' }, async ({
  page,
  texts: { language },
}) => {
  const texts = textsOf(language)
  await signedInShopper(page)
  let broken = true
  const message = 'The shop is counting'
  await page.route('**/api/order/user?*', (route) =>
    broken ? route.fulfill({ json: { success: false, code: 'broken', message } }) : route.continue(),
  )
  await page.goto('/my-orders')
  await expect(page.getByRole('heading', { level: 2, name: texts.failed })).toBeVisible()
  await expect(page.getByText(message)).toBeVisible()
  await examineBothSizes(page)
  broken = false
  await press(page.getByRole('button', { name: texts.again }))
  await expect(page.getByRole('heading', { level: 2, name: texts.failed })).toBeHidden()
})

/** Places a cash order of a new shopper, who is signed in on the page. */
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
  await call(seller, '/api/order/take-step', { id: order._id, from, status })
}

/** Marks the page: a reload loses the mark. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-mark', 'same'))
}

async function expectSamePage(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-mark', 'same')
}
