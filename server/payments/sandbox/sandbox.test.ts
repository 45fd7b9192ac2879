import { performance } from 'node:perf_hooks'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { User } from '../../../contract/entities/user.ts'
import { webhookPath } from '../../../contract/paths/call-paths.ts'
import { clearJobs, makeDue, queuedJobs } from '../../../testing/database/jobs.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { type Person, person, seller, testShop, verified } from '../../../testing/shop.ts'
import { getOrder } from '../../orders/queries.ts'
import { sandboxGateway } from './sandbox-gateway.ts'

const shop = await testShop()
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await shop.close()
})

type Shopper = Person & { user: User }

async function aBuyer(): Promise<{ shopper: Shopper; address: string }> {
  const shopper = await verified(shop)
  return { shopper, address: await anAddress(shop.db, shopper.user._id) }
}

/** Orders three of a product at 19.99 with a counted stock of ten, which are in the saved cart too. */
async function ordered(options: { headers?: Record<string, string> } = {}) {
  const { shopper, address } = await aBuyer()
  const product = await aProduct(shop.db, { offerPrice: 1999, stock: 10 })
  await shopper.post('/api/cart/update', { cartItems: { [product.id]: 3 } })
  const body = { address, items: [{ product: product.id, quantity: 3 }] }
  const { json } = await shopper.post('/api/order/stripe', body, options.headers)
  return { shopper, address, product, body, reply: json, id: json.orderId as string, path: new URL(json.url).pathname }
}

const cartOf = async (shopper: Shopper) => (await shopper.get('/api/user/is-auth')).json.user.cartItems

const press = (path: string, act: string, headers: Record<string, string> = {}) =>
  shop.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: `act=${act}`,
  })

/** Makes the next poll of an order's payment due now. */
const pollNow = (id: string) => makeDue(shop.pool, { key: `poll:${id}` })

/** Returns the minutes until the next poll. */
async function minutesToPoll(id: string): Promise<number> {
  const [poll] = await queuedJobs(shop.pool, { key: `poll:${id}` })
  return Math.round(Number(poll?.seconds) / 60)
}

async function mailsAbout(id: string): Promise<string[]> {
  return (await queuedJobs(shop.pool, { orderId: id, task: '%mail' })).map(({ task }) => task)
}

describe('an order that is paid online', () => {
  test('awaits payment at first: its stock is taken, the cart stays, and lists have it only with `awaiting`', async () => {
    const { shopper, product, reply, id } = await ordered()
    expect(reply).toMatchObject({ success: true, message: 'Continue to the payment page' })
    expect(reply.url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/dev\/payment\/cs_sandbox_[\w-]{24}$/)
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Awaiting payment', isPaid: false, amountCents: 6116 })
    expect(await stockOf(shop.db, product.id)).toBe(7)
    expect(await cartOf(shopper)).toEqual({ [product.id]: 3 })
    expect((await shopper.get('/api/order/user')).json.orders).toEqual([])
    const [order] = (await shopper.get('/api/order/user?awaiting=true')).json.orders
    expect(order).toMatchObject({ _id: id, status: 'Awaiting payment', isPaid: false })
    const minutes = (new Date(order.payBy).getTime() - Date.now()) / 60_000
    expect(minutes).toBeGreaterThan(29)
    expect(minutes).toBeLessThan(31)
    const owner = await seller(shop)
    expect(JSON.stringify((await owner.get('/api/order/seller')).json)).not.toContain(id)
    expect(await mailsAbout(id)).toEqual([])
  })

  test('once it is paid leaves in the cart the pieces that were added since', async () => {
    const { shopper, product, path } = await ordered()
    await shopper.post('/api/cart/update', { cartItems: { [product.id]: 5 } })
    await press(path, 'pay')
    await shop.runJobs()
    expect(await cartOf(shopper)).toEqual({ [product.id]: 2 })
  })

  test('is placed once it is paid: it leaves the cart, the shopper gets a mail, and both lists have it', async () => {
    const { shopper, product, id, path } = await ordered()
    const other = await aProduct(shop.db)
    await shopper.post('/api/cart/update', { cartItems: { [product.id]: 3, [other.id]: 1 } })
    const paid = await press(path, 'pay')
    expect([paid.statusCode, paid.headers.location]).toEqual([303, `/loader?next=my-orders&order=${id}&payment=done`])
    // Returning from the page is no proof of a payment.
    expect((await getOrder(shop.db, id)).isPaid).toBe(false)
    await shop.runJobs()
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect(await cartOf(shopper)).toEqual({ [other.id]: 1 })
    expect(await stockOf(shop.db, product.id)).toBe(7)
    expect(await mailsAbout(id)).toEqual(['send-order-mail', 'send-seller-mail'])
    const [order] = (await shopper.get('/api/order/user')).json.orders
    expect(order).toMatchObject({ _id: id, isPaid: true, paymentType: 'Online' })
    expect(order.payBy).toBeUndefined()
    expect(order.timeline.map((step) => step.status)).toEqual(['Awaiting payment', 'Order Placed'])
  })

  test('doesn’t remove products added to the cart after it was paid, though the machine slept meanwhile', async () => {
    const real = performance.now.bind(performance)
    // The monotonic clock stops while a machine sleeps; the wall clock doesn't.
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => real() - 3_600_000)
    const { shopper, product, path } = await ordered()
    await press(path, 'pay')
    await shop.runJobs()
    const other = await aProduct(shop.db)
    expect((await shopper.post('/api/cart/update', { cartItems: { [other.id]: 2 } })).json.success).toBe(true)
    clock.mockRestore()
    expect(await cartOf(shopper)).toEqual({ [other.id]: 2 })
    await shopper.post('/api/cart/update', { cartItems: { [product.id]: 1 } })
    expect(await cartOf(shopper)).toEqual({ [product.id]: 1 })
  })

  test('is cancelled if the payment was declined: stock is returned, and the cart stays', async () => {
    const { shopper, product, id, path } = await ordered()
    const declined = await press(path, 'decline')
    expect([declined.statusCode, declined.headers.location]).toEqual([303, `/cart?order=${id}&payment=cancelled`])
    await shop.runJobs()
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await stockOf(shop.db, product.id)).toBe(10)
    expect(await cartOf(shopper)).toEqual({ [product.id]: 3 })
    expect((await shopper.get('/api/order/user')).json.orders).toEqual([])
    expect((await shopper.get('/api/order/user?awaiting=true')).json.orders[0]).toMatchObject({ status: 'Cancelled' })
  })

  test('an unpaid order can be paid later on the same page, by its shopper only', async () => {
    const { shopper, id, reply } = await ordered()
    const again = await shopper.post('/api/order/pay', { orderId: id })
    expect(again.json).toMatchObject({ success: true, orderId: id, url: reply.url })
    const { shopper: other } = await aBuyer()
    expect((await other.post('/api/order/pay', { orderId: id })).json).toMatchObject({
      success: false,
      code: 'order_unknown',
    })
    expect((await shopper.post('/api/order/pay', { orderId: 'x' })).json.code).toBe('order_unknown')
  })

  test('can’t be paid once its page has closed, though no poll has cancelled it yet', async () => {
    const { shopper, id } = await ordered()
    await shop.db.updateTable('payment').set({ expiresAt: new Date() }).where('orderId', '=', id).execute()
    expect((await shopper.post('/api/order/pay', { orderId: id })).json.code).toBe('order_not_payable')
  })

  test('can’t be paid once it is paid or cancelled', async () => {
    for (const act of ['pay', 'decline']) {
      const { shopper, id, path } = await ordered()
      await press(path, act)
      await shop.runJobs()
      expect((await shopper.post('/api/order/pay', { orderId: id })).json.code).toBe('order_not_payable')
    }
  })

  test('can be ordered again at once after its payment was declined', async () => {
    const { shopper, body, product, id, path } = await ordered()
    await press(path, 'decline')
    await shop.runJobs()
    const again = (await shopper.post('/api/order/stripe', body)).json
    expect(again.success).toBe(true)
    expect(again.orderId).not.toBe(id)
    expect(await getOrder(shop.db, again.orderId)).toMatchObject({ status: 'Awaiting payment' })
    await press(new URL(again.url).pathname, 'pay')
    await shop.runJobs()
    expect(await getOrder(shop.db, again.orderId)).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect(await stockOf(shop.db, product.id)).toBe(7)
  })

  test('repeated with its key returns the same order and page, and other content is refused', async () => {
    const headers = { 'idempotency-key': 'one click' }
    const { shopper, body, reply, product } = await ordered({ headers })
    expect((await shopper.post('/api/order/stripe', body, headers)).json).toEqual(reply)
    const other = { ...body, items: [{ product: product.id, quantity: 1 }] }
    const refused = await shopper.post('/api/order/stripe', other, headers)
    expect([refused.status, refused.json.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await stockOf(shop.db, product.id)).toBe(7)
  })

  test('requested ten times at once is one order with one page', async () => {
    const { shopper, address } = await aBuyer()
    const product = await aProduct(shop.db, { stock: 10 })
    const body = { address, items: [{ product: product.id, quantity: 1 }] }
    const replies = await Promise.all(Array.from({ length: 10 }, () => shopper.post('/api/order/stripe', body)))
    expect(new Set(replies.map(({ json }) => `${json.orderId} ${json.url}`)).size).toBe(1)
    expect(await stockOf(shop.db, product.id)).toBe(9)
  })

  test('is cancelled when its page closes unpaid, and its stock is returned', async () => {
    const { product, id, path } = await ordered()
    await shop.db.updateTable('payment').set({ expiresAt: new Date() }).where('orderId', '=', id).execute()
    await pollNow(id)
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(await stockOf(shop.db, product.id)).toBe(10)
    // The page is closed too, so that a cancelled order can't be paid.
    await press(path, 'pay')
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).isPaid).toBe(false)
    const { payload } = await shop.app.inject(path)
    expect(payload).toContain('This payment page has closed')
    // It also closes with an order that was cancelled long before that.
    expect(payload).not.toContain('It was open for 30 minutes')
  })

  test('an order whose event was lost is marked as paid by polling', async () => {
    const { id, path } = await ordered()
    await press(path, 'pay')
    await clearJobs(shop.pool, { key: 'sandbox:%' })
    await pollNow(id)
    await shop.runJobs()
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Order Placed', isPaid: true })
  })

  test('is polled again later while its page is open', async () => {
    const { id } = await ordered()
    expect(await minutesToPoll(id)).toBe(2)
    await pollNow(id)
    await shop.runJobs()
    expect(await minutesToPoll(id)).toBe(8)
    await pollNow(id)
    await shop.runJobs()
    expect(await minutesToPoll(id)).toBeGreaterThan(28)
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
  })

  test.each([3_600_000, -3_600_000])(
    'is polled by the database’s clock, though the server’s differs by %i ms',
    async (away) => {
      const real = Date.now.bind(Date)
      vi.spyOn(Date, 'now').mockImplementation(() => real() + away)
      const { shopper, id, path, reply } = await ordered()
      expect(await minutesToPoll(id)).toBe(2)
      await pollNow(id)
      await shop.runJobs()
      expect(await minutesToPoll(id)).toBe(8)
      expect((await shopper.post('/api/order/pay', { orderId: id })).json.url).toBe(reply.url)
      expect((await shop.app.inject(path)).payload).toContain('This is a sandbox')
      await shop.pool.query("update payment set expires_at = now() - interval '5 minutes' where order_id = $1", [id])
      await shop.pool.query("update sandbox_session set expires_at = now() where request->>'orderId' = $1", [id])
      expect((await shopper.post('/api/order/pay', { orderId: id })).json.code).toBe('order_not_payable')
      expect((await shop.app.inject(path)).payload).toContain('This payment page has closed')
      await pollNow(id)
      await shop.runJobs()
      expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    },
  )

  test('a paid order that the seller cancels is refunded once, and shows it', async () => {
    const { shopper, product, id, path } = await ordered()
    await press(path, 'pay')
    await shop.runJobs()
    const owner = await seller(shop)
    const moved = await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    expect(moved.json.order).toMatchObject({ status: 'Cancelled', refund: 'due' })
    await shop.runJobs()
    const [order] = (await shopper.get('/api/order/user')).json.orders
    expect(order).toMatchObject({ status: 'Cancelled', isPaid: true, refund: 'done' })
    expect(await stockOf(shop.db, product.id)).toBe(10)
    const { rows } = await shop.pool.query(
      "select refunded_cents from sandbox_session where request->>'orderId' = $1",
      [id],
    )
    expect(rows).toEqual([{ refunded_cents: 6116 }])
    expect(await mailsAbout(id)).toEqual(['send-order-mail', 'send-seller-mail', 'send-cancelled-mail'])
  })

  test('can be refunded in part on the sandbox, as by hand at the gateway', async () => {
    const { shopper, id, path } = await ordered()
    await press(path, 'pay')
    await shop.runJobs()
    const { db, secret } = shop
    const gateway = sandboxGateway({ db, secret, publicUrl: 'http://127.0.0.1:3000' })
    const payment = `pi_${path.split('/cs_')[1]}`
    for (const [cents, paidOut] of [
      [500, 5],
      [1000, 15],
    ] as const) {
      await gateway.refund({ payment, amountCents: cents, key: `by hand ${cents}` })
      await shop.runJobs()
      const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
      expect(order).toMatchObject({ status: 'Order Placed', isPaid: true, paidOut })
      expect(order.refund).toBeUndefined()
    }
    const owner = await seller(shop)
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Cancelled', refund: 'done', paidOut: order.amount })
  })
})

describe('the webhook endpoint', () => {
  const json = { 'content-type': 'application/json' }
  const postWebhook = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    shop.app.inject({
      method: 'POST',
      url: webhookPath,
      headers: { ...json, ...headers },
      payload,
    })

  test.each([
    ['without a signature', {}],
    ['with an empty one', { 'stripe-signature': '' }],
    ['with a wrong one', { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` }],
  ])('refuses an event %s', async (_name, headers) => {
    const { id } = await ordered()
    const event = { id: 'evt_1', type: 'checkout.session.completed', data: { object: { client_reference_id: id } } }
    const response = await postWebhook(JSON.stringify(event), headers)
    expect([response.statusCode, response.json()]).toMatchObject([400, { success: false, code: 'event_unsigned' }])
    expect((await getOrder(shop.db, id)).isPaid).toBe(false)
  })

  test('is found at the path that owners entered at Stripe before, with the same refusal', async () => {
    const response = await shop.app.inject({ method: 'POST', url: '/api/payment/notice', payload: '{}', headers: json })
    expect([response.statusCode, response.json().code]).toEqual([400, 'event_unsigned'])
  })

  test('refuses other methods and an empty body', async () => {
    expect((await postWebhook('')).statusCode).toBe(400)
    expect((await person(shop).get(webhookPath)).status).toBe(405)
  })
})

describe('the sandbox’s page', () => {
  test('says in both languages that no money moves, and shows the amount', async () => {
    const { path } = await ordered()
    const english = await shop.app.inject({ url: path, headers: { 'accept-language': 'en' } })
    expect(english.payload).toContain('This is a sandbox: no money moves')
    for (const words of ['$59.97', '$1.19', '$61.16', 'Pay $61.16']) expect(english.payload).toContain(words)
    const thai = await shop.app.inject({ url: path, headers: { cookie: 'language=th' } })
    expect(thai.payload).toContain('<html lang="th">')
    expect(thai.payload).toContain('ไม่มีการตัดเงินจริง')
    expect(english.headers['cache-control']).toBe('no-store')
    expect(english.headers['content-security-policy']).not.toContain('unsafe')
  })

  test('shows that it is paid, or doesn’t exist', async () => {
    const { path } = await ordered()
    await press(path, 'pay')
    expect((await shop.app.inject(path)).payload).toContain('This order is paid')
    const missing = await shop.app.inject('/dev/payment/cs_sandbox_none')
    expect([missing.statusCode, missing.payload.includes('There is no such payment')]).toEqual([404, true])
  })

  test('refuses requests of another site, and ignores unknown actions', async () => {
    const { id, path } = await ordered()
    const foreign = await press(path, 'pay', { origin: 'https://evil.example' })
    expect(foreign.statusCode).toBe(403)
    const unknown = await press(path, 'steal')
    expect([unknown.statusCode, unknown.headers.location]).toEqual([303, path])
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).isPaid).toBe(false)
  })

  test('escapes names', async () => {
    const { shopper, address } = await aBuyer()
    const product = await aProduct(shop.db, { name: '<script>alert(1)</script>' })
    const { json } = await shopper.post('/api/order/stripe', { address, items: [{ product: product.id, quantity: 1 }] })
    const { payload } = await shop.app.inject(new URL(json.url).pathname)
    expect(payload).toContain('&lt;script&gt;')
    expect(payload).not.toContain('<script>')
  })
})
