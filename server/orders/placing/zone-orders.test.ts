import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { deliveryKey } from '../../../contract/reports/report.ts'
import { dayIn } from '../../../contract/values/day.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import type { Buyer } from '../../../testing/makers/buyer.ts'
import { aPromotion, aZone } from '../../../testing/makers/rows.ts'
import { cookieOf } from '../../../testing/shop.ts'
import { zoneShop } from '../../../testing/shops/zone-shop.ts'
import { newId } from '../../common/ids.ts'
import { documentsOfOrder } from '../../documents/queries.ts'
import { orderMail } from '../../mail/order-mails.ts'
import { getLocalizedOrder } from '../localized-order-queries.ts'

const { shop, db, owner, aBuyer, order, orderOf, goods, options, close } = await zoneShop()
afterAll(close)
beforeEach(() => db.deleteFrom('deliveryZone').execute())

describe('an order to a zone', () => {
  /** One taxed product of 123.45 and one exempt of 25.50: 148.95. */
  async function taxedAndExempt() {
    const [[taxed], [exempt]] = [await goods(12_345), await goods(2550)]
    if (!taxed || !exempt) throw new Error('no goods')
    await db.updateTable('product').set({ taxClass: 'exempt' }).where('id', '=', exempt.product).execute()
    return { items: [taxed, exempt], taxed: taxed.product, exempt: exempt.product }
  }
  // 4000 of fee is spread over 12345 and 2550: 3315 is taxed. (12345 + 3315) × 7 / 107 = 1024.49.
  const sums = { subtotal: 148.95, amount: 188.95, tax: 10.24 }

  test.each(['cod', 'stripe', 'promptpay'])('by %s costs its fee, with its share of the tax', async (call) => {
    const { name } = await aZone(db, { nameTh: 'บางรัก' })
    const [buyer, { items }] = [await aBuyer(), await taxedAndExempt()]
    const { json } = await order(buyer, items, { expectedAmount: 188.95 }, call)
    expect(json).toMatchObject({ success: true })
    expect(await orderOf(buyer, json.orderId)).toMatchObject({
      ...sums,
      delivery: { zone: { name, nameTh: 'บางรัก' }, fee: 40 },
    })
    const row = await db.selectFrom('shopOrder').selectAll().where('id', '=', json.orderId).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ shippingCents: 4000, balanceCents: 18_895, windowId: null, promisedAt: null })
    const payment = await db
      .selectFrom('payment')
      .select('amountCents')
      .where('orderId', '=', json.orderId)
      .executeTakeFirst()
    expect(payment?.amountCents).toBe(call === 'cod' ? undefined : 18_895)
    if (call === 'promptpay') expect(json.amount).toBe(188.95)
  })

  test('is the same to the satang in its document, in reports, and after a refund of a line, which leaves the fee', async () => {
    await aZone(db)
    const [buyer, { items, exempt }] = [await aBuyer(), await taxedAndExempt()]
    const today = dayIn('Asia/Bangkok')
    const report = async (view: string) =>
      (await owner.get(`/api/report/sales?view=${view}&from=${today}&to=${today}`)).json
    const deliveryIn = async () => (await report('category')).rows.find(({ key }) => key === deliveryKey)?.total ?? 0
    const [before, delivered] = [(await report('day')).sums, await deliveryIn()]
    const { json } = await order(buyer, items)
    for (const [from, status] of [
      ['Order Placed', 'Confirmed'],
      ['Confirmed', 'Packing'],
      ['Packing', 'Out for delivery'],
      ['Out for delivery', 'Delivered'],
    ])
      await owner.post('/api/order/take-step', { id: json.orderId, from, status })
    await shop.runJobs()
    const [invoice] = await documentsOfOrder(db, json.orderId)
    expect(invoice?.content).toMatchObject({
      shippingCents: 4000,
      totalCents: 18_895,
      rates: [
        { basisPoints: 700, gross: 15_660, tax: 1024 },
        { basisPoints: 0, gross: 3235, tax: 0 },
      ],
    })
    const printed = await shop.app.inject({
      url: `/documents/${invoice?.id}`,
      headers: { cookie: cookieOf(buyer) },
    })
    expect(printed.body).toContain('40.00')
    const { sums: after } = await report('day')
    const difference = (name: 'total' | 'tax') => Math.round((after[name] - before[name]) * 100)
    expect([difference('total'), difference('tax')]).toEqual([18_895, 1024])
    expect((await deliveryIn()) - delivered).toBe(40)

    const refunded = await owner.post('/api/order/refund', {
      id: json.orderId,
      lines: [{ product: exempt, quantity: 1 }],
      reason: 'missing',
      seen: { reduction: 0 },
    })
    expect(refunded.json.order).toMatchObject({ cost: 163.45, delivery: { fee: 40 } })
  })

  test('that was paid gives the fee back when it is cancelled', async () => {
    await aZone(db)
    const [buyer, { items }] = [await aBuyer(), await taxedAndExempt()]
    const { json } = await order(buyer, items, {}, 'promptpay')
    await owner.post('/api/payment/confirm', { orderId: json.orderId })
    const cancelled = await buyer.post('/api/order/cancel', { orderId: json.orderId })
    expect(cancelled.json.order).toMatchObject({ status: 'Cancelled', owed: 188.95 })
  })

  test('is free from the sum on that its zone sets, and the fee is in its mail', async () => {
    await aZone(db)
    const buyer = await aBuyer()
    const placed = async (cents: number) => orderOf(buyer, (await order(buyer, await goods(cents))).json.orderId)
    expect(await placed(49_999)).toMatchObject({ amount: 539.99, delivery: { fee: 40 } })
    expect(await placed(50_000)).toMatchObject({ amount: 500, delivery: { fee: 0 } })
  })

  test('with a promotion of free delivery costs no fee, and says what it took off', async () => {
    await aZone(db)
    const buyer = await aBuyer()
    await aPromotion(db, { code: 'RIDEFREE', name: 'Free ride', terms: { kind: 'freeDelivery' } })
    const items = await goods(10_000)
    const checked = await buyer.post('/api/promotion/check', { code: 'RIDEFREE', items, fee: 40 })
    expect(checked.json).toMatchObject({ success: true })
    expect((await buyer.post('/api/promotion/check', { code: 'RIDEFREE', items })).json.code).toBe('coupon_no_effect')
    const { json } = await order(buyer, items, { code: 'RIDEFREE', expectedAmount: 100 })
    expect(await orderOf(buyer, json.orderId)).toMatchObject({
      subtotal: 100,
      amount: 100,
      delivery: { fee: 40 },
      discounts: [{ name: 'Free ride', amount: 40 }],
    })
    // The lines of its mail add up: the fee is one, and what the promotion takes off it another.
    const mail = orderMail(
      bangkokShop,
      await getLocalizedOrder(db, json.orderId),
      'https://shop.example/my-orders',
    ).text
    const sum = (label: string) =>
      Number(
        mail
          .match(new RegExp(`^${label}: (-?)฿([\\d.]+)$`, 'm'))
          ?.slice(1)
          .join(''),
      )
    expect(['Price', 'Free ride \\(RIDEFREE\\)', 'Shipping fee', 'Total amount'].map(sum)).toEqual([100, -40, 40, 100])
    const refused = await order(buyer, await goods(60_000), { code: 'RIDEFREE' })
    expect(refused.json.code).toBe('coupon_no_effect')
  })

  test('stays as it is after its zone was changed or removed', async () => {
    const { id } = await aZone(db)
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000))
    const removed = await owner.post('/api/delivery/remove-zone', { id, seen: 1 })
    expect(removed.json.success).toBe(true)
    const shown = await orderOf(buyer, json.orderId)
    expect(shown).toMatchObject({ amount: 140, delivery: { zone: { name: 'Bang Rak' }, fee: 40 } })
  })
})

describe('an order is refused and leaves nothing behind', () => {
  const ordersOf = async (buyer: Buyer) => (await buyer.get('/api/order/user?awaiting=true')).json.orders

  test.each(['cod', 'stripe', 'promptpay'])('outside all zones, by %s', async (call) => {
    await aZone(db, { postcodes: ['50200'], name: 'Chiang Mai', nameTh: 'เชียงใหม่' })
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(10_000), {}, call)
    expect(json).toMatchObject({
      code: 'not_delivered',
      message: 'We don’t deliver to this address. We deliver to: Chiang Mai.',
    })
    expect(await ordersOf(buyer)).toEqual([])
    expect(await options('?postcode=10500')).toMatchObject({ zone: null, delivers: false })
  })

  test('naming no zones if they are many', async () => {
    for (let index = 0; index < 6; index += 1) await aZone(db, { postcodes: [`5020${index}`] })
    const { json } = await order(await aBuyer(), await goods(100))
    expect(json.message).toBe('We don’t deliver to this address.')
  })

  test('below the minimum, which goods reach before promotions and without the fee', async () => {
    await aZone(db, { minimumCents: 10_000 })
    const buyer = await aBuyer()
    const { json } = await order(buyer, await goods(9990))
    expect(json).toMatchObject({
      code: 'below_minimum',
      message: 'Orders to this address start at ฿100.00. Add goods for ฿0.10 more.',
    })
    // As much more as was said is enough, with any code: a code takes nothing out of the basket.
    for (const [code, basisPoints] of [
      ['TENTH', 1000],
      ['GIFT', 10_000],
    ] as const) {
      await aPromotion(db, { code, terms: { kind: 'percent', basisPoints } })
      const below = await order(buyer, await goods(9990), { code })
      expect(below.json.message).toBe('Orders to this address start at ฿100.00. Add goods for ฿0.10 more.')
      expect((await order(buyer, await goods(10_000), { code })).json.success).toBe(true)
    }
  })

  test('if the fee has changed, or its zone was removed, since the cart showed it', async () => {
    const { id } = await aZone(db)
    const [buyer, items] = [await aBuyer(), await goods(10_000)]
    const form = {
      name: 'Bang Rak',
      isDefault: false,
      takesUnknown: false,
      minimum: 0,
      rideMinutes: 10,
      postcodes: ['10500'],
      subdistricts: [],
    }
    const saved = await owner.post('/api/delivery/save-zone', { ...form, tiers: [{ from: 0, fee: 55 }], id, seen: 1 })
    expect(saved.json).toMatchObject({ success: true, zone: { version: 2 } })
    const changed = await order(buyer, items, { expectedAmount: 140 })
    expect(changed.json).toMatchObject({ code: 'amount_changed', message: expect.stringContaining('฿155.00') })
    await owner.post('/api/delivery/save-zone', {
      ...form,
      tiers: [{ from: 0, fee: 0 }],
      postcodes: ['50200'],
      id,
      seen: 2,
    })
    expect((await order(buyer, items, { expectedAmount: 155 })).json.code).toBe('not_delivered')
    expect(await ordersOf(buyer)).toEqual([])
  })

  test('but a repeated request returns its order after the zone was removed', async () => {
    const { id } = await aZone(db)
    const [buyer, items, key] = [await aBuyer(), await goods(10_000), { 'idempotency-key': newId() }]
    const body = { address: buyer.address, items }
    const first = await buyer.post('/api/order/cod', body, key)
    await aZone(db, { postcodes: ['50200'] })
    await owner.post('/api/delivery/remove-zone', { id, seen: 1 })
    expect((await buyer.post('/api/order/cod', body, key)).json.orderId).toBe(first.json.orderId)
  })
})
