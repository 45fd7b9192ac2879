import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { limits } from '../../contract/values/limits.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { makeDue, queuedJobs, runTask } from '../../testing/database/jobs.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { anAddress, aProduct, stockOf } from '../../testing/makers/rows.ts'
import { cookieOf, seller, testShop, verified } from '../../testing/shop.ts'
import { stripeShop } from '../../testing/shops/stripe-shop.ts'
import { maxConcurrent } from '../http/admission/fair-queue.ts'
import { handlePaymentEvent } from '../orders/paying/handle-payment-event.ts'
import { paymentTasks } from '../orders/paying/payment-tasks.ts'
import { getOrder } from '../orders/queries.ts'
import type { Gateway } from './gateway.ts'

const { stripe, shop, gateway, postWebhook, close } = await stripeShop()
const owner = await seller(shop)
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await close()
})
beforeEach(() => {
  stripe.behave('normal')
  stripe.makeRefundsWait(false)
})

/** An order of three at 19.99, with 2% tax: 61.16. Its product has a counted stock of ten. */
async function ordered() {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db, { offerPrice: 1999, stock: 10 })
  const body = { address, items: [{ product: product.id, quantity: 3 }] }
  const { json } = await shopper.post('/api/order/stripe', body)
  return { shopper, body, product, id: json.orderId as string, page: stripe.pageOf(json.orderId) }
}

const refundsOf = (payment: string) => stripe.refunds.filter((refund) => refund.payment === payment)
const closedSince = (id: string, minutes: number) =>
  shop.pool.query('update payment set expires_at = now() - make_interval(mins => $2) where order_id = $1', [
    id,
    minutes,
  ])
const pollNow = async (id: string) => {
  await makeDue(shop.pool, { key: `poll:${id}` })
  await shop.runJobs()
}
/** Returns the minutes until the next poll of the gateway; undefined if there is none. */
async function minutesToPoll(id: string): Promise<number | undefined> {
  const [poll] = await queuedJobs(shop.pool, { key: `poll:${id}` })
  return poll && poll.seconds / 60
}

describe('a second payment of one order', () => {
  test('a second payment of one order is refunded, and the order isn’t changed', async () => {
    const { id, page, product } = await ordered()
    await postWebhook(await stripe.pay(page))
    const second = { ...page, id: 'cs_second', payment_intent: `pi_second_${page.id}` }
    await postWebhook(await stripe.event('checkout.session.completed', second))
    await shop.runJobs()
    expect(refundsOf(second.payment_intent)).toEqual([{ payment: second.payment_intent, amount: 6116 }])
    expect(refundsOf(`pi_${page.id}`)).toEqual([])
    // Stripe's event about the refund isn't about the order's own payment.
    const charge = { payment_intent: second.payment_intent, metadata: page.metadata, currency: 'usd' }
    await postWebhook(await stripe.event('charge.refunded', { ...charge, amount: 6116, amount_refunded: 6116 }))
    const order = await getOrder(shop.db, id)
    expect(order).toMatchObject({ status: 'Order Placed', isPaid: true, paymentState: 'paid' })
    expect(await stockOf(shop.db, product.id)).toBe(7)
  })
})

describe('an order of which another amount was paid', () => {
  test('is cancelled and its stock returned, as its page can’t be paid any more', async () => {
    const { id, page, product } = await ordered()
    page.amount_total = 1
    await postWebhook(await stripe.pay(page))
    await shop.runJobs()
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await stockOf(shop.db, product.id)).toBe(10)
    expect(refundsOf(`pi_${page.id}`)).toEqual([{ payment: `pi_${page.id}`, amount: 1 }])
  })
})

test('a payment of an order that its shopper cancelled is listed while it goes back, and found by its number', async () => {
  const { id, page, shopper } = await ordered()
  expect((await shopper.post('/api/order/cancel', { orderId: id })).json.success).toBe(true)
  await postWebhook(await stripe.pay(page))
  const { number } = await getOrder(shop.db, id)
  const toPayOut = async () => (await owner.get('/api/order/seller?balance=pay-out')).json.orders
  const byNumber = async () => (await owner.get(`/api/order/seller?q=%23${number}&awaiting=true`)).json.orders
  const due = { number, status: 'Cancelled', refund: 'due', money: { received: 61.16, balance: -61.16 } }
  expect((await toPayOut()).find((order) => order.number === number)).toMatchObject(due)
  expect(await byNumber()).toMatchObject([due])
  await shop.runJobs()
  expect((await toPayOut()).filter((order) => order.number === number)).toEqual([])
  expect(await byNumber()).toMatchObject([{ number, refund: 'done', paidOut: 61.16, money: { balance: 0 } }])
})

describe('an unpaid order that is cancelled, whose payment’s event never comes,', () => {
  const isRefunded = async (id: string, payment: string) => {
    expect(refundsOf(payment)).toEqual([{ payment, amount: 6116 }])
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Cancelled', paymentState: 'refunded' })
    expect(await queuedJobs(shop.pool, { task: 'send-cancelled-mail', orderId: id })).toHaveLength(1)
  }
  const closeNow = async (id: string) => {
    await makeDue(shop.pool, { key: `close-page:${id}` })
    await shop.runJobs()
  }

  test('is refunded if it was paid before', async () => {
    const { id, page, shopper } = await ordered()
    await stripe.pay(page)
    expect((await shopper.post('/api/order/cancel', { orderId: id })).json.success).toBe(true)
    await shop.runJobs()
    await isRefunded(id, `pi_${page.id}`)
  })

  test('is refunded if the payment succeeds after being processed', async () => {
    const { id, page, shopper } = await ordered()
    await stripe.process(page)
    expect((await shopper.post('/api/order/cancel', { orderId: id })).json.success).toBe(true)
    await shop.runJobs()
    expect(refundsOf(`pi_${page.id}`)).toEqual([])
    await stripe.finish(page, 'succeeded')
    await closeNow(id)
    await isRefunded(id, `pi_${page.id}`)
  })

  test('is refunded if the gateway couldn’t be reached until then', async () => {
    const { id, page } = await ordered()
    await stripe.pay(page)
    await closedSince(id, 6)
    stripe.behave('error 400')
    await pollNow(id)
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Cancelled', isPaid: false })
    stripe.behave('normal')
    await closeNow(id)
    await isRefunded(id, `pi_${page.id}`)
  })
})

describe('an order whose payment is being processed', () => {
  const ordersOf = async ({ shopper }: Awaited<ReturnType<typeof ordered>>) =>
    (await shopper.get('/api/order/user?awaiting=true')).json.orders
  const cartOf = async ({ shopper }: Awaited<ReturnType<typeof ordered>>) =>
    (await shopper.get('/api/user/is-auth')).json.user.cartItems

  /** An order of three whose shopper has finished the page: Stripe doesn't know yet whether the payment succeeds. */
  async function processing({ byEvent = true } = {}) {
    const made = await ordered()
    await made.shopper.post('/api/cart/update', { cartItems: { [made.product.id]: 3 } })
    const event = await stripe.process(made.page)
    if (byEvent) await postWebhook(event)
    return made
  }

  test('says so to its shopper and to the seller, and can’t be paid again', async () => {
    const made = await processing()
    const { id, shopper } = made
    const [order] = await ordersOf(made)
    expect(order).toMatchObject({ status: 'Awaiting payment', isPaid: false, processing: true })
    const { number } = order
    const { orders } = (await owner.get(`/api/order/seller?q=%23${number}&awaiting=true`)).json
    expect(orders).toMatchObject([{ number, processing: true }])
    expect((await shopper.post('/api/order/pay', { orderId: id })).json.code).toBe('payment_processing')
    // Probably paid: its goods would be ordered twice.
    expect(await cartOf(made)).toEqual({})
    await postWebhook(await stripe.finish(made.page, 'succeeded'))
    const [paid] = await ordersOf(made)
    expect(paid).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect(paid.processing).toBeUndefined()
  })

  test('leaves in the cart what was added to it since', async () => {
    const made = await processing()
    await made.shopper.post('/api/cart/update', { cartItems: { [made.product.id]: 2 } })
    await postWebhook(await stripe.finish(made.page, 'succeeded'))
    expect(await cartOf(made)).toEqual({ [made.product.id]: 2 })
  })

  test('waits beyond the time of its page, and is placed when the payment succeeds', async () => {
    const made = await processing({ byEvent: false })
    const { id, page } = made
    // The event was lost. Stripe doesn't let a complete page expire.
    await closedSince(id, 0)
    await pollNow(id)
    expect(await ordersOf(made)).toMatchObject([{ status: 'Awaiting payment', processing: true }])
    expect(await minutesToPoll(id)).toBeGreaterThan(9)
    await pollNow(id)
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
    page.payment_status = 'paid'
    await pollNow(id)
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Order Placed', isPaid: true })
  })

  test('an order is cancelled when its processed payment fails', async () => {
    const made = await processing()
    await postWebhook(await stripe.finish(made.page, 'failed'))
    expect(await ordersOf(made)).toMatchObject([{ status: 'Cancelled', processing: true }])
    expect(await stockOf(shop.db, made.product.id)).toBe(10)
  })

  test('is cancelled after a day, and money that comes later is refunded', async () => {
    const { id, page, product } = await processing()
    const { rows } = await shop.pool.query(
      'select extract(epoch from expires_at - now()) / 3600 as hours from payment where order_id = $1',
      [id],
    )
    expect(Number(rows[0].hours)).toBeCloseTo(24, 1)
    await closedSince(id, 1)
    await pollNow(id)
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
    await closedSince(id, 5)
    await pollNow(id)
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(await minutesToPoll(id)).toBeUndefined()
    expect(await stockOf(shop.db, product.id)).toBe(10)
    await postWebhook(await stripe.finish(page, 'succeeded'))
    await shop.runJobs()
    expect(refundsOf(`pi_${page.id}`)).toEqual([{ payment: `pi_${page.id}`, amount: 6116 }])
  })

  test('isn’t cancelled by another order of the same goods, which is refused if it would replace it', async () => {
    const { id, shopper, body } = await processing()
    expect((await shopper.post('/api/order/cod', { ...body, replaces: id })).json.code).toBe('order_being_paid')
    await shopper.post('/api/order/cod', body)
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
  })

  test('stays placed if the events come in the other order', async () => {
    const { id, page } = await ordered()
    const completed = await stripe.process({ ...page })
    await postWebhook(await stripe.pay(page))
    await postWebhook(completed)
    expect(await getOrder(shop.db, id)).toMatchObject({ status: 'Order Placed', isPaid: true })
  })
})

describe('an order whose gateway is unreachable', () => {
  test('is polled again within a minute, however often that failed', async () => {
    const { id } = await ordered()
    stripe.behave('error 400')
    for (let failed = 1; failed <= 9; failed += 1) {
      await pollNow(id)
      expect(await minutesToPoll(id), `after ${failed}`).toBeLessThan(1.1)
    }
  })

  test('because its key was removed from the settings is cancelled as well', async () => {
    const { id, product } = await ordered()
    await closedSince(id, 5)
    const tasks = paymentTasks({ db: shop.db, gateway: undefined, log: shop.app.log, shop: shopConfig })
    await runTask(tasks, 'poll-payment', { orderId: id, poll: 0 })
    expect((await getOrder(shop.db, id)).status).toBe('Cancelled')
    expect(await stockOf(shop.db, product.id)).toBe(10)
  })
})

describe('on an account that other shops share', () => {
  test('a payment of another shop is ignored', async () => {
    const theirs = {
      id: 'cs_theirs',
      client_reference_id: 'basket 7',
      metadata: {},
      payment_intent: 'pi_theirs',
      payment_status: 'paid',
      amount_total: 500,
      currency: 'usd',
    }
    for (const change of [
      {},
      { client_reference_id: null },
      { client_reference_id: '0199a1f0-0000-7000-8000-000000000000', metadata: { shop: 'https://other.example' } },
    ])
      expect(
        (await postWebhook(await stripe.event('checkout.session.completed', { ...theirs, ...change }))).statusCode,
      ).toBe(200)
    await shop.runJobs()
    expect(refundsOf('pi_theirs')).toEqual([])
  })

  test('a payment of another shop with the id of our order changes nothing', async () => {
    const { id, product } = await ordered()
    const theirs = {
      id: 'cs_naming',
      client_reference_id: id,
      metadata: {},
      payment_intent: 'pi_naming',
      payment_status: 'paid',
      amount_total: 100,
      currency: 'usd',
    }
    expect((await postWebhook(await stripe.event('checkout.session.completed', theirs))).statusCode).toBe(200)
    await shop.runJobs()
    expect((await getOrder(shop.db, id)).status).toBe('Awaiting payment')
    expect(await stockOf(shop.db, product.id)).toBe(7)
    expect(refundsOf('pi_naming')).toEqual([])
  })
})

describe('a refund that waits until the shopper names a bank account', () => {
  /** A paid order that the seller cancels: its refund waits. */
  async function waiting() {
    stripe.makeRefundsWait(true)
    const { id, shopper, page } = await ordered()
    await postWebhook(await stripe.pay(page))
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    const payment = `pi_${page.id}`
    return {
      id,
      payment,
      seen: async () => {
        const [order] = (await shopper.get('/api/order/user')).json.orders
        const { orders } = (await owner.get(`/api/order/seller?q=%23${order.number}`)).json
        return { shopper: order.refund, seller: orders[0].refund, balance: orders[0].money.balance }
      },
      tell: async (type: string, status: string) => postWebhook(await stripe.refundEvent(type, payment, status)),
    }
  }

  test('says so until Stripe has sent the money', async () => {
    const { seen, tell } = await waiting()
    expect(await seen()).toEqual({ shopper: 'needs action', seller: 'needs action', balance: 0 })
    await tell('refund.updated', 'requires_action')
    expect((await seen()).shopper).toBe('needs action')
    await tell('refund.updated', 'succeeded')
    expect(await seen()).toEqual({ shopper: 'done', seller: 'done', balance: 0 })
    // An older event that arrives late.
    await tell('refund.created', 'requires_action')
    expect((await seen()).shopper).toBe('done')
  })

  test('fails when the shopper doesn’t answer, and is to be paid out by the seller', async () => {
    const { seen, tell } = await waiting()
    await tell('refund.failed', 'failed')
    expect(await seen()).toEqual({ shopper: 'due', seller: 'failed', balance: -61.16 })
  })

  test('a refund by the owner at the dashboard is known by its event', async () => {
    const { shopper, page } = await ordered()
    await postWebhook(await stripe.pay(page))
    stripe.refunds.push({ payment: `pi_${page.id}`, amount: 1000, waits: true })
    await postWebhook(await stripe.refundEvent('refund.created', `pi_${page.id}`, 'requires_action'))
    expect((await shopper.get('/api/order/user')).json.orders[0].refund).toBe('needs action')
    await postWebhook(await stripe.refundEvent('refund.updated', `pi_${page.id}`, 'pending'))
    expect((await shopper.get('/api/order/user')).json.orders[0].refund).toBeUndefined()
  })

  test('isn’t refunded a second time by a repeated job', async () => {
    const { id, payment } = await waiting()
    await shop.db.updateTable('payment').set({ state: 'refund due' }).where('orderId', '=', id).execute()
    const tasks = paymentTasks({ db: shop.db, gateway, log: shop.app.log, shop: shopConfig })
    await runTask(tasks, 'refund-payment', { orderId: id })
    expect(refundsOf(payment)).toHaveLength(1)
  })
})

test('an order of as many products as a cart holds stays within Stripe’s hundred lines, to the cent', async () => {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const items = []
  for (let index = 0; index < limits.cartProducts; index += 1)
    items.push({ product: (await aProduct(shop.db, { offerPrice: 101 + index })).id, quantity: 2 })
  const { json } = await shopper.post('/api/order/stripe', { address, items })
  expect(json).toMatchObject({ success: true })
  // 2 × (101 + … + 300) = 80,200 cents, and 2% of it are 1,604.
  expect(stripe.pageOf(json.orderId).amount_total).toBe(81_804)
})

describe('a payment of which the owner refunded', () => {
  async function afterByHand(amount: number) {
    const { id, page } = await ordered()
    await postWebhook(await stripe.pay(page))
    stripe.refunds.push({ payment: `pi_${page.id}`, amount })
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    const tasks = paymentTasks({ db: shop.db, gateway, log: shop.app.log, shop: shopConfig })
    const refund = async () => runTask(tasks, 'refund-payment', { orderId: id })
    return { id, payment: `pi_${page.id}`, refund }
  }
  const stateOf = async (id: string) => (await getOrder(shop.db, id)).paymentState

  test('all by hand counts as refunded', async () => {
    const { id, payment, refund } = await afterByHand(6116)
    await refund()
    expect(await stateOf(id)).toBe('refunded')
    expect(refundsOf(payment)).toHaveLength(1)
  })

  test('a part by hand is refunded for the rest, once, though the reply was lost', async () => {
    const { id, payment, refund } = await afterByHand(1000)
    stripe.loseRepliesTo((requested) => requested.form.get('amount') === '5116')
    await expect(refund()).rejects.toThrow('An error occurred with our connection to Stripe')
    stripe.loseRepliesTo(() => false)
    expect(await stateOf(id)).toBe('refund due')
    await refund()
    expect(await stateOf(id)).toBe('refunded')
    expect(refundsOf(payment)).toEqual([
      { payment, amount: 1000 },
      { payment, amount: 5116 },
    ])
  })

  test('nothing stays due if its refund is refused for another reason', async () => {
    const { id, payment, refund } = await afterByHand(0)
    stripe.behave('error 400')
    await expect(refund()).rejects.toThrow('This account cannot take payments')
    expect(await stateOf(id)).toBe('refund due')
    stripe.behave('normal')
    await refund()
    expect(refundsOf(payment).at(-1)).toEqual({ payment, amount: 6116 })
  })
})

/**
 * Opens a shop whose gateway replies when the test calls `answer`, with a shopper who orders three pieces of a stock of
 * ten.
 */
async function shopWithManualGateway() {
  type Requested = { key: string; orderId: string; answer: (ok: boolean) => void }
  const requested: Requested[] = []
  const waiting: { count: number; done: () => void }[] = []
  const never = () => Promise.reject(new Error('not used by this test'))
  const gateway: Gateway = {
    open: ({ key, orderId }) =>
      new Promise((resolve, reject) => {
        const answer = (ok: boolean) =>
          ok ? resolve({ session: `cs_${key}`, url: 'https://pay.example/1' }) : reject(new Error('away'))
        requested.push({ key, orderId, answer })
        for (const { count, done } of waiting) if (requested.length >= count) done()
      }),
    pageState: never,
    expire: never,
    refundsOf: never,
    refund: never,
    readEvent: never,
  }
  const own = await testShop({ gateway })
  const shopper = await verified(own)
  const product = await aProduct(own.db, { stock: 10, offerPrice: 1999 })
  const body = { address: await anAddress(own.db, shopper.user._id), items: [{ product: product.id, quantity: 3 }] }
  return {
    own,
    shopper,
    body,
    order: () => shopper.post('/api/order/stripe', body, { 'idempotency-key': 'one click' }),
    /** Resolves with the requests to the gateway, once there are `count`. */
    requested: async (count: number) => {
      if (requested.length < count) await new Promise<void>((done) => waiting.push({ count, done }))
      return requested
    },
    orders: async () => (await shopper.get('/api/order/user?awaiting=true')).json.orders,
    stock: () => stockOf(own.db, product.id),
  }
}

test('an order whose payment page couldn’t be opened has replaced none: the next try, in cash, does', async () => {
  const { own, shopper, body, order, requested, orders, stock } = await shopWithManualGateway()
  const first = order()
  ;(await requested(1))[0]?.answer(true)
  const { orderId: replaces } = (await first).json
  const second = shopper.post('/api/order/stripe', { ...body, replaces })
  ;(await requested(2))[1]?.answer(false)
  expect((await second).json.code).toBe('payment_unavailable')
  expect((await orders())[0]).toMatchObject({ _id: replaces, status: 'Cancelled' })
  expect((await orders())[0].timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'shopper' })
  expect(await stock()).toBe(10)
  expect((await shopper.post('/api/order/cod', { ...body, replaces })).json).toMatchObject({ success: true })
  expect(await stock()).toBe(7)
  await own.close()
})

describe('two concurrent requests that open the page of one order', () => {
  async function twoRequests() {
    const { order, requested, ...rest } = await shopWithManualGateway()
    const replies = [order(), order()]
    const [first, second] = await requested(2)
    if (!first || !second) throw new Error('two requests were expected')
    expect(first.key).toBe(second.key)
    return { first, second, replies, ...rest }
  }

  test('keep the order if one gets the page and the other is refused', async () => {
    const { own, first, second, replies, orders, stock } = await twoRequests()
    first.answer(true)
    expect((await Promise.race(replies)).json).toMatchObject({ success: true, url: 'https://pay.example/1' })
    second.answer(false)
    const outcomes = (await Promise.all(replies)).map(({ json }) => json.code ?? 'opened')
    expect(outcomes.sort()).toEqual(['opened', 'payment_unavailable'])
    expect(await orders()).toMatchObject([{ status: 'Awaiting payment' }])
    expect(await stock()).toBe(7)
    await own.close()
  })

  test('leave no order if the refused one deleted it first', async () => {
    const { own, first, second, replies, orders, stock } = await twoRequests()
    first.answer(false)
    expect((await Promise.race(replies)).json.code).toBe('payment_unavailable')
    second.answer(true)
    expect((await Promise.all(replies)).map(({ json }) => json.code)).toEqual([
      'payment_unavailable',
      'payment_unavailable',
    ])
    expect(await orders()).toEqual([])
    expect(await stock()).toBe(10)
    await own.close()
  })
})

test('a gateway that doesn’t reply doesn’t delay other requests', async () => {
  const { own, shopper, body, requested } = await shopWithManualGateway()
  // Over a real connection: injected requests aren't part of the limit of concurrent ones.
  const url = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': 'one click',
    cookie: cookieOf(shopper),
  }
  const order = () => fetch(`${url}/api/order/stripe`, { method: 'POST', headers, body: JSON.stringify(body) })
  const replies = Array.from({ length: maxConcurrent.normal + 8 }, order)
  const requests = await requested(replies.length)
  expect((await fetch(`${url}/api/product/list?limit=1`)).status).toBe(200)
  for (const request of requests) request.answer(true)
  await Promise.all(replies)
  await own.close()
})

test('a page that is paid before the shop has recorded it returns the URL of My orders', async () => {
  const { own, order, requested, orders, stock } = await shopWithManualGateway()
  const reply = order()
  const [page] = await requested(1)
  if (!page) throw new Error('the gateway was not called')
  const paid = { id: 'evt_early', kind: 'paid', ours: true, payment: 'pi_early', currency: 'usd' } as const
  await handlePaymentEvent(
    { db: own.db, log: own.app.log, shop: shopConfig },
    { ...paid, orderId: page.orderId, amountCents: 6116 },
  )
  page.answer(true)
  expect((await reply).json).toMatchObject({ success: true, url: 'http://127.0.0.1:3000/my-orders' })
  expect(await orders()).toMatchObject([{ status: 'Order Placed', isPaid: true }])
  expect(await stock()).toBe(7)
  await own.close()
})

test('a page whose request got no reply is requested with a new key before it would close too early', async () => {
  const { shopper, id } = await ordered()
  const requested = (seconds: number) =>
    shop.pool.query(
      `update payment set state = 'opening', session = null, url = null, page_requested_at = now() - make_interval(secs => $2),
         expires_at = now() + make_interval(secs => 1830 - $2) where order_id = $1`,
      [id, seconds],
    )
  const keys = () => stripe.requests.filter(({ form }) => form.get('client_reference_id') === id).map(({ key }) => key)
  await requested(26)
  expect((await shopper.post('/api/order/pay', { orderId: id })).json.success).toBe(true)
  expect(keys()).toEqual([`${id}-1`, `${id}-2`])
  await requested(20)
  await shopper.post('/api/order/pay', { orderId: id })
  expect(keys().at(-1)).toBe(`${id}-2`)
})
