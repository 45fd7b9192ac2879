import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { shop as shopConfig } from '../../../shop.config.ts'
import { makeDue, payloadsOf, queuedJobs, runTask } from '../../../testing/database/jobs.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { anAddress, aProduct } from '../../../testing/makers/rows.ts'
import { seller, verified } from '../../../testing/shop.ts'
import { stripeShop } from '../../../testing/shops/stripe-shop.ts'
import { moneyOfOrder } from '../ledger-queries.ts'
import { paymentTasks } from './payment-tasks.ts'

/*
 * Refunds of orders paid by card: the job, the gateway's events and the owner's refunds at the gateway, in any order.
 */

const { stripe, shop, gateway, postWebhook, close } = await stripeShop()
const owner = await seller(shop)
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await close()
})
beforeEach(() => {
  stripe.behave('normal')
  stripe.loseRepliesTo(() => false)
})

/** An order of two at 10.00 that was paid by card: 20.40. */
async function paid({ isDelivered = true } = {}) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db, { offerPrice: 1000 })
  const items = [{ product: product.id, quantity: 2 }]
  const id = (await shopper.post('/api/order/stripe', { address, items })).json.orderId as string
  const page = stripe.pageOf(id)
  await postWebhook(await stripe.pay(page))
  if (isDelivered) await shop.db.updateTable('shopOrder').set({ status: 'Delivered' }).where('id', '=', id).execute()
  const payment = `pi_${page.id}`
  let taken = 0
  return {
    id,
    payment,
    shopper,
    /** Refunds an amount in the shop. */
    refund: async (amount: number) => {
      const { json } = await owner.post('/api/order/refund', { id, amount, reason: 'late', seen: { reduction: taken } })
      if (json.success) taken = Math.round((json.order.amount - json.order.money.cost) * 100) / 100
      return json
    },
    /** Refunds cents at Stripe's dashboard, without an event yet. */
    refundAtStripe: (amount: number) => stripe.refunds.push({ payment, amount }),
    /** Sends Stripe's event about all refunds so far, or about `cents`. */
    tell: async (cents = refundedOf(payment), later = 0) =>
      postWebhook(
        await stripe.event(
          'charge.refunded',
          { payment_intent: payment, metadata: page.metadata, amount: 2040, amount_refunded: cents, currency: 'usd' },
          later,
        ),
      ),
    tellFailed: async (cents: number, later = 0) =>
      postWebhook(
        await stripe.event(
          'refund.failed',
          {
            id: `re_${id}_${cents}`,
            amount: cents,
            currency: 'usd',
            payment_intent: payment,
            metadata: {},
            status: 'failed',
          },
          later,
        ),
      ),
    money: () => moneyOfOrder(shop.db, id),
    seen: async () => (await owner.get(`/api/order/seller?q=%23${(await numberOf(id)) ?? ''}`)).json.orders[0],
    /** Runs the refunds' jobs as if they were due. */
    retry: async () => {
      await makeDue(shop.pool, { key: 'refund%' })
      await shop.runJobs()
    },
  }
}

const isRefund = ({ method, path }: { method: string; path: string }) => method === 'POST' && path === '/v1/refunds'

const refundsOf = (payment: string) =>
  stripe.refunds.filter((each) => each.payment === payment).map(({ amount }) => amount)
const refundedOf = (payment: string) => refundsOf(payment).reduce((sum, amount) => sum + amount, 0)
const numberOf = async (id: string) =>
  (await shop.db.selectFrom('shopOrder').select('number').where('id', '=', id).executeTakeFirst())?.number

describe('a refund of a card payment', () => {
  test('is requested from the gateway, and owed until then', async () => {
    const { refund, money, payment, seen, shopper, id } = await paid()
    expect((await refund(5)).order).toMatchObject({ refund: 'due', money: { balance: -5, refunding: true } })
    const shown = (await shopper.get(`/api/order/get?id=${id}`)).json.order
    expect(shown).toMatchObject({ owed: 5, refund: 'due', cost: 15.4 })
    const byHand = await owner.post('/api/order/payout', { id, method: 'cash', amount: 5 })
    expect(byHand.json.code).toBe('refund_under_way')
    await shop.runJobs()
    expect(refundsOf(payment)).toEqual([500])
    expect(await money()).toEqual({ cost: 1540, received: 2040, paidOut: 500, balance: 0 })
    expect(await seen()).toMatchObject({ status: 'Delivered', paidOut: 5, money: { refunding: false } })
    expect(await seen()).not.toHaveProperty('refund')
  })

  test.each(['before', 'after'])('counts once if its event arrives %s its own booking', async (when) => {
    const { refund, money, payment, tell, retry } = await paid()
    await refund(5)
    if (when === 'before') {
      stripe.loseRepliesTo(isRefund)
      await shop.runJobs()
      stripe.loseRepliesTo(() => false)
      await tell()
      await retry()
    } else {
      await shop.runJobs()
      await tell()
    }
    expect(refundsOf(payment)).toEqual([500])
    expect(await money()).toEqual({ cost: 1540, received: 2040, paidOut: 500, balance: 0 })
  })

  test('whose reply was lost is booked by the next try, and not made twice', async () => {
    const { refund, money, payment, retry } = await paid()
    await refund(5)
    stripe.loseRepliesTo(isRefund)
    await shop.runJobs()
    expect((await money()).balance).toBe(-500)
    await retry()
    expect((await money()).balance).toBe(0)
    stripe.loseRepliesTo(() => false)
    await retry()
    expect(refundsOf(payment)).toEqual([500])
    expect((await money()).balance).toBe(0)
  })

  test('of which a restored shop knows no reply isn’t made twice, also when Stripe has forgotten its key', async () => {
    const { refund, money, payment, retry } = await paid()
    await refund(5)
    stripe.loseRepliesTo(isRefund)
    await shop.runJobs()
    stripe.loseRepliesTo(() => false)
    stripe.forgetKeys()
    await retry()
    await retry()
    expect(refundsOf(payment)).toEqual([500])
    expect(await money()).toEqual({ cost: 1540, received: 2040, paidOut: 500, balance: 0 })
    // The next one isn't taken for it.
    await refund(5)
    await shop.runJobs()
    expect(refundsOf(payment)).toEqual([500, 500])
    expect((await money()).balance).toBe(0)
  })

  test('whose sum couldn’t be read afterwards is booked by the next try', async () => {
    const { refund, money, payment, retry } = await paid()
    await refund(5)
    stripe.loseRepliesTo(({ path }) => path.startsWith('/v1/payment_intents'))
    await shop.runJobs()
    stripe.loseRepliesTo(() => false)
    await retry()
    expect(refundsOf(payment)).toEqual([500])
    expect((await money()).balance).toBe(0)
  })

  test('waits for the one before it, whose event may come before its reply', async () => {
    const { refund, money, payment, tell, retry } = await paid()
    await refund(3)
    stripe.loseRepliesTo(isRefund)
    await shop.runJobs()
    stripe.loseRepliesTo(() => false)
    await tell()
    await refund(5)
    await shop.runJobs()
    await retry()
    await retry()
    expect(refundsOf(payment)).toEqual([300, 500])
    expect(await money()).toEqual({ cost: 1240, received: 2040, paidOut: 800, balance: 0 })
  })

  test('in several parts ends as refunded once all of it went back', async () => {
    const { refund, money, payment, seen, tell } = await paid()
    await refund(5)
    await refund(15)
    await shop.runJobs()
    await refund(0.4)
    await shop.runJobs()
    await tell()
    expect(refundsOf(payment)).toEqual([500, 1500, 40])
    expect(await money()).toEqual({ cost: 0, received: 2040, paidOut: 2040, balance: 0 })
    expect(await seen()).toMatchObject({ status: 'Delivered', refund: 'done', paidOut: 20.4 })
  })
})

describe('the owner’s refund at Stripe', () => {
  test('of what is still owed replaces the shop’s own', async () => {
    const { refund, refundAtStripe, tell, money, payment } = await paid()
    await refund(5)
    refundAtStripe(500)
    await tell()
    await shop.runJobs()
    expect(refundsOf(payment)).toEqual([500])
    expect(await money()).toMatchObject({ cost: 1540, paidOut: 500, balance: 0 })
  })

  test('of a part of it leaves the rest to the shop', async () => {
    const { refund, refundAtStripe, tell, money, payment } = await paid()
    await refund(5)
    refundAtStripe(200)
    await tell()
    await shop.runJobs()
    expect(refundsOf(payment)).toEqual([200, 300])
    expect(await money()).toMatchObject({ cost: 1540, paidOut: 500, balance: 0 })
  })

  test.each([
    ['all of it', 500, [500]],
    ['a part of it', 300, [300, 200]],
  ])(
    'of %s counts before its event arrives, as does one that a restored shop no longer knows',
    async (_of, cents, made) => {
      const { refund, refundAtStripe, tell, money, payment } = await paid()
      refundAtStripe(cents)
      await refund(5)
      await shop.runJobs()
      await tell(cents)
      await tell()
      expect(refundsOf(payment)).toEqual(made)
      expect(await money()).toEqual({ cost: 1540, received: 2040, paidOut: 500, balance: 0 })
    },
  )

  test('of a cancelled order, of which the shop doesn’t know, leaves nothing to refund', async () => {
    const { id, refundAtStripe, money, payment, seen } = await paid({ isDelivered: false })
    refundAtStripe(2040)
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    expect(refundsOf(payment)).toEqual([2040])
    expect(await money()).toEqual({ cost: 0, received: 2040, paidOut: 2040, balance: 0 })
    expect(await seen()).toMatchObject({ status: 'Cancelled', refund: 'done' })
  })

  test('of nearly all never makes it more than was paid', async () => {
    const { refund, refundAtStripe, tell, money, payment } = await paid()
    await refund(5)
    // Stripe takes a while, and the owner's refund comes first.
    stripe.behave('normal', 300)
    const jobs = shop.runJobs()
    await vi.waitFor(() =>
      expect(stripe.requests.filter(isRefund).map(({ form }) => form.get('payment_intent'))).toContain(payment),
    )
    refundAtStripe(1800)
    await jobs
    await tell()
    expect(refundedOf(payment)).toBe(2040)
    expect(await money()).toEqual({ cost: 0, received: 2040, paidOut: 2040, balance: 0 })
  })

  test('makes a seller look again before the next refund', async () => {
    const { refund, refundAtStripe, tell } = await paid()
    refundAtStripe(300)
    await tell()
    expect(await refund(5)).toMatchObject({ code: 'refund_changed' })
  })
})

describe('an order that is cancelled after a part of it was refunded', () => {
  test('gets the rest back', async () => {
    const { id, refund, money, payment, tell } = await paid({ isDelivered: false })
    await refund(5)
    await shop.runJobs()
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    await tell()
    expect(refundsOf(payment)).toEqual([500, 1540])
    expect(await money()).toEqual({ cost: 0, received: 2040, paidOut: 2040, balance: 0 })
  })

  test('gets all of it back once if the part wasn’t requested yet', async () => {
    const { id, refund, money, payment } = await paid({ isDelivered: false })
    await refund(5)
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    expect(refundedOf(payment)).toBe(2040)
    expect((await money()).balance).toBe(0)
  })

  test('and whose part got no reply waits for it, so that none goes back twice', async () => {
    const { id, refund, money, payment, retry, seen } = await paid({ isDelivered: false })
    await refund(5)
    stripe.loseRepliesTo(isRefund)
    await shop.runJobs()
    stripe.loseRepliesTo(() => false)
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    await retry()
    await retry()
    expect(refundsOf(payment)).toEqual([500, 1540])
    expect((await money()).balance).toBe(0)
    expect(await seen()).toMatchObject({ status: 'Cancelled', refund: 'done' })
  })

  test.each(['the order', 'another part'])(
    'and while a part gets no reply, the refund of %s waits without failing',
    async (of) => {
      const { id, refund, payment, retry } = await paid({ isDelivered: false })
      await refund(5)
      stripe.loseRepliesTo(isRefund)
      await shop.runJobs()
      stripe.loseRepliesTo(() => false)
      if (of === 'the order')
        await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
      else await refund(3)
      const waiting = async () => {
        const jobs = await queuedJobs<{ waits: number }>(shop.pool, { key: 'refund%', has: 'waits' })
        return jobs.map(({ payload: { waits }, error, attempts, seconds }) => {
          return { waits, error, attempts, due: seconds <= 0 }
        })
      }
      for (const waits of [1, 2]) {
        await makeDue(shop.pool, { has: 'waits' })
        await shop.runJobs()
        expect(await waiting()).toEqual([{ waits, error: null, attempts: 0, due: false }])
      }
      expect(refundsOf(payment)).toEqual([500])
      await retry()
      await retry()
      expect(refundsOf(payment)).toEqual([500, of === 'the order' ? 1540 : 300])
      expect(await waiting()).toEqual([])
    },
  )

  test('and waits at most some minutes before that is an error', async () => {
    const { id, refund } = await paid({ isDelivered: false })
    await refund(5)
    stripe.loseRepliesTo(isRefund)
    await shop.runJobs()
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    const run = (waits: number) =>
      runTask(paymentTasks({ db: shop.db, gateway, log: shop.app.log, shop: shopConfig }), 'refund-payment', {
        orderId: id,
        waits,
      })
    await run(59)
    await expect(run(60)).rejects.toThrow('no reply for minutes')
  })
})

describe('a refund that fails', () => {
  test('later at the gateway is owed again, and may be paid out by hand', async () => {
    const { id, refund, tell, tellFailed, money, seen } = await paid()
    await refund(5)
    await shop.runJobs()
    await tell()
    await tellFailed(500, 10)
    expect(await seen()).toMatchObject({ refund: 'failed', owed: 5, money: { balance: -5, refunding: false } })
    const { json } = await owner.post('/api/order/payout', { id, method: 'transfer', amount: 5 })
    expect(json.order).toMatchObject({ paidOut: 5, money: { balance: 0 } })
    expect(json.order).not.toHaveProperty('refund')
    expect(await money()).toEqual({ cost: 1540, received: 2040, paidOut: 500, balance: 0 })
  })

  test('before the shop has booked it isn’t booked', async () => {
    const { refund, tellFailed, money, payment, retry, seen } = await paid()
    await refund(5)
    stripe.loseRepliesTo(isRefund)
    await shop.runJobs()
    stripe.loseRepliesTo(() => false)
    // Stripe takes a failed refund off the charge.
    await tellFailed(500)
    stripe.refunds.splice(
      stripe.refunds.findIndex((each) => each.payment === payment),
      1,
    )
    await retry()
    expect((await money()).balance).toBe(-500)
    expect(await seen()).toMatchObject({ refund: 'failed', money: { refunding: false } })
  })

  test('and is sent once more from the dashboard is done', async () => {
    const { id, payment, tell, tellFailed, refundAtStripe, money, seen } = await paid({ isDelivered: false })
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    await tell()
    await tellFailed(2040, 10)
    stripe.refunds.splice(
      stripe.refunds.findIndex((each) => each.payment === payment),
      1,
    )
    expect(await seen()).toMatchObject({ refund: 'failed', money: { balance: -20.4 } })
    refundAtStripe(2040)
    await tell(2040, 20)
    expect(await money()).toEqual({ cost: 0, received: 2040, paidOut: 2040, balance: 0 })
    expect((await seen()).refund).toBe('done')
  })

  test('after money went back by hand and the order is cancelled, only the rest goes back', async () => {
    const { id, refund, tellFailed, money, payment, tell } = await paid({ isDelivered: false })
    await refund(5)
    await shop.runJobs()
    await tellFailed(500)
    stripe.refunds.splice(
      stripe.refunds.findIndex((each) => each.payment === payment),
      1,
    )
    await owner.post('/api/order/payout', { id, method: 'transfer', amount: 5 })
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    await shop.runJobs()
    await tell(1540, 10)
    expect(refundsOf(payment)).toEqual([1540])
    expect(await money()).toEqual({ cost: 0, received: 2040, paidOut: 2040, balance: 0 })
  })

  test.each(['refund-part', 'refund-payment'])('for the last time (%s) is to be paid out by hand', async (name) => {
    const { id, refund, money, seen } = await paid({ isDelivered: false })
    const isPart = name === 'refund-part'
    if (isPart) await refund(5)
    else await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    const payload = (await payloadsOf(shop.pool, { key: 'refund%' })).at(-1)
    stripe.behave('error 400')
    const run = (attempts: number) =>
      runTask(paymentTasks({ db: shop.db, gateway, log: shop.app.log, shop: shopConfig }), name, payload, {
        attempts,
      })
    await expect(run(24)).rejects.toThrow('This account cannot take payments')
    expect((await seen()).money.refunding).toBe(true)
    await run(25)
    const amount = isPart ? 5 : 20.4
    expect(await seen()).toMatchObject({ refund: 'failed', owed: amount, money: { refunding: false } })
    const { problems } = (await owner.get('/api/seller/health')).json
    expect(problems.map(({ code }) => code)).toContain('refund_failed')
    expect((await owner.post('/api/order/payout', { id, method: 'cash', amount })).json.success).toBe(true)
    expect((await money()).balance).toBe(0)
  })
})
