import type { Page } from '@playwright/test'
import type { Order } from '../contract/entities/order.ts'
import { display } from '../contract/values/limits.ts'
import { aName, examine, examineBothSizes } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { type Caller, press } from './shopper.ts'
import { addByCall, call, savedAddress, sellerProduct, signedInShopper } from './test-data.ts'
import type { Texts } from './texts.ts'

/*
 * Online payment with the demo's gateway: paid, declined, and paid later. Each order is two pieces for 12.50 and 2%
 * tax.
 */

const english = {
  online: 'Online Payment',
  proceed: /^Proceed to Checkout/,
  testPayment: 'Test payment',
  noMoney: 'This is a sandbox: no money moves, and no card is asked for.',
  pay: 'Pay $25.50',
  payOrder: (number: number) => `Pay $25.50 for order ${number}`,
  decline: 'Decline the payment',
  back: 'Go back without paying',
  order: (number: number) => `Order ${number}`,
  notPaid: 'Not paid yet',
  failed: 'The payment did not go through: the order was cancelled, and nothing was charged.',
  unavailable: 'Online payment is not available right now. Please choose cash on delivery.',
  payInCash: 'Pay cash on delivery',
  paid: 'Paid',
  placed: 'Order Placed',
}

const thai: typeof english = {
  online: 'ชำระเงินออนไลน์',
  proceed: /^ไปชำระเงิน/,
  testPayment: 'ทดลองชำระเงิน',
  noMoney: 'นี่คือหน้าทดลอง ไม่มีการตัดเงินจริง และไม่ต้องใช้บัตร',
  pay: 'ชำระ $25.50',
  payOrder: (number) => `ชำระ $25.50 สำหรับคำสั่งซื้อ ${number}`,
  decline: 'จำลองว่าชำระไม่สำเร็จ',
  back: 'กลับโดยไม่ชำระเงิน',
  order: (number) => `คำสั่งซื้อ ${number}`,
  notPaid: 'ยังไม่ได้ชำระเงิน',
  failed: 'ชำระเงินไม่สำเร็จ คำสั่งซื้อถูกยกเลิกแล้วและไม่มีการหักเงินคุณ',
  unavailable: 'ขณะนี้ยังไม่สามารถชำระเงินออนไลน์ได้ กรุณาเลือกเก็บเงินปลายทาง',
  payInCash: 'เปลี่ยนเป็นเก็บเงินปลายทาง',
  paid: 'ชำระแล้ว',
  placed: 'รับคำสั่งซื้อแล้ว',
}

const textsOf = (language: string) => (language === 'th' ? thai : english)

let product: string
test.beforeEach(async ({ seller, page }) => {
  product = await addByCall(seller, aName(), { price: 12.5, offerPrice: 12.5, stock: 5 })
  await signedInShopper(page)
  await savedAddress(page)
})

test('a paid order is placed and shown to the seller; the loader screen ends as soon as the payment is known', async ({
  page,
  seller,
  texts,
}) => {
  const screen = textsOf(texts.language)
  await page.clock.install()
  await proceed(page, texts)
  await expect(page.getByText(screen.noMoney)).toBeVisible()
  await examine(page)
  const awaiting = await newestOrder(page)
  expect(awaiting).toMatchObject({ status: 'Awaiting payment', isPaid: false, amount: 25.5 })
  expect(await numbersOfSeller(seller)).not.toContain(awaiting.number)

  // The end of the loader's wait never comes: only the payment can end it.
  await page.clock.pauseAt(Date.now() + 60_000)
  await press(page.getByRole('button', { name: screen.pay }))
  await expect.poll(async () => (await newestOrder(page)).status).toBe('Order Placed')
  await page.clock.runFor(display.loaderMilliseconds / 2)
  await expect(page).toHaveURL(/\/my-orders(\?.*payment=done)?$/)
  await page.clock.resume()
  const card = page.getByRole('article', { name: screen.order(awaiting.number) })
  await expect(card).toContainText(`${screen.online} · ${screen.paid}`)
  await expect(card.getByRole('listitem').filter({ hasText: screen.placed })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  expect(await numbersOfSeller(seller)).toContain(awaiting.number)
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
  await examine(page)
})

test('a declined payment cancels the order and returns to the cart, which can be ordered again', {
  tag: '@phone',
}, async ({ page, seller, texts }) => {
  const screen = textsOf(texts.language)
  await proceed(page, texts)
  const declined = await newestOrder(page)
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
  await press(page.getByRole('button', { name: screen.decline }))
  await expect(page).toHaveURL(/\/cart(\?.*payment=cancelled)?$/)
  await expect(page.getByRole('link', { name: texts.cartWith(2) })).toBeVisible()
  await expect(async () => {
    expect(await newestOrder(page)).toMatchObject({ number: declined.number, status: 'Cancelled', isPaid: false })
  }).toPass()
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 5 })

  await proceedFromCart(page, texts)
  const again = await newestOrder(page)
  expect(again.number).toBeGreaterThan(declined.number)
  await press(page.getByRole('button', { name: screen.pay }))
  await expect(page).toHaveURL(/\/my-orders(\?.*payment=done)?$/)
  await expect(page.getByRole('article', { name: screen.order(again.number) })).toContainText(screen.paid)
  await expect(page.getByRole('article', { name: screen.order(declined.number) })).toContainText(screen.failed)
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  expect(await numbersOfSeller(seller)).not.toContain(declined.number)
})

test('an unpaid order can be paid in My orders, on a phone whose clock is a day ahead too', { tag: '@phone' }, async ({
  page,
  seller,
  texts,
}) => {
  const screen = textsOf(texts.language)
  await proceed(page, texts)
  const order = await newestOrder(page)
  await press(page.getByRole('link', { name: screen.back }))
  await expect(page).toHaveURL(/\/cart(\?.*payment=cancelled)?$/)
  await expect(page.getByRole('link', { name: texts.cartWith(2) })).toBeVisible()

  await page.clock.install({ time: Date.now() + 86_400_000 })
  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: screen.order(order.number) })
  await expect(card.getByText(screen.notPaid)).toBeVisible()
  await expect(card.getByTitle('Awaiting payment')).toBeVisible()
  await examineBothSizes(page)
  await press(card.getByRole('button', { name: screen.payOrder(order.number) }))
  await expect(page.getByRole('heading', { level: 1, name: screen.testPayment })).toBeVisible()
  await press(page.getByRole('button', { name: screen.pay }))
  await expect(page).toHaveURL(/\/my-orders(\?.*payment=done)?$/)
  await expect(card).toContainText(`${screen.online} · ${screen.paid}`)
  await expect(page.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
})

test('Back from the payment page shows the cart, and paying again continues the same order', { tag: '@phone' }, async ({
  page,
  seller,
  texts,
}) => {
  await proceed(page, texts)
  const [order, address] = [await newestOrder(page), page.url()]
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await proceedFromCart(page, texts)
  expect(page.url()).toBe(address)
  expect(await newestOrder(page)).toMatchObject({ number: order.number })
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
})

test('My orders in another tab shows the payment, and its cart is emptied', { tag: '@phone' }, async ({
  page,
  texts,
  context,
}) => {
  const screen = textsOf(texts.language)
  await proceed(page, texts)
  const order = await newestOrder(page)
  const other = await context.newPage()
  await other.goto('/my-orders')
  const card = other.getByRole('article', { name: screen.order(order.number) })
  await expect(card.getByText(screen.notPaid)).toBeVisible()
  await expect(other.getByRole('link', { name: texts.cartWith(2) })).toBeVisible()
  await press(page.getByRole('button', { name: screen.pay }))
  await other.bringToFront()
  await expect(card).toContainText(`${screen.online} · ${screen.paid}`)
  await expect(card.getByText(screen.notPaid)).toBeHidden()
  await expect(other.getByRole('link', { name: texts.cartWith(0) })).toBeVisible()
})

test('if the gateway doesn’t answer, the cart is kept and one press switches to cash', { tag: '@phone' }, async ({
  page,
  texts,
}) => {
  const screen = textsOf(texts.language)
  await page.route('**/api/order/stripe', (route) =>
    route.fulfill({ json: { success: false, code: 'payment_unavailable', message: screen.unavailable } }),
  )
  await fillCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary', { name: texts.summary })
  await press(summary.getByRole('radio', { name: screen.online }))
  await press(summary.getByRole('button', { name: screen.proceed }))
  await expect(summary.getByText(screen.unavailable)).toBeVisible()
  await expect(page.getByRole('link', { name: texts.cartWith(2) })).toBeVisible()
  await examineBothSizes(page)
  await press(summary.getByRole('button', { name: screen.payInCash }))
  await expect(summary.getByText(screen.unavailable)).toBeHidden()
  await expect(summary.getByRole('radio', { name: texts.cashOnDelivery })).toBeChecked()
  await press(summary.getByRole('button', { name: texts.placeOrder }))
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article')).toContainText(texts.cashOnDelivery)
})

async function numbersOfSeller(seller: Caller): Promise<number[]> {
  const { orders } = await (await seller.request.get('/api/order/seller', { params: { limit: 50 } })).json()
  return orders.map(({ number }: Order) => number)
}

async function newestOrder(page: Page): Promise<Order> {
  const { orders } = await (
    await page.request.get('/api/order/user', { params: { awaiting: 'true', limit: 1 } })
  ).json()
  return orders[0]
}

async function fillCart(page: Page): Promise<void> {
  const { user } = await (await page.request.get('/api/user/is-auth')).json()
  await call(page, '/api/cart/update', { userId: user._id, cartItems: { [product]: 2 } })
}

/** Puts two pieces into the cart and proceeds to the payment page. */
async function proceed(page: Page, texts: Texts): Promise<void> {
  await fillCart(page)
  await page.goto('/cart')
  await proceedFromCart(page, texts)
}

async function proceedFromCart(page: Page, texts: Texts): Promise<void> {
  const screen = textsOf(texts.language)
  const summary = page.getByRole('complementary', { name: texts.summary })
  await press(summary.getByRole('radio', { name: screen.online }))
  await press(summary.getByRole('button', { name: screen.proceed }).filter({ hasText: '$25.50' }))
  await expect(page.getByRole('heading', { level: 1, name: screen.testPayment })).toBeVisible()
}
