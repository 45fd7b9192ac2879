import type { Page } from '@playwright/test'
import type { Order } from '../contract/entities.ts'
import { addByCall, aName, examine, sellerProduct } from './seller.ts'
import { expect, test } from './shop-test.ts'
import { type Caller, call, press, savedAddress, signedInShopper } from './shopper.ts'
import type { Words } from './words.ts'

/*
 * Paying online, with the gateway of the demo: paid, declined, and left for later. Two pieces for 12.50 and 2% tax each
 * time.
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

const wordsOf = (language: string) => (language === 'th' ? thai : english)

// Half faded in, words have too little contrast for as long as that lasts.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

let product: string
test.beforeEach(async ({ seller, page }) => {
  product = await addByCall(seller, aName(), { price: 12.5, offerPrice: 12.5, stock: 5 })
  await signedInShopper(page)
  await savedAddress(page)
})

test('an order that is paid is placed, and the seller has it; the waiting screen waits no longer than that', async ({
  page,
  seller,
  say,
}) => {
  const words = wordsOf(say.language)
  // Its five seconds never pass: only the payment itself can lead on.
  await page.addInitScript(() => {
    const { setTimeout } = window
    window.setTimeout = ((run: TimerHandler, after?: number, ...rest: unknown[]) =>
      after === 5000 ? 0 : setTimeout(run, after, ...rest)) as typeof window.setTimeout
  })
  await proceed(page, say)
  await expect(page.getByText(words.noMoney)).toBeVisible()
  await examine(page)
  const awaiting = await newestOrder(page)
  expect(awaiting).toMatchObject({ status: 'Awaiting payment', isPaid: false, amount: 25.5 })
  expect(await numbersOfSeller(seller)).not.toContain(awaiting.number)

  await press(page.getByRole('button', { name: words.pay }))
  await expect(page).toHaveURL(/\/my-orders(\?.*payment=done)?$/)
  const card = page.getByRole('article', { name: words.order(awaiting.number) })
  await expect(card).toContainText(`${words.online} · ${words.paid}`)
  await expect(card.getByRole('listitem').filter({ hasText: words.placed })).toHaveAttribute('aria-current', 'step')
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  expect(await numbersOfSeller(seller)).toContain(awaiting.number)
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
  await examine(page)
})

test('a payment that is declined cancels the order: back in the cart, everything is there to try again', {
  tag: '@phone',
}, async ({ page, seller, say }) => {
  const words = wordsOf(say.language)
  await proceed(page, say)
  const declined = await newestOrder(page)
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
  await press(page.getByRole('button', { name: words.decline }))
  await expect(page).toHaveURL(/\/cart(\?.*payment=cancelled)?$/)
  await expect(page.getByRole('link', { name: say.cartWith(2) })).toBeVisible()
  await expect(async () => {
    expect(await newestOrder(page)).toMatchObject({ number: declined.number, status: 'Cancelled', isPaid: false })
  }).toPass()
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 5 })

  await proceedFromCart(page, say)
  const again = await newestOrder(page)
  expect(again.number).toBeGreaterThan(declined.number)
  await press(page.getByRole('button', { name: words.pay }))
  await expect(page).toHaveURL(/\/my-orders(\?.*payment=done)?$/)
  await expect(page.getByRole('article', { name: words.order(again.number) })).toContainText(words.paid)
  await expect(page.getByRole('article', { name: words.order(declined.number) })).toContainText(words.failed)
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  expect(await numbersOfSeller(seller)).not.toContain(declined.number)
})

test('an order that is left unpaid waits in My orders, and is paid from there', async ({ page, seller, say }) => {
  const words = wordsOf(say.language)
  await proceed(page, say)
  const order = await newestOrder(page)
  await press(page.getByRole('link', { name: words.back }))
  await expect(page).toHaveURL(/\/cart(\?.*payment=cancelled)?$/)
  await expect(page.getByRole('link', { name: say.cartWith(2) })).toBeVisible()

  await page.goto('/my-orders')
  const card = page.getByRole('article', { name: words.order(order.number) })
  await expect(card.getByText(words.notPaid)).toBeVisible()
  await expect(card.getByTitle('Awaiting payment')).toBeVisible()
  await examine(page)
  await press(card.getByRole('button', { name: words.payOrder(order.number) }))
  await expect(page.getByRole('heading', { level: 1, name: words.testPayment })).toBeVisible()
  await press(page.getByRole('button', { name: words.pay }))
  await expect(page).toHaveURL(/\/my-orders(\?.*payment=done)?$/)
  await expect(card).toContainText(`${words.online} · ${words.paid}`)
  await expect(page.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
})

test('Back from the payment page leads to the cart, and on to the same order', { tag: '@phone' }, async ({
  page,
  seller,
  say,
}) => {
  await proceed(page, say)
  const [order, address] = [await newestOrder(page), page.url()]
  await page.goBack()
  await expect(page).toHaveURL('/cart')
  await proceedFromCart(page, say)
  expect(page.url()).toBe(address)
  expect(await newestOrder(page)).toMatchObject({ number: order.number })
  expect(await sellerProduct(seller, product)).toMatchObject({ stock: 3 })
})

test('My orders that is open elsewhere shows the payment, and the cart follows', { tag: '@phone' }, async ({
  page,
  say,
  context,
}) => {
  const words = wordsOf(say.language)
  await proceed(page, say)
  const order = await newestOrder(page)
  const other = await context.newPage()
  await other.goto('/my-orders')
  const card = other.getByRole('article', { name: words.order(order.number) })
  await expect(card.getByText(words.notPaid)).toBeVisible()
  await expect(other.getByRole('link', { name: say.cartWith(2) })).toBeVisible()
  await press(page.getByRole('button', { name: words.pay }))
  await other.bringToFront()
  await expect(card).toContainText(`${words.online} · ${words.paid}`)
  await expect(card.getByText(words.notPaid)).toBeHidden()
  await expect(other.getByRole('link', { name: say.cartWith(0) })).toBeVisible()
})

test('where no gateway answers, the cart stays and one press turns to cash', async ({ page, say }) => {
  const words = wordsOf(say.language)
  await page.route('**/api/order/stripe', (route) =>
    route.fulfill({ json: { success: false, code: 'payment_unavailable', message: words.unavailable } }),
  )
  await fillCart(page)
  await page.goto('/cart')
  const summary = page.getByRole('complementary', { name: say.summary })
  await press(summary.getByRole('radio', { name: words.online }))
  await press(summary.getByRole('button', { name: words.proceed }))
  await expect(summary.getByText(words.unavailable)).toBeVisible()
  await expect(page.getByRole('link', { name: say.cartWith(2) })).toBeVisible()
  await examine(page)
  await press(summary.getByRole('button', { name: words.payInCash }))
  await expect(summary.getByText(words.unavailable)).toBeHidden()
  await expect(summary.getByRole('radio', { name: say.cashOnDelivery })).toBeChecked()
  await press(summary.getByRole('button', { name: say.placeOrder }))
  await expect(page).toHaveURL('/my-orders')
  await expect(page.getByRole('article')).toContainText(say.cashOnDelivery)
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

/** Puts two pieces into the cart and goes on to the payment page. */
async function proceed(page: Page, say: Words): Promise<void> {
  await fillCart(page)
  await page.goto('/cart')
  await proceedFromCart(page, say)
}

async function proceedFromCart(page: Page, say: Words): Promise<void> {
  const words = wordsOf(say.language)
  const summary = page.getByRole('complementary', { name: say.summary })
  await press(summary.getByRole('radio', { name: words.online }))
  await press(summary.getByRole('button', { name: words.proceed }).filter({ hasText: '$25.50' }))
  await expect(page.getByRole('heading', { level: 1, name: words.testPayment })).toBeVisible()
}
