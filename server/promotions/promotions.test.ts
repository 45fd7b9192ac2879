import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { PromotionTerms } from '../../contract/pricing/promotions.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { aPromotion } from '../../testing/makers/rows.ts'
import { promotionShop } from '../../testing/shops/promotion-shop.ts'
import { newId } from '../common/ids.ts'
import { availablePromotions } from './available-promotions.ts'
import { promotionReader } from './current-promotions.ts'

const { shop, db, owner, aBuyer, ownProduct, ownCode, order, ordersOf, usesOf, close } = await promotionShop()
afterAll(close)

test('an automatic promotion is shown once it begins by the database’s clock, which another reads again', async () => {
  const { id } = await aPromotion(db, { startsAt: new Date(Date.now() + 60_000) })
  // The process's clock is five minutes ahead.
  vi.setSystemTime(Date.now() + 5 * 60_000)
  const onChange = vi.fn()
  const after = vi.fn((call: () => void, milliseconds: number) => setTimeout(call, milliseconds))
  const reader = promotionReader(db, { symbol: '$', onChange, after })
  const shown = async () => (await reader.read()).promotions.some((each) => each.id === id)
  const had = async () => (await availablePromotions(db, shopConfig, { shopperId: undefined })).map((each) => each.id)
  try {
    expect([await shown(), await had()]).toEqual([false, expect.not.arrayContaining([id])])
    const [begin, milliseconds] = after.mock.lastCall ?? []
    expect(milliseconds).toBeGreaterThan(1)
    expect(milliseconds).toBeLessThanOrEqual(60_001)
    await db.updateTable('promotion').set({ startsAt: sql<Date>`now()` }).where('id', '=', id).execute()
    expect(await shown()).toBe(false)
    begin?.()
    expect(onChange).toHaveBeenCalledOnce()
    expect([await shown(), await had()]).toEqual([true, expect.arrayContaining([id])])
  } finally {
    vi.useRealTimers()
    reader.drop()
    await db.deleteFrom('promotion').where('id', '=', id).execute()
  }
})

test('a code counts from its begin to its end by the database’s clock', async () => {
  const code = ownCode()
  const { id } = await aPromotion(db, { code, startsAt: new Date(Date.now() + 60_000) })
  const asked = async () =>
    availablePromotions(db, shopConfig, { shopperId: undefined, code }).then(
      (found) => found.some((each) => each.id === id),
      (refusal) => refusal.code,
    )
  try {
    vi.setSystemTime(Date.now() + 5 * 60_000)
    expect(await asked()).toBe('coupon_not_begun')
    await db.updateTable('promotion').set({ startsAt: null, endsAt: new Date() }).where('id', '=', id).execute()
    expect(await asked()).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

describe('an order with a code', () => {
  test('costs less, keeps what each line had off, and shows it', async () => {
    const code = ownCode()
    const { id } = await aPromotion(db, { code, name: 'Welcome', nameTh: 'ต้อนรับ' })
    const [one, other, buyer] = [await ownProduct(), await ownProduct(3333), await aBuyer()]
    const reply = await order(buyer, [...one.items(2), ...other.items(1)], { code: ` ${code.toLowerCase()} ` })
    expect(reply.json).toMatchObject({ success: true })
    // 53.33 less 5.33 is 48.00; 2% of it is 0.96.
    const [placed] = await ordersOf(buyer)
    expect(placed).toMatchObject({
      subtotal: 53.33,
      tax: 0.96,
      amount: 48.96,
      discounts: [{ name: 'Welcome', nameTh: 'ต้อนรับ', code, amount: 5.33 }],
    })
    const stored = await db
      .selectFrom('orderPromotion')
      .selectAll()
      .where('orderId', '=', reply.json.orderId)
      .executeTakeFirstOrThrow()
    const lines = await db
      .selectFrom('orderLine')
      .select(['productId', 'discountCents'])
      .where('orderId', '=', reply.json.orderId)
      .orderBy('position')
      .execute()
    expect(stored).toMatchObject({ promotionId: id, version: 1, code, cents: 533, shippingCents: 0, counted: true })
    expect(lines.map(({ discountCents }) => discountCents)).toEqual(stored.lineCents)
    expect(lines.find(({ productId }) => productId === one.id)?.discountCents).toBe(200)
  })

  test.each<[string, (code: string, category: string) => Parameters<typeof aPromotion>[1], string]>([
    ['that doesn’t exist', () => ({ code: ownCode() }), 'coupon_unknown'],
    ['that is switched off', (code) => ({ code, enabled: false }), 'coupon_unknown'],
    ['that ended for good', (code) => ({ code, archivedAt: new Date() }), 'coupon_unknown'],
    ['that hasn’t begun', (code) => ({ code, startsAt: new Date(Date.now() + 60_000) }), 'coupon_not_begun'],
    ['that has ended', (code) => ({ code, endsAt: new Date(Date.now() - 1000) }), 'coupon_ended'],
    ['that is used up', (code) => ({ code, maxUses: 1, uses: 1 }), 'coupon_used_up'],
    ['with a higher minimum', (code) => ({ code, minimumCents: 2500 }), 'coupon_minimum'],
    [
      'for other products',
      (code) => ({ code, terms: { kind: 'percent', basisPoints: 500, products: [newId()] } }),
      'coupon_not_these',
    ],
    [
      'for more pieces',
      (code, category) => ({ code, terms: { kind: 'buyGet', buy: 2, get: 1, categories: [category] } }),
      'coupon_pieces',
    ],
    ['that takes nothing off', (code) => ({ code, terms: { kind: 'freeDelivery' } }), 'coupon_no_effect'],
  ])('%s is refused and makes no order', async (_what, promotion, refusal) => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    const { id } = await aPromotion(db, promotion(code, product.category))
    const before = await usesOf(id)
    const reply = await order(buyer, product.items(2), { code })
    expect([reply.status, reply.json.code]).toEqual([200, refusal])
    expect(reply.json.message).toContain(code)
    expect(reply.json.message).not.toMatch(/[{}]/)
    const checked = await buyer.post('/api/promotion/check', { code, items: product.items(2) })
    expect([checked.json.code, checked.json.message]).toEqual([refusal, reply.json.message])
    expect([await ordersOf(buyer), await usesOf(id)]).toEqual([[], before])
  })

  test('says how much is missing of its minimum', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code, minimumCents: 2550 })
    const { json } = await order(buyer, product.items(1), { code })
    expect(json.message).toBe(`Add $15.50 more to use the code ${code}.`)
  })

  test('a promotion for first orders isn’t for a shopper who has ordered, but for one who cancelled', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code, firstOrder: true })
    const { json } = await order(buyer, product.items(1))
    expect((await order(buyer, product.items(1), { code })).json.code).toBe('coupon_first_order')
    await buyer.post('/api/order/cancel', { orderId: json.orderId })
    expect((await order(buyer, product.items(1), { code })).json.success).toBe(true)
  })

  test('repeated with the same key returns its order; with another code it is refused', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    const { id } = await aPromotion(db, { code, maxUses: 5 })
    const key = { 'idempotency-key': newId() }
    const send = (more: object) =>
      buyer.post('/api/order/cod', { address: buyer.address, items: product.items(1), ...more }, key)
    const [first, again, other] = [await send({ code }), await send({ code }), await send({})]
    expect(again.json.orderId).toBe(first.json.orderId)
    expect(other.json.code).toBe('idempotency_key_reused')
    expect(await usesOf(id)).toBe(1)
  })
})

describe('a promotion without a code', () => {
  const half = (category: string): PromotionTerms => ({ kind: 'percent', basisPoints: 5000, categories: [category] })

  test('an automatic one shows on the product and in the cart', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    await aPromotion(db, { name: 'Half', terms: half(product.category) })
    await shop.catalogueNotified()
    const byIds = await buyer.get(`/api/product/by-ids?ids=${product.id}`)
    expect(byIds.json.products[0].promotion).toEqual({ en: '50% off', th: 'ลด 50%' })
    expect(byIds.json.promotions).toContainEqual(
      expect.objectContaining({ name: 'Half', terms: half(product.category) }),
    )
    expect((await buyer.get(`/api/product/get?id=${product.id}`)).json.product.promotion.en).toBe('50% off')
    expect((await order(buyer, product.items(2), { expectedAmount: 10.2 })).json.success).toBe(true)
    const [placed] = await ordersOf(buyer)
    expect(placed.discounts).toEqual([{ name: 'Half', amount: 10 }])
    expect(placed.items[0].product).not.toHaveProperty('promotion')
  })

  test('a promotion that ended meanwhile refuses the sum that the shopper saw', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    const { id } = await aPromotion(db, { terms: half(product.category) })
    await db.updateTable('promotion').set({ enabled: false }).where('id', '=', id).execute()
    const { json } = await order(buyer, product.items(2), { expectedAmount: 10.2 })
    expect([json.code, await ordersOf(buyer)]).toEqual(['amount_changed', []])
  })

  test('a promotion that is used up no longer applies, and its label disappears', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    await aPromotion(db, { terms: half(product.category), maxUses: 1 })
    await shop.catalogueNotified()
    const label = async () => (await buyer.get(`/api/product/by-ids?ids=${product.id}`)).json.products[0].promotion
    expect(await label()).toEqual({ en: '50% off', th: 'ลด 50%' })
    await order(buyer, product.items(1))
    await shop.catalogueNotified()
    expect(await label()).toBeUndefined()
    const { json } = await order(buyer, product.items(2))
    expect(json.success).toBe(true)
    expect((await ordersOf(buyer)).map((each) => each.amount)).toEqual([20.4, 5.1])
  })

  test('a promotion that makes an order free leaves nothing to pay: in cash only', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    await aPromotion(db, { terms: { ...half(product.category), basisPoints: 10_000 } as PromotionTerms })
    expect((await order(buyer, product.items(1), {}, 'stripe')).json.code).toBe('nothing_to_pay')
    expect((await order(buyer, product.items(1))).json.success).toBe(true)
    expect(await ordersOf(buyer)).toMatchObject([{ amount: 0, subtotal: 10, discounts: [{ amount: 10 }] }])
  })
})

describe('an order with a discount that doesn’t divide by its pieces', () => {
  test('is paid online, and refunded piece by piece, to the cent', async () => {
    const [product, buyer, code] = [await ownProduct(), await aBuyer(), ownCode()]
    await aPromotion(db, { code, terms: { kind: 'amount', amount: 0.5 } })
    const { json } = await order(buyer, product.items(3), { code }, 'stripe')
    await shop.app.inject({
      method: 'POST',
      url: new URL(json.url).pathname,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=pay',
    })
    await shop.runJobs()
    // 30.00 less 0.50, with 2% tax: 30.09. Its pieces are 10.03 each.
    let reduction = 0
    for (const amount of [10.03, 20.06, 30.09]) {
      const body = {
        id: json.orderId,
        lines: [{ product: product.id, quantity: 1 }],
        reason: 'missing',
        seen: { reduction },
      }
      const reply = await owner.post('/api/order/refund', body, { 'idempotency-key': newId() })
      // All of an order that isn't delivered is cancelled instead.
      expect(reply.json.code ?? reply.json.order.refunds.at(-1).amount).toBe(amount < 30 ? 10.03 : 'refund_is_cancel')
      reduction = amount
    }
    const [placed] = await ordersOf(buyer)
    expect(placed).toMatchObject({ amount: 30.09, isPaid: true, cost: 10.03, discounts: [{ code, amount: 0.5 }] })
  })
})
