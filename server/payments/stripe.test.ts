import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { User } from '../../contract/entities/user.ts'
import { taxRules } from '../../contract/settings/shop.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { countJobs, makeDue, payloadsOf, queuedJobs } from '../../testing/database/jobs.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { anAddress, aProduct, stockOf } from '../../testing/makers/rows.ts'
import { type Person, seller, testShop, verified } from '../../testing/shop.ts'
import { stripeShop } from '../../testing/shops/stripe-shop.ts'
import { getOrder } from '../orders/queries.ts'
import { signStripeEvent } from './stripe-events.ts'
import { stripeGateway } from './stripe-gateway.ts'

const { stripe, shop, webhookSecret, postWebhook, close } = await stripeShop()
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await close()
})
beforeEach(() => stripe.behave('normal'))

type Shopper = Person & { user: User }

async function aCart() {
  const shopper: Shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const potato = await aProduct(shop.db, { name: 'Potato', nameTh: 'มันฝรั่ง', offerPrice: 1999, stock: 10 })
  const rice = await aProduct(shop.db, { name: 'Rice', nameTh: 'ข้าว', offerPrice: 333 })
  const items = [
    { product: potato.id, quantity: 3 },
    { product: rice.id, quantity: 2 },
  ]
  await shopper.post('/api/cart/update', { cartItems: { [potato.id]: 3, [rice.id]: 2 } })
  return { shopper, potato, rice, body: { address, items } }
}

async function ordered(headers: Record<string, string> = {}) {
  const cart = await aCart()
  const { json } = await cart.shopper.post('/api/order/stripe', cart.body, headers)
  return { ...cart, reply: json, id: json.orderId as string }
}

const cartOf = async (shopper: Shopper) => (await shopper.get('/api/user/is-auth')).json.user.cartItems
const ordersOf = async (shopper: Shopper) => (await shopper.get('/api/order/user?awaiting=true')).json.orders
const pollNow = (id: string) => makeDue(shop.pool, { key: `poll:${id}` })
const closeNow = (id: string, minutesAgo = 0) =>
  shop.db
    .updateTable('payment')
    .set({ expiresAt: new Date(Date.now() - minutesAgo * 60_000) })
    .where('orderId', '=', id)
    .execute()
const jobsLeft = async (orderId: string) =>
  (await queuedJobs(shop.pool, { orderId })).map(({ key, error }) => ({ key, error }))

describe('the payment page', () => {
  test('has a line for each product and one for tax, which add up to the order’s amount', async () => {
    const { reply, id, shopper } = await ordered({ 'accept-language': 'th', 'idempotency-key': 'k1' })
    // 3 × 19.99 + 2 × 3.33 = 66.63, and 2% of it rounded down is 1.33.
    expect(stripe.pageOf(id)).toMatchObject({ amount_total: 6796, currency: 'usd' })
    expect(reply.url).toBe(stripe.pageOf(id).url)
    const asked = stripe.requests.filter(({ form }) => form.get('client_reference_id') === id)
    expect(asked).toHaveLength(1)
    const form = Object.fromEntries(asked[0]?.form ?? [])
    expect(form).toMatchObject({
      mode: 'payment',
      success_url: `https://shop.example/loader?next=my-orders&order=${id}&payment=done`,
      cancel_url: `https://shop.example/cart?order=${id}&payment=cancelled`,
      locale: 'th',
      customer_email: shopper.user.email,
      'metadata[order_id]': id,
      'payment_intent_data[metadata][order_id]': id,
      'line_items[2][price_data][unit_amount]': '133',
      'line_items[2][price_data][product_data][name]': 'ภาษี',
    })
    const names = [0, 1].map((index) => form[`line_items[${index}][price_data][product_data][name]`])
    expect(names.sort()).toEqual(['ข้าว (1 กก.)', 'มันฝรั่ง (1 กก.)'])
    expect(form['line_items[3][quantity]']).toBeUndefined()
    expect(asked[0]?.key).toBe(`${id}-1`)
    const minutes = (Number(form.expires_at) - Date.now() / 1000) / 60
    expect(minutes).toBeGreaterThan(30)
    expect(minutes).toBeLessThan(31)
  })

  test('returns to the URL of the settings, whatever the request’s headers say', async () => {
    const { shopper, body } = await aCart()
    const { json } = await shopper.post('/api/order/stripe', body, {
      host: 'localhost:6666',
      referer: 'https://evil.example/',
    })
    const form = stripe.requests.find(({ form }) => form.get('client_reference_id') === json.orderId)?.form
    expect(form?.get('success_url')).toMatch(/^https:\/\/shop\.example\/loader\?next=my-orders&/)
  })

  test('is opened once, though the first reply was lost', async () => {
    const { shopper, body } = await aCart()
    stripe.behave('reply lost')
    const waiting = shopper.post('/api/order/stripe', body)
    const sent = stripe.requests.length
    while (stripe.requests.length < sent + 1) await new Promise((resolve) => setImmediate(resolve))
    stripe.behave('normal')
    const { json } = await waiting
    expect(json.success).toBe(true)
    expect(stripe.pageOf(json.orderId).url).toBe(json.url)
  })

  test('a slow gateway opens the payment page, too', async () => {
    stripe.behave('normal', 200)
    expect((await ordered()).reply.success).toBe(true)
  })
})

test.each([
  ['USD', '$', 49, 50, 'Online payment starts at $0.50'],
  ['THB', '฿', 999, 1000, 'Online payment starts at ฿10.00'],
] as const)(
  'an amount below the gateway’s smallest is refused before there is an order: in %s',
  async (code, symbol, under, least, says) => {
    const own = await testShop({ shop: { currency: { code, symbol }, tax: taxRules.none } })
    try {
      const shopper = await verified(own)
      const address = await anAddress(own.db, shopper.user._id)
      const buy = async (offerPrice: number, way: string) => {
        const { id } = await aProduct(own.db, { offerPrice, stock: 3 })
        return (await shopper.post(`/api/order/${way}`, { address, items: [{ product: id, quantity: 1 }] })).json
      }
      expect(await buy(under, 'stripe')).toMatchObject({
        code: 'online_too_little',
        message: expect.stringContaining(says),
      })
      expect(await own.db.selectFrom('shopOrder').select('id').execute()).toEqual([])
      expect(await buy(least, 'stripe')).toMatchObject({ success: true })
      expect(await buy(under, 'cod')).toMatchObject({ success: true })
    } finally {
      await own.close()
    }
  },
)

test('a shop in baht asks for satang and names no ways to pay, so that Stripe offers PromptPay by itself', async () => {
  const own = await stripeShop({ shop: bangkokShop })
  try {
    const shopper = await verified(own.shop)
    const address = await anAddress(own.shop.db, shopper.user._id)
    const { id } = await aProduct(own.shop.db, { offerPrice: 28_450 })
    const items = [{ product: id, quantity: 1 }]
    expect((await shopper.post('/api/order/stripe', { address, items })).json).toMatchObject({ success: true })
    const form = own.stripe.requests.at(-1)?.form ?? expect.fail()
    expect([...form.keys()].filter((key) => key.startsWith('payment_method'))).toEqual([])
    // PromptPay is offered in this mode and currency only, and can't be captured later.
    expect(form.get('mode')).toBe('payment')
    expect(form.has('payment_intent_data[capture_method]')).toBe(false)
    expect(form.get('line_items[0][price_data][currency]')).toBe('thb')
    expect(form.get('line_items[0][price_data][unit_amount]')).toBe('28450')
  } finally {
    await own.close()
  }
})

describe('a gateway that', () => {
  test.each(['error 500', 'error 400', 'silent', 'reply lost'] as const)(
    'fails (%s) leaves no order, takes no stock, and doesn’t change the cart',
    async (mood) => {
      const { shopper, body, potato } = await aCart()
      const before = await cartOf(shopper)
      stripe.behave(mood)
      const { status, json } = await shopper.post('/api/order/stripe', body)
      expect([status, json.success, json.code]).toEqual([200, false, 'payment_unavailable'])
      expect(json.message).toContain('choose cash on delivery')
      expect(await ordersOf(shopper)).toEqual([])
      expect(await stockOf(shop.db, potato.id)).toBe(10)
      expect(await cartOf(shopper)).toEqual(before)

      stripe.behave('normal')
      expect((await shopper.post('/api/order/stripe', body)).json.success).toBe(true)
      expect(await ordersOf(shopper)).toHaveLength(1)
      expect(await stockOf(shop.db, potato.id)).toBe(7)
    },
  )

  test('fails when an order is paid later leaves the order', async () => {
    const { shopper, id } = await ordered()
    // As after a crash between placing the order and opening its page.
    await shop.db
      .updateTable('payment')
      .set({ state: 'opening', session: null, url: null, pageRequestedAt: new Date(Date.now() - 120_000) })
      .where('orderId', '=', id)
      .execute()
    stripe.behave('error 500')
    expect((await shopper.post('/api/order/pay', { orderId: id })).json.code).toBe('payment_unavailable')
    expect((await ordersOf(shopper))[0]).toMatchObject({ _id: id, status: 'Awaiting payment' })
    stripe.behave('normal')
    const again = await shopper.post('/api/order/pay', { orderId: id })
    expect(again.json).toMatchObject({ success: true, orderId: id })
    const keys = stripe.requests.filter(({ form }) => form.get('client_reference_id') === id).map(({ key }) => key)
    expect(keys[0]).toBe(`${id}-1`)
    expect(keys.at(-1)).toBe(`${id}-2`)
  })

  test('isn’t set up refuses before an order is placed', async () => {
    const bare = await testShop({ gateway: null })
    const shopper = await verified(bare)
    const product = await aProduct(bare.db, { stock: 1 })
    const { json } = await shopper.post('/api/order/stripe', {
      address: await anAddress(bare.db, shopper.user._id),
      items: [{ product: product.id, quantity: 1 }],
    })
    expect(json.code).toBe('payment_unavailable')
    expect(await bare.db.selectFrom('shopOrder').select('id').execute()).toEqual([])
    await bare.close()
  })
})

describe('an event', () => {
  test('an event of a payment places the order, however often it arrives', async () => {
    const { shopper, id, potato } = await ordered()
    const event = await stripe.pay(stripe.pageOf(id))
    const replies = await Promise.all(Array.from({ length: 5 }, () => postWebhook(event)))
    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200, 200, 200, 200])
    const order = await getOrder(shop.db, id)
    expect(order).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect(order.timeline).toHaveLength(2)
    expect(await cartOf(shopper)).toEqual({})
    expect(await stockOf(shop.db, potato.id)).toBe(7)
    expect(await countJobs(shop.pool, { key: `order-mail:${id}` })).toBe(1)
  })

  test('an event of another amount or currency doesn’t place the order, and the payment is refunded', async () => {
    for (const change of [{ amount_total: 1 }, { currency: 'thb' }]) {
      const { id } = await ordered()
      const page = stripe.pageOf(id)
      Object.assign(page, change)
      expect((await postWebhook(await stripe.pay(page))).statusCode).toBe(200)
      expect((await getOrder(shop.db, id)).isPaid).toBe(false)
      await shop.runJobs()
      expect(stripe.refunds).toContainEqual({ payment: `pi_${page.id}`, amount: page.amount_total })
    }
  })

  test('an event of a payment for an order that was cancelled meanwhile refunds it', async () => {
    const { id, potato, shopper } = await ordered()
    const page = stripe.pageOf(id)
    await postWebhook(await stripe.event('checkout.session.expired', page))
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(await stockOf(shop.db, potato.id)).toBe(10)
    const mails = async () =>
      (await payloadsOf(shop.pool, { key: `cancelled-mail:${id}` })).map(({ cause }) => ({ cause }))
    expect(await mails()).toEqual([])
    const paid = await stripe.pay(page)
    await postWebhook(paid)
    await postWebhook(paid)
    expect(await mails()).toEqual([{ cause: 'late' }])
    expect((await ordersOf(shopper))[0]).toMatchObject({ status: 'Cancelled', isPaid: false, refund: 'due' })
    await shop.runJobs()
    expect(stripe.refunds.filter(({ payment }) => payment === `pi_${page.id}`)).toEqual([
      { payment: `pi_${page.id}`, amount: 6796 },
    ])
    expect((await ordersOf(shopper))[0]).toMatchObject({ status: 'Cancelled', refund: 'done' })
    expect(await stockOf(shop.db, potato.id)).toBe(10)
  })

  test('an event of a payment for no order refunds it', async () => {
    const stray = {
      id: 'cs_stray',
      client_reference_id: 'no order',
      metadata: { shop: 'https://shop.example' },
      payment_intent: 'pi_stray',
      payment_status: 'paid',
    }
    const event = await stripe.event('checkout.session.completed', { ...stray, amount_total: 500, currency: 'usd' })
    expect((await postWebhook(event)).statusCode).toBe(200)
    await shop.runJobs()
    expect(stripe.refunds).toContainEqual({ payment: 'pi_stray', amount: 500 })
  })

  test('an event that arrives before the shop has recorded the page is matched to its order', async () => {
    const { id } = await ordered()
    await shop.db
      .updateTable('payment')
      .set({ state: 'opening', session: null, url: null })
      .where('orderId', '=', id)
      .execute()
    await postWebhook(await stripe.pay(stripe.pageOf(id)))
    expect((await getOrder(shop.db, id)).isPaid).toBe(true)
  })

  test('an asynchronous payment method counts when the payment succeeds', async () => {
    const { id } = await ordered()
    const page = stripe.pageOf(id)
    await postWebhook(await stripe.event('checkout.session.completed', { ...page, payment_status: 'unpaid' }))
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
    const paid = { ...page, payment_status: 'paid', payment_intent: 'pi_slow' }
    await postWebhook(await stripe.event('checkout.session.async_payment_succeeded', paid))
    expect((await getOrder(shop.db, id)).isPaid).toBe(true)
  })

  test('an event of a failed payment cancels the order', async () => {
    const { id, potato } = await ordered()
    await postWebhook(await stripe.event('checkout.session.async_payment_failed', stripe.pageOf(id)))
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(await stockOf(shop.db, potato.id)).toBe(10)
  })

  test('an event of a refund by hand cancels the order, which is not refunded again', async () => {
    const { id, potato, shopper } = await ordered()
    const page = stripe.pageOf(id)
    await postWebhook(await stripe.pay(page))
    const charge = { payment_intent: page.payment_intent, metadata: { order_id: id }, amount: 6796, currency: 'usd' }
    await postWebhook(await stripe.event('charge.refunded', { ...charge, amount_refunded: 100 }))
    expect((await ordersOf(shopper))[0]).toMatchObject({ status: 'Order Placed', paidOut: 1 })
    await postWebhook(await stripe.event('charge.refunded', { ...charge, amount_refunded: 6796 }))
    expect((await ordersOf(shopper))[0]).toMatchObject({ status: 'Cancelled', refund: 'done', paidOut: 67.96 })
    expect(await stockOf(shop.db, potato.id)).toBe(10)
    // The shopper gets a mail, as for any order that the shop cancels.
    expect((await jobsLeft(id)).map(({ key }) => key)).toContain(`cancelled-mail:${id}`)
    await shop.runJobs()
    expect(stripe.refunds.filter(({ payment }) => payment === page.payment_intent)).toEqual([])
  })

  test('partial refunds of a delivered order add up, in whichever order their events arrive', async () => {
    const { id, shopper } = await ordered()
    const page = stripe.pageOf(id)
    await postWebhook(await stripe.pay(page))
    await shop.db.updateTable('shopOrder').set({ status: 'Delivered' }).where('id', '=', id).execute()
    const charge = { payment_intent: page.payment_intent, metadata: { order_id: id }, amount: 6796, currency: 'usd' }
    const told = async (cents: number) => {
      await postWebhook(await stripe.event('charge.refunded', { ...charge, amount_refunded: cents }))
      const [{ status, refund, paidOut }] = await ordersOf(shopper)
      return { status, refund, paidOut }
    }
    expect(await told(1250)).toEqual({ status: 'Delivered', refund: undefined, paidOut: 12.5 })
    expect(await told(2000)).toEqual({ status: 'Delivered', refund: undefined, paidOut: 20 })
    expect(await told(1250)).toEqual({ status: 'Delivered', refund: undefined, paidOut: 20 })
    expect(await told(6796)).toEqual({ status: 'Delivered', refund: 'done', paidOut: 67.96 })
    expect(await told(2000)).toEqual({ status: 'Delivered', refund: 'done', paidOut: 67.96 })
  })

  test('a refund’s event before its payment’s cancels the order without a mail', async () => {
    const { id } = await ordered()
    const charge = { payment_intent: 'pi_early', metadata: { order_id: id }, amount: 6796, amount_refunded: 6796 }
    await postWebhook(await stripe.event('charge.refunded', { ...charge, currency: 'usd' }))
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect((await jobsLeft(id)).map(({ key }) => key)).not.toContain(`cancelled-mail:${id}`)
  })

  describe('an event of a refund that failed later', () => {
    /** Makes a cancelled, refunded order; `fail` sends one of Stripe's events about the refund. */
    async function refunded() {
      const { id, shopper } = await ordered()
      const page = stripe.pageOf(id)
      await postWebhook(await stripe.pay(page))
      const owner = await seller(shop)
      await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
      await shop.runJobs()
      const refund = {
        id: `re_of_${id}`,
        object: 'refund',
        amount: 6796,
        currency: 'usd',
        payment_intent: page.payment_intent,
        metadata: {},
      }
      const charge = { payment_intent: page.payment_intent, metadata: { order_id: id }, amount: 6796, currency: 'usd' }
      const seen = async () => {
        const { number, refund, paidOut } = (await owner.get('/api/order/seller?limit=1')).json.orders[0]
        return { number, refund, paidOut }
      }
      return {
        id,
        owner,
        seen,
        number: (await seen()).number as number,
        shopperSees: async () => (await ordersOf(shopper))[0].refund,
        fail: async (type: string, status = 'failed') =>
          postWebhook(await stripe.event(type, { ...refund, status }, 10)),
        sendBack: async (later: number, cents = 6796) =>
          postWebhook(await stripe.event('charge.refunded', { ...charge, amount_refunded: cents }, later)),
      }
    }

    test.each([
      ['refund.failed', 'failed'],
      ['refund.updated', 'canceled'],
      ['charge.refund.updated', 'failed'],
    ])('tells the seller that the shop has the money again (%s, %s)', async (type, status) => {
      const { seen, fail, number, owner, shopperSees } = await refunded()
      expect(await seen()).toEqual({ number, refund: 'done', paidOut: 67.96 })
      expect((await fail(type, status)).statusCode).toBe(200)
      expect(await seen()).toEqual({ number, refund: 'failed', paidOut: undefined })
      // The shopper is owed the money, whatever the reason.
      expect(await shopperSees()).toBe('due')
      const { problems } = (await owner.get('/api/seller/health')).json
      const problem = problems.find(({ code }) => code === 'refund_failed')
      expect(problem.message).toContain(`${number}`)
    })

    test('a failed refund is booked once, though several events report it', async () => {
      const { seen, fail, sendBack, number } = await refunded()
      await fail('refund.failed')
      // The owner refunds a part again; then further events about the first refund arrive.
      await sendBack(20, 3000)
      await fail('refund.updated')
      await fail('charge.refund.updated')
      // The rest is still owed.
      expect(await seen()).toEqual({ number, refund: 'failed', paidOut: 30 })
    })

    test('ends when the money is refunded again, not with an older event that arrives late', async () => {
      const { seen, fail, sendBack, number, owner } = await refunded()
      await fail('refund.failed')
      await sendBack(5)
      expect((await seen()).refund).toBe('failed')
      await sendBack(20)
      expect(await seen()).toEqual({ number, refund: 'done', paidOut: 67.96 })
      const { problems } = (await owner.get('/api/seller/health')).json
      expect(JSON.stringify(problems)).not.toContain(`${number}`)
    })

    test('a failed refund isn’t reported while the refund is pending', async () => {
      const { seen, fail } = await refunded()
      await fail('refund.updated', 'pending')
      expect((await seen()).refund).toBe('done')
    })

    test('an event of an unknown payment changes nothing', async () => {
      const unknown = { id: 're_unknown', amount: 100, currency: 'usd', payment_intent: 'pi_unknown', metadata: {} }
      const event = await stripe.event('refund.failed', { ...unknown, status: 'failed' })
      expect((await postWebhook(event)).statusCode).toBe(200)
    })
  })

  test('an event of another kind is accepted and changes nothing', async () => {
    const { id } = await ordered()
    expect((await postWebhook(await stripe.event('customer.created', { id: 'cus_1' }))).statusCode).toBe(200)
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
  })

  test('an event of Stripe’s other mode, live or test, is accepted and changes nothing', async () => {
    const { id } = await ordered()
    const { body } = await stripe.pay(stripe.pageOf(id))
    const sent = async (livemode: boolean) => {
      const event = JSON.stringify({ ...JSON.parse(body), livemode })
      return { body: event, signature: await signStripeEvent(event, webhookSecret) }
    }
    expect((await postWebhook(await sent(true))).statusCode).toBe(200)
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')

    const liveSettings = { secretKey: 'rk_live_talad', webhookSecret, apiBase: undefined }
    const kindOf = async (livemode: boolean) => {
      const event = await sent(livemode)
      const live = stripeGateway(liveSettings, 'https://shop.example')
      return (await live.readEvent(Buffer.from(event.body), event.signature)).kind
    }
    expect([await kindOf(false), await kindOf(true)]).toEqual(['other', 'paid'])
  })

  test.each([
    ['signed with another secret', async (body: string) => (await testSignature(body, 'whsec_other')).signature],
    ['signed six minutes ago', async (body: string) => (await testSignature(body, webhookSecret, 360)).signature],
    ['whose body was changed', async (body: string) => (await testSignature(`${body} `, webhookSecret)).signature],
    ['without any signature', async () => ''],
    ['with an incomplete signature', async () => 't=1'],
  ])('%s is refused and changes nothing', async (_name, sign) => {
    const { id } = await ordered()
    const { body } = await stripe.pay(stripe.pageOf(id))
    const response = await postWebhook({ body, signature: await sign(body) })
    expect([response.statusCode, response.json().code]).toEqual([400, 'event_unsigned'])
    expect((await getOrder(shop.db, id)).isPaid).toBe(false)
  })
})

describe('an order whose event was lost', () => {
  test('an order whose event was lost is marked as paid by polling Stripe', async () => {
    const { id } = await ordered()
    const late = await stripe.pay(stripe.pageOf(id))
    await pollNow(id)
    await shop.runJobs()
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Order Placed', isPaid: true })
    // The event arrives after all.
    await postWebhook(late)
    expect((await getOrder(shop.db, id)).timeline).toHaveLength(2)
  })

  test('is cancelled when its time is over, and its page is closed', async () => {
    const { id, potato } = await ordered()
    await closeNow(id)
    await pollNow(id)
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(stripe.pageOf(id).status).toBe('expired')
    expect(await stockOf(shop.db, potato.id)).toBe(10)
  })

  test('an order whose gateway is unreachable is polled again, until five minutes after its time', async () => {
    const { id, potato } = await ordered()
    await closeNow(id)
    stripe.behave('error 500')
    await pollNow(id)
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
    expect(await jobsLeft(id)).toEqual([{ key: `poll:${id}`, error: null }])
    await closeNow(id, 6)
    await makeDue(shop.pool, { orderId: id })
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(await stockOf(shop.db, potato.id)).toBe(10)
  })
})

test('a refund that fails at first is repeated, and made once', async () => {
  const { id } = await ordered()
  const page = stripe.pageOf(id)
  await postWebhook(await stripe.pay(page))
  const owner = await seller(shop)
  await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
  stripe.behave('reply lost')
  await shop.runJobs()
  stripe.behave('normal')
  await makeDue(shop.pool, { key: `refund:${id}` })
  await shop.runJobs()
  expect(stripe.refunds.filter(({ payment }) => payment === page.payment_intent)).toEqual([
    { payment: page.payment_intent, amount: 6796 },
  ])
  expect(await jobsLeft(id)).not.toContainEqual(expect.objectContaining({ error: expect.any(String) }))
})

/** Returns a signature as Stripe makes it, `secondsAgo` old. */
async function testSignature(body: string, secret: string, secondsAgo = 0): Promise<{ signature: string }> {
  const { createHmac } = await import('node:crypto')
  const time = Math.floor(Date.now() / 1000) - secondsAgo
  const signed = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return { signature: `t=${time},v1=${signed}` }
}
