import { afterAll, describe, expect, test } from 'vitest'
import { type OrderStatus, orderStatuses } from '../../../contract/orders/order-status.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { queuedJobs } from '../../../testing/database/jobs.ts'
import { orderShop } from '../../../testing/makers/cash-order.ts'
import { anAddress, aProduct, aShopperWithAddress, stockOf } from '../../../testing/makers/rows.ts'
import { newId } from '../../common/ids.ts'
import { monotonicMicroseconds } from '../../common/monotonic-time.ts'
import { readDurationsNow } from '../../delivery/promise/durations-reader.ts'
import { placeOrder } from '../placing/place-order.ts'
import { getOrder } from '../queries.ts'
import { takeStep } from './take-step.ts'

const { db, pool, close } = await testDatabase()
afterAll(close)

async function placed(stock: number | null = null) {
  const { shopper, address } = await aShopperWithAddress(db)
  const product = await aProduct(db, { stock })
  const { id } = await placeOrder({ db, shop: orderShop, readDurations: readDurationsNow }, shopper, {
    address,
    items: [{ product: product.id, quantity: 2 }],
    paymentType: 'COD',
    language: 'en',
    arrivedAt: monotonicMicroseconds(),
  })
  return { id, shopper, product }
}

const step = (id: string, from: OrderStatus, to: OrderStatus) =>
  takeStep(db, { id, from, to, by: 'seller@talad.example' })

/** Sets an order's status directly. */
const putAt = (id: string, status: OrderStatus) =>
  db.updateTable('shopOrder').set({ status }).where('id', '=', id).execute()

const awaitPayment = (id: string) =>
  db.updateTable('shopOrder').set({ paymentType: 'Online', status: 'Awaiting payment' }).where('id', '=', id).execute()

async function jobsOf(orderId: string): Promise<string[]> {
  return (await queuedJobs(pool, { orderId })).map(({ task }) => task)
}

// Written out by hand, so that the test doesn't repeat the table that it checks.
const allowed: [OrderStatus, OrderStatus][] = [
  ['Order Placed', 'Confirmed'],
  ['Order Placed', 'Cancelled'],
  ['Confirmed', 'Packing'],
  ['Confirmed', 'Cancelled'],
  ['Packing', 'Out for delivery'],
  ['Packing', 'Cancelled'],
  ['Out for delivery', 'Delivered'],
  ['Out for delivery', 'Cancelled'],
]
const pairs = orderStatuses
  .filter((from) => from !== 'Awaiting payment')
  .flatMap((from) => orderStatuses.map((to) => [from, to] as [OrderStatus, OrderStatus]))
const isAllowed = ([from, to]: [OrderStatus, OrderStatus]) => allowed.some(([a, b]) => a === from && b === to)

describe('an order', () => {
  test.each(pairs.filter(isAllowed))('goes from %s to %s, and its timeline shows it', async (from, to) => {
    const { id } = await placed()
    await putAt(id, from)
    await step(id, from, to)
    const order = await getOrder(db, id)
    expect(order.status).toBe(to)
    expect(order.timeline.map((event) => event.status)).toEqual(['Order Placed', to])
  })

  test.each(pairs.filter((pair) => !isAllowed(pair)))('does not go from %s to %s', async (from, to) => {
    const { id, product } = await placed(5)
    await putAt(id, from)
    await expect(step(id, from, to)).rejects.toMatchObject({ code: 'status_not_next' })
    expect((await getOrder(db, id)).status).toBe(from)
    expect(await stockOf(db, product.id)).toBe(3)
  })

  test('a cash order is marked as paid when it is delivered', async () => {
    const { id } = await placed()
    for (const [from, to] of [
      ['Order Placed', 'Confirmed'],
      ['Confirmed', 'Packing'],
      ['Packing', 'Out for delivery'],
    ] as const) {
      await step(id, from, to)
      expect((await getOrder(db, id)).isPaid).toBe(false)
    }
    await step(id, 'Out for delivery', 'Delivered')
    expect((await getOrder(db, id)).isPaid).toBe(true)
  })

  test('an order that was moved meanwhile isn’t changed, and the refusal names its current status', async () => {
    const { id } = await placed()
    await step(id, 'Order Placed', 'Confirmed')
    await expect(step(id, 'Order Placed', 'Cancelled')).rejects.toMatchObject({
      code: 'status_changed',
      details: { values: { status: { en: 'Confirmed', th: 'ร้านยืนยันแล้ว' } } },
    })
    expect((await getOrder(db, id)).status).toBe('Confirmed')
  })

  test('an order that awaits payment, or doesn’t exist, can’t be moved', async () => {
    const { id } = await placed()
    await awaitPayment(id)
    await expect(step(id, 'Awaiting payment', 'Order Placed')).rejects.toMatchObject({ code: 'order_unknown' })
    await expect(step(id, 'Order Placed', 'Cancelled')).rejects.toMatchObject({ code: 'order_unknown' })
    await expect(step(newId(), 'Order Placed', 'Confirmed')).rejects.toMatchObject({ code: 'order_unknown' })
    await expect(step('1001', 'Order Placed', 'Confirmed')).rejects.toMatchObject({ code: 'order_unknown' })
  })
})

describe('cancelling', () => {
  test('an order that awaits payment returns its counted stock and mails the shopper, once', async () => {
    const { id, product } = await placed(5)
    await awaitPayment(id)
    expect(await stockOf(db, product.id)).toBe(3)
    const cancel = () => step(id, 'Awaiting payment', 'Cancelled')
    const results = await Promise.allSettled([cancel(), cancel()])
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(cancel()).rejects.toMatchObject({ code: 'status_changed' })
    expect(await stockOf(db, product.id)).toBe(5)
    expect(await jobsOf(id)).toContain('send-cancelled-mail')
  })

  test('returns counted stock and mails the shopper, once', async () => {
    const { id, product } = await placed(5)
    expect(await stockOf(db, product.id)).toBe(3)
    await step(id, 'Order Placed', 'Cancelled')
    await expect(step(id, 'Order Placed', 'Cancelled')).rejects.toMatchObject({ code: 'status_changed' })
    expect(await stockOf(db, product.id)).toBe(5)
    expect(await jobsOf(id)).toEqual([
      'send-order-mail',
      'send-seller-mail',
      'update-sale-and-documents',
      'send-cancelled-mail',
    ])
  })

  test('doesn’t change a product whose stock isn’t counted', async () => {
    const { id, product } = await placed(null)
    await step(id, 'Order Placed', 'Cancelled')
    expect(await stockOf(db, product.id)).toBeNull()
  })

  test('an order that two sellers cancel at once is cancelled once', async () => {
    const { id, product } = await placed(5)
    const both = await Promise.allSettled([
      step(id, 'Order Placed', 'Cancelled'),
      step(id, 'Order Placed', 'Cancelled'),
    ])
    expect(both.map((each) => each.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await stockOf(db, product.id)).toBe(5)
  })

  test('several orders of the same products in different orders never deadlocks', async () => {
    const { shopper } = await placed()
    const address = await anAddress(db, shopper.id)
    const [a, b] = [await aProduct(db, { stock: 90 }), await aProduct(db, { stock: 90 })]
    const orders: string[] = []
    for (let n = 0; n < 10; n += 1) {
      const items = [a, b].map(({ id }) => ({ product: id, quantity: (n % 9) + 1 }))
      const order = await placeOrder({ db, shop: orderShop, readDurations: readDurationsNow }, shopper, {
        address,
        items: n % 2 === 0 ? items : items.reverse(),
        paymentType: 'COD',
        language: 'en',
        idempotencyKey: newId(),
        arrivedAt: monotonicMicroseconds(),
      })
      orders.push(order.id)
    }
    await Promise.all(orders.map((id) => step(id, 'Order Placed', 'Cancelled')))
    expect([await stockOf(db, a.id), await stockOf(db, b.id)]).toEqual([90, 90])
  })

  test('an order that was paid online queues its refund', async () => {
    const { id } = await placed()
    await db.updateTable('shopOrder').set({ paymentType: 'Online', isPaid: true }).where('id', '=', id).execute()
    await db
      .insertInto('payment')
      .values({
        orderId: id,
        state: 'paid',
        gatewayPayment: 'pi_1',
        amountCents: 100,
        currency: 'usd',
        expiresAt: new Date(),
      })
      .execute()
    await step(id, 'Order Placed', 'Cancelled')
    const payment = await db.selectFrom('payment').select('state').where('orderId', '=', id).executeTakeFirst()
    expect(payment?.state).toBe('refund due')
    expect(await jobsOf(id)).toEqual([
      'send-order-mail',
      'send-seller-mail',
      'update-sale-and-documents',
      'refund-payment',
      'send-cancelled-mail',
    ])
  })
})
