import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { PromotionTerms } from '../../contract/pricing/promotions.ts'
import { aProduct, aPromotion } from '../../testing/makers/rows.ts'
import { promotionShop } from '../../testing/shops/promotion-shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'
import { returnUses } from './queries.ts'

const { db, aBuyer, ownProduct, ownCode, order, ordersOf, usesOf, close } = await promotionShop()
afterAll(close)

describe('uses', () => {
  test.each(['cod', 'stripe'])('uses of an order by %s are returned when it is cancelled', async (call) => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    const { id } = await aPromotion(db, { code, maxUses: 1, maxUsesOfShopper: 1 })
    const { json } = await order(buyer, product.items(1), { code }, call)
    expect([json.success, await usesOf(id)]).toEqual([true, 1])
    expect((await order(buyer, product.items(2), { code })).json.code).toBe('coupon_used_by_you')
    expect((await order(await aBuyer(), product.items(2), { code })).json.code).toBe('coupon_used_up')
    await buyer.post('/api/order/cancel', { orderId: json.orderId })
    expect(await usesOf(id)).toBe(0)
    expect((await order(buyer, product.items(2), { code })).json.success).toBe(true)
  })

  test('uses of a cancelled order that its rider handed over are taken again, also beyond the limit', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    const codes = [ownCode(), ownCode()]
    const [id, limited] = await Promise.all(
      codes.map(
        async (code) => (await aPromotion(db, { code, maxUses: code === codes[0] ? 2 : 1, firstOrder: true })).id,
      ),
    )
    const first = (await order(buyer, product.items(1), { code: codes[0] })).json.orderId
    const otherBuyer = await aBuyer()
    const second = (await order(otherBuyer, product.items(1), { code: codes[1] })).json.orderId
    await buyer.post('/api/order/cancel', { orderId: first })
    await otherBuyer.post('/api/order/cancel', { orderId: second })
    // Another shopper gets the last use.
    expect((await order(await aBuyer(), product.items(1), { code: codes[1] })).json.success).toBe(true)
    for (const orderId of [first, second])
      await inTransaction(db, (tx) => restoreOrder(tx, orderId, { cash: 0, by: 'rider@shop.example' }))
    expect([await usesOf(id as string), await usesOf(limited as string)]).toEqual([1, 2])
    for (const [who, code] of [
      [buyer, codes[0]],
      [otherBuyer, codes[1]],
    ] as const)
      expect((await order(who, product.items(2), { code })).json.code).toMatch(/coupon_/)
    // Cancelled again, it returns what it took.
    await inTransaction(db, (tx) => returnUses(tx, first))
    await inTransaction(db, (tx) => returnUses(tx, second))
    expect([await usesOf(id as string), await usesOf(limited as string)]).toEqual([0, 1])
  })

  test('uses of orders that were handed over although cancelled count for the shopper’s own limits', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    const codes = [ownCode(), ownCode()] as const
    await aPromotion(db, { code: codes[0], maxUsesOfShopper: 1 })
    await aPromotion(db, { code: codes[1], firstOrder: true })
    const uses = async () =>
      (
        await sql<{ uses: number }>`
          select promotion_shopper.uses from promotion_shopper join promotion on promotion.id = promotion_id
          where shopper_id = ${buyer.user._id} order by code`.execute(db)
      ).rows.map((row) => row.uses)
    const first = (await order(buyer, product.items(1), { code: codes[1] })).json.orderId
    await buyer.post('/api/order/cancel', { orderId: first })
    const second = (await order(buyer, product.items(1), { code: codes[1] })).json.orderId
    const restore = (orderId: string) =>
      inTransaction(db, (tx) => restoreOrder(tx, orderId, { cash: 0, by: 'rider@shop.example' }))
    await restore(first)
    expect(await uses()).toEqual([2])
    await buyer.post('/api/order/cancel', { orderId: second })
    expect(await uses()).toEqual([1])
    expect((await order(buyer, product.items(2), { code: codes[1] })).json.code).toBe('coupon_first_order')
    const third = (await order(buyer, product.items(2), { code: codes[0] })).json.orderId
    await buyer.post('/api/order/cancel', { orderId: third })
    const fourth = await order(buyer, product.items(3), { code: codes[0] })
    expect(fourth.json.success).toBe(true)
    await restore(third)
    expect((await uses()).toSorted()).toEqual([1, 2])
    await buyer.post('/api/order/cancel', { orderId: fourth.json.orderId })
    expect((await order(buyer, product.items(4), { code: codes[0] })).json.code).toBe('coupon_used_by_you')
  })

  test('uses of an unpaid order are available to the order that replaces it', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    const { id } = await aPromotion(db, { code, maxUses: 1, maxUsesOfShopper: 1, firstOrder: true })
    const unpaid = (await order(buyer, product.items(1), { code }, 'stripe')).json.orderId
    const check = (more: object) => buyer.post('/api/promotion/check', { code, items: product.items(2), ...more })
    expect((await check({})).json.success).toBe(false)
    expect((await check({ replaces: unpaid })).json).toMatchObject({ success: true, discount: 2 })
    expect((await order(buyer, product.items(2), { code, replaces: unpaid })).json.success).toBe(true)
    expect(await usesOf(id)).toBe(1)
  })

  test('uses are judged with the last pieces, which the replaced order holds', async () => {
    const [code, buyer] = [ownCode(), await aBuyer()]
    const { id: product } = await aProduct(db, { category: `Category ${newId()}`, offerPrice: 1000, stock: 3 })
    await aPromotion(db, { code })
    const items = [{ product, quantity: 3 }]
    const replaces = (await order(buyer, items, { code }, 'stripe')).json.orderId
    const checked = await buyer.post('/api/promotion/check', { code, items, replaces })
    expect(checked.json).toMatchObject({ success: true, discount: 3 })
    expect((await order(buyer, items, { code, replaces })).json.success).toBe(true)
  })

  test('uses by another shopper’s unpaid order can’t be left out', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code, maxUses: 1 })
    const unpaid = (await order(buyer, product.items(1), { code }, 'stripe')).json.orderId
    const check = { code, items: product.items(2), replaces: unpaid }
    expect((await (await aBuyer()).post('/api/promotion/check', check)).json.code).toBe('coupon_used_up')
  })

  test('only one of several simultaneous orders uses promotions for first orders, also different ones', async () => {
    const [product, buyer] = [await ownProduct(), await aBuyer()]
    const codes = [ownCode(), ownCode(), ownCode()]
    for (const code of codes) await aPromotion(db, { code, firstOrder: true })
    const replies = await Promise.all(codes.map((code, index) => order(buyer, product.items(index + 1), { code })))
    expect(replies.filter(({ json }) => json.success)).toHaveLength(1)
    expect(new Set(replies.map(({ json }) => json.code))).toEqual(new Set([undefined, 'coupon_first_order']))
    // Cancelled, it isn't the first one any more.
    const [{ _id }] = await ordersOf(buyer)
    await buyer.post('/api/order/cancel', { orderId: _id })
    expect((await order(buyer, product.items(4), { code: codes[1] })).json.success).toBe(true)
  })

  test('one order can use two promotions for first orders', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    const terms: PromotionTerms = { kind: 'percent', basisPoints: 500, categories: [product.category] }
    await aPromotion(db, { code, firstOrder: true })
    await aPromotion(db, { terms, firstOrder: true })
    expect((await order(buyer, product.items(1), { code })).json.success).toBe(true)
    expect((await ordersOf(buyer))[0].discounts).toHaveLength(2)
  })

  test('simultaneous orders of one shopper never exceed the shopper’s limit of uses', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code, maxUsesOfShopper: 2 })
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => order(buyer, product.items(n), { code })))
    expect(replies.filter(({ json }) => json.success)).toHaveLength(2)
    expect(new Set(replies.map(({ json }) => json.code))).toEqual(new Set([undefined, 'coupon_used_by_you']))
  })

  test('simultaneous orders of many shoppers never exceed the limit of all uses', async () => {
    const [code, product] = [ownCode(), await ownProduct()]
    const { id } = await aPromotion(db, { code, maxUses: 3 })
    const buyers = await Promise.all(Array.from({ length: 12 }, aBuyer))
    const replies = await Promise.all(buyers.map((buyer) => order(buyer, product.items(1), { code })))
    expect(replies.filter(({ json }) => json.success)).toHaveLength(3)
    expect(new Set(replies.map(({ json }) => json.code))).toEqual(new Set([undefined, 'coupon_used_up']))
    expect(await usesOf(id)).toBe(3)
  })
})
