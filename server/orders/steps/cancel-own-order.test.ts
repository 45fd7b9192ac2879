import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { serverLimits } from '../../../contract/values/limits.ts'
import { queuedJobs } from '../../../testing/database/jobs.ts'
import { stepTo } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { seller, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { countUnpaid } from '../queries.ts'

const shop = await testShop()
const owner = await seller(shop)
afterAll(() => shop.close())

describe('POST /api/order/cancel', () => {
  /** Places an order of 2 pieces out of a stock of 5. */
  async function ordered(way: 'cod' | 'stripe') {
    const shopper = await verified(shop)
    const product = await aProduct(shop.db, { stock: 5 })
    const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product: product.id, quantity: 2 }] }
    const { json } = await shopper.post(`/api/order/${way}`, body)
    const cancel = () => shopper.post('/api/order/cancel', { orderId: json.orderId })
    return {
      shopper,
      product: product.id,
      id: json.orderId as string,
      url: 'url' in json ? json.url : '',
      body,
      cancel,
    }
  }
  const pay = (url: string) =>
    shop.app.inject({
      method: 'POST',
      url: new URL(url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=pay',
    })
  const mailsAbout = async (id: string) => {
    return (await queuedJobs(shop.pool, { orderId: id, task: '%mail' })).map(({ task }) => task)
  }

  test('cancels a cash order that isn’t confirmed: stock is returned, and the shopper gets one mail', async () => {
    const { product, id, cancel } = await ordered('cod')
    expect(await stockOf(shop.db, product)).toBe(3)
    const { json } = await cancel()
    expect(json).toMatchObject({ success: true, message: 'Order cancelled', order: { _id: id, status: 'Cancelled' } })
    expect((await cancel()).json).toMatchObject({ success: true, order: { status: 'Cancelled' } })
    expect(await stockOf(shop.db, product)).toBe(5)
    expect(await mailsAbout(id)).toContain('send-cancelled-mail')
    const seen = (await owner.get('/api/order/seller?limit=1')).json.orders[0]
    expect(seen.timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'shopper' })
  })

  test('cancels an order that awaits payment, without a mail, and closes its page', async () => {
    const { product, id, url, cancel } = await ordered('stripe')
    expect((await cancel()).json.order).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(await stockOf(shop.db, product)).toBe(5)
    await shop.runJobs()
    expect(await mailsAbout(id)).toEqual([])
    expect((await shop.app.inject(new URL(url).pathname)).body).not.toContain('value="pay"')
  })

  test('cancelling an order that is being paid refunds it', async () => {
    const { shopper, product, id, url, cancel } = await ordered('stripe')
    await pay(url)
    expect((await cancel()).json.success).toBe(true)
    await shop.runJobs()
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Cancelled', isPaid: false, refund: 'done' })
    expect(await stockOf(shop.db, product)).toBe(5)
  })

  test('cancelling a paid order that isn’t confirmed refunds it once, and the shopper gets a mail', async () => {
    const { shopper, product, id, url, cancel } = await ordered('stripe')
    await pay(url)
    await shop.runJobs()
    expect((await cancel()).json).toMatchObject({
      success: true,
      order: { status: 'Cancelled', isPaid: true, refund: 'due' },
    })
    expect((await cancel()).json.success).toBe(true)
    await shop.runJobs()
    const { order } = (await shopper.get(`/api/order/get?id=${id}`)).json
    expect(order).toMatchObject({ status: 'Cancelled', refund: 'done', paidOut: order.amount })
    expect(await stockOf(shop.db, product)).toBe(5)
    expect(await mailsAbout(id)).toEqual([
      'send-order-mail',
      'send-seller-mail',
      'send-cancelled-mail',
      'send-change-mail',
    ])
  })

  test('is refused for an order that the shop has confirmed, paid or not, and changes nothing', async () => {
    const { id, product, cancel } = await ordered('cod')
    await stepTo(owner, id, 'Confirmed')
    expect((await cancel()).json).toMatchObject({ success: false, code: 'order_not_cancellable' })
    expect(await stockOf(shop.db, product)).toBe(3)

    const paid = await ordered('stripe')
    await pay(paid.url)
    await shop.runJobs()
    await stepTo(owner, paid.id, 'Confirmed')
    expect((await paid.cancel()).json.code).toBe('order_not_cancellable')
    const { order } = (await paid.shopper.get(`/api/order/get?id=${paid.id}`)).json
    expect([order.status, order.refund]).toEqual(['Confirmed', undefined])
  })

  test('is refused for another shopper’s order, and for an unknown one', async () => {
    const { id, product } = await ordered('cod')
    const other = await verified(shop)
    for (const orderId of [id, newId(), '1001', '']) {
      const { status, json } = await other.post('/api/order/cancel', { orderId })
      expect([status, json.code]).toEqual([200, 'order_unknown'])
    }
    expect(await stockOf(shop.db, product)).toBe(3)
  })

  test('while the seller confirms either succeeds or is refused', async () => {
    const { id, product, cancel } = await ordered('cod')
    const [cancelled, confirmed] = await Promise.all([
      cancel(),
      owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Confirmed' }),
    ])
    expect([cancelled.json.success, confirmed.json.success].filter(Boolean)).toHaveLength(1)
    expect(await stockOf(shop.db, product)).toBe(cancelled.json.success ? 5 : 3)
  })

  test('allows another order: three may await payment, however many are placed at once', async () => {
    const { shopper, body, cancel } = await ordered('stripe')
    const { id: product } = await aProduct(shop.db, { stock: 20 })
    const order = (key: string, quantity = 1) =>
      shopper.post(
        '/api/order/stripe',
        { ...body, items: [{ product, quantity }] },
        { 'idempotency-key': key, 'accept-language': 'en' },
      )
    const all = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((key) => order(key)))
    const codes = all.map(({ json }) => json.code ?? 'placed').sort()
    expect(codes).toEqual(['placed', 'placed', 'too_many_unpaid', 'too_many_unpaid', 'too_many_unpaid'])
    expect(await stockOf(shop.db, product)).toBe(18)
    const refused = all.find(({ json }) => !json.success)?.json
    expect(refused?.message).toBe(
      'You have 3 orders that await payment. Pay or cancel one of them in My orders, then order again.',
    )
    // A repeated request returns its order and places no new one.
    const placed = all.findIndex(({ json }) => json.success)
    expect((await order('abcde'[placed] ?? '')).json.orderId).toBe(all[placed]?.json.orderId)
    await cancel()
    expect((await order('f')).json.success).toBe(true)
  })

  test('after ten online orders without a payment in 24 hours only cash is taken, until the next day', async () => {
    const { shopper, body, cancel } = await ordered('stripe')
    await cancel()
    const { id: product } = await aProduct(shop.db, { stock: 20 })
    const order = (type: 'cod' | 'stripe') =>
      shopper.post(`/api/order/${type}`, { ...body, items: [{ product, quantity: 1 }] }, { 'idempotency-key': newId() })
    for (let lapsed = 1; lapsed < serverLimits.lapsedOrders; lapsed++) {
      const { json } = await order('stripe')
      expect(json.success).toBe(true)
      await shopper.post('/api/order/cancel', { orderId: json.orderId })
    }
    expect((await order('stripe')).json).toMatchObject({ success: false, code: 'too_many_lapsed' })
    expect(await stockOf(shop.db, product)).toBe(20)
    expect((await order('cod')).json.success).toBe(true)

    await sql`update shop_order set created_at = created_at - interval '1 day' where shopper_id = ${shopper.user._id}`.execute(
      shop.db,
    )
    expect((await order('stripe')).json.success).toBe(true)
  })

  test('counting the unpaid orders of a shopper reads none of their other orders', async () => {
    const { shopper, id, cancel } = await ordered('stripe')
    await cancel()
    const tx = await shop.db.startTransaction().execute()
    const rowsRead = async () => {
      const { rows } = await sql<{ count: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as count
        from pg_stat_xact_user_tables where relname = 'shop_order'`.execute(tx)
      return rows[0]?.count ?? Number.NaN
    }
    try {
      await sql`
        insert into shop_order (id, shopper_id, payment_type, status, subtotal_cents, tax_cents, amount_cents, address,
          language, fingerprint)
        select gen_random_uuid(), shopper_id, 'COD', 'Delivered', subtotal_cents, tax_cents, amount_cents, address,
          language, fingerprint
        from shop_order, generate_series(1, 500) where id = ${id}`.execute(tx)
      await sql`analyze shop_order`.execute(tx)
      const before = await rowsRead()
      expect(await countUnpaid(tx, shopper.user._id)).toEqual({ waiting: 0, lapsed: 1 })
      expect((await rowsRead()) - before).toBeLessThan(5)
    } finally {
      await tx.rollback().execute()
    }
  })
})
