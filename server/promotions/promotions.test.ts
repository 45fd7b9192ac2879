import { sql } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { PromotionTerms } from '../../contract/pricing/promotions.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { ledgerErrors } from '../../testing/ledger.ts'
import { anAddress, aProduct, aPromotion } from '../../testing/makers.ts'
import { type Person, person, seller, testShop, verified } from '../../testing/shop.ts'
import { newId } from '../common/ids.ts'
import { inTransaction } from '../database/database.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'
import { availablePromotions } from './available-promotions.ts'
import { promotionReader } from './current-promotions.ts'
import { returnUses } from './queries.ts'

const shop = await testShop({ limits: true })
const { db } = shop
const owner = await seller(shop)
afterAll(async () => {
  expect(await ledgerErrors(db)).toEqual([])
  await shop.close()
})

/** Automatic promotions apply to every order of the database: each test has a category of its own. */
const ownCategory = () => `Category ${newId()}`
let codes = 0
function ownCode() {
  codes += 1
  return `CODE${codes}`
}

async function aBuyer() {
  const shopper = await verified(shop)
  return Object.assign(shopper, { address: await anAddress(db, shopper.user._id) })
}
type Buyer = Awaited<ReturnType<typeof aBuyer>>

const order = (buyer: Buyer, items: object[], more: object = {}, call = 'cod') =>
  buyer.post(`/api/order/${call}`, { address: buyer.address, items, ...more }, { 'idempotency-key': newId() })
const ordersOf = (buyer: Person) => buyer.get('/api/order/user?awaiting=true').then(({ json }) => json.orders)
const usesOf = async (id: string) =>
  (await db.selectFrom('promotion').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses

/** A product at 10.00 in a category of its own. */
async function ownProduct(offerPrice = 1000) {
  const category = ownCategory()
  const { id } = await aProduct(db, { category, offerPrice })
  return { category, id, items: (quantity: number) => [{ product: id, quantity }] }
}

test('an automatic promotion is shown once it begins by the database’s clock, which another reads again', async () => {
  const { id } = await aPromotion(db, { startsAt: new Date(Date.now() + 500) })
  // The process's clock is five minutes ahead.
  vi.setSystemTime(Date.now() + 5 * 60_000)
  let begin = () => {}
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const reader = promotionReader(db, { symbol: '$', onChange: begin })
  const shown = async () => (await reader.read()).promotions.some((each) => each.id === id)
  const had = async () => (await availablePromotions(db, shopConfig, { shopperId: undefined })).map((each) => each.id)
  try {
    expect([await shown(), await had()]).toEqual([false, expect.not.arrayContaining([id])])
    await begun
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
    expect(other.json.code).toBe('attempt_reused')
    expect(await usesOf(id)).toBe(1)
  })
})

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
    const { id: product } = await aProduct(db, { category: ownCategory(), offerPrice: 1000, stock: 3 })
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
    let refunded = 0
    for (const amount of [10.03, 20.06, 30.09]) {
      const body = {
        id: json.orderId,
        lines: [{ product: product.id, quantity: 1 }],
        reason: 'missing',
        seen: { refunded },
      }
      const reply = await owner.post('/api/order/refund', body, { 'idempotency-key': newId() })
      // All of an order that isn't delivered is cancelled instead.
      expect(reply.json.code ?? reply.json.order.refunds.at(-1).amount).toBe(amount < 30 ? 10.03 : 'refund_is_cancel')
      refunded = amount
    }
    const [placed] = await ordersOf(buyer)
    expect(placed).toMatchObject({ amount: 30.09, isPaid: true, cost: 10.03, discounts: [{ code, amount: 0.5 }] })
  })
})

describe('guessing codes', () => {
  test('guessing codes is limited by sender, and right codes use up no try', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code })
    const check = (tried: string) => buyer.post('/api/promotion/check', { code: tried, items: product.items(1) })
    for (let index = 0; index < 30; index += 1) expect((await check(code)).json.success).toBe(true)
    const tried = []
    for (let index = 0; index < 25; index += 1) tried.push((await check(`WRONG${index}`)).json.code)
    expect([tried.indexOf('too_many') <= 20, tried.at(-1)]).toEqual([true, 'too_many'])
    // The account's tries are counted too, so that another address doesn't begin anew; orders have no address.
    expect((await order(buyer, product.items(1), { code: 'NO1' })).json.code).toBe('too_many')
    const other = await aBuyer()
    const orders = []
    for (let index = 0; index < 22; index += 1)
      orders.push((await order(other, product.items(1), { code: `NO${index}` })).json.code)
    expect([orders[0], orders.at(-1)]).toEqual(['coupon_unknown', 'too_many'])
  })

  test('one visitor, or one new account, that guesses codes closes none for others behind the same address', async () => {
    const [code, product] = [ownCode(), await ownProduct()]
    await aPromotion(db, { code })
    await db.deleteFrom('rateLimitCounter').where('key', 'like', 'code-from:%').execute()
    const check = async (by: Person, tried: string) =>
      (await by.post('/api/promotion/check', { code: tried, items: product.items(1) })).json
    for (const guesser of [person(shop), await person(shop).register()]) {
      // A right code uses up no try, and is known before the browser has a cookie.
      expect((await check(guesser, code)).success).toBe(true)
      for (let index = 0; index < 20; index += 1)
        expect((await check(guesser, `WRONG${index}`)).code).toBe('coupon_unknown')
      for (let index = 0; index < 100; index += 1) expect((await check(guesser, code)).code).toBe('too_many')
      expect((await check(person(shop), code)).success).toBe(true)
      expect((await check(await person(shop).register(), code)).success).toBe(true)
    }
    // Invented cookies have the address's limit.
    const forged = async (index: number) => {
      const guesser = person(shop)
      guesser.jar.set('talad_device', `${index}`.padStart(43, 'x'))
      return (await check(guesser, 'WRONG')).code
    }
    for (let index = 0; index < 60; index += 1) expect(await forged(index)).toBe('coupon_unknown')
    const later = []
    for (let index = 60; index < 70; index += 1) later.push(await forged(index))
    expect(later).toContain('too_many')
  })

  test('visitors and new accounts that guess codes close none for shoppers behind the same address', async () => {
    const [code, product, buyer] = [ownCode(), await ownProduct(), await aBuyer()]
    await aPromotion(db, { code })
    const check = async (by: Person, tried: string) =>
      (await by.post('/api/promotion/check', { code: tried, items: product.items(1) })).json
    const registered = await person(shop).register()
    for (let index = 0; index < 125; index += 1) await check(index % 2 ? registered : person(shop), `WRONG${index}`)
    for (const guesser of [registered, person(shop)]) expect((await check(guesser, code)).code).toBe('too_many')
    expect((await check(buyer, code)).success).toBe(true)
    // Signed out, too: the browser is known. It still can't guess without an end.
    await buyer.post('/api/user/logout')
    expect((await check(buyer, code)).success).toBe(true)
    for (let index = 0; index < 20; index += 1)
      expect((await check(buyer, `WRONG${index}`)).code).toBe('coupon_unknown')
    expect((await check(buyer, code)).code).toBe('too_many')
    const forged = person(shop)
    forged.jar.set('talad_device', 'x'.repeat(43))
    expect((await check(forged, code)).code).toBe('too_many')
  })

  test('after visitors guessed codes, the next visitor behind the same address can try within half a minute', async () => {
    const [code, product] = [ownCode(), await ownProduct()]
    await aPromotion(db, { code })
    const check = (tried: string) => person(shop).post('/api/promotion/check', { code: tried, items: product.items(1) })
    const letPass = (seconds: number) =>
      db
        .updateTable('rateLimitCounter')
        .set({ resetsAt: sql`resets_at - make_interval(secs => ${seconds})` })
        .where('key', 'like', 'code-from:%')
        .execute()
    await letPass(3600)
    for (let index = 0; index < 100; index += 1) expect((await check(`WRONG${index}`)).json.code).toBe('coupon_unknown')
    const refused = await check(code)
    expect([refused.status, refused.json.code]).toEqual([429, 'too_many'])
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(30)
    await letPass(30)
    expect((await check(code)).json.success).toBe(true)
    // A right code leaves the turn to the next one.
    expect((await check('WRONG')).json.code).toBe('coupon_unknown')
    expect((await check(code)).json.code).toBe('too_many')
  })

  test('a try that an address may not make doesn’t count for its account', async () => {
    const product = await ownProduct()
    const registered = await person(shop).register()
    const check = (by: Person) => by.post('/api/promotion/check', { code: 'WRONG', items: product.items(1) })
    for (let index = 0; index < 125; index += 1) await check(person(shop))
    for (let index = 0; index < 25; index += 1) expect((await check(registered)).json.code).toBe('too_many')
    await db.deleteFrom('rateLimitCounter').where('key', 'like', 'code-from:%').execute()
    expect((await check(registered)).json.code).toBe('coupon_unknown')
  })
})

describe('sellers', () => {
  const draft = (more: object = {}) => ({
    id: newId(),
    seen: 0,
    name: 'Sawasdee',
    nameTh: 'สวัสดี',
    code: ownCode(),
    terms: { kind: 'amount', amount: 5 },
    minimum: null,
    firstOrder: false,
    startsAt: null,
    endsAt: null,
    maxUses: null,
    maxUsesOfShopper: null,
    enabled: true,
    ...more,
  })
  const save = (promotion: object) => owner.post('/api/promotion/save', promotion)

  test('make, change and end promotions; a change of a version that isn’t the newest is refused', async () => {
    const first = draft({ startsAt: '2026-01-01T09:00', endsAt: '2099-12-31T18:30', minimum: 12.5 })
    const made = (await save(first)).json
    expect(made).toMatchObject({
      success: true,
      promotion: { state: 'on', uses: 0, version: 1, startsAt: '2026-01-01T09:00', minimum: 12.5, code: first.code },
    })
    // Bangkok is seven hours ahead of UTC.
    const row = await db.selectFrom('promotion').selectAll().where('id', '=', first.id).executeTakeFirstOrThrow()
    expect(row.startsAt?.toISOString()).toBe('2026-01-01T02:00:00.000Z')
    expect((await save(first)).json.code).toBe('promotion_changed')
    const changed = await save({ ...first, seen: 1, enabled: false })
    expect(changed.json.promotion).toMatchObject({ state: 'off', version: 2 })
    expect((await save({ ...first, seen: 1 })).json.code).toBe('promotion_changed')
    const listed = (await owner.get('/api/promotion/list')).json.promotions
    expect(listed.find((each) => each.id === first.id)).toEqual(changed.json.promotion)
    const end = (seen: number) => owner.post('/api/promotion/archive', { id: first.id, seen })
    expect([(await end(1)).json.code, (await end(2)).json.success]).toEqual(['promotion_changed', true])
    expect((await save({ ...first, seen: 3 })).json.code).toBe('promotion_unknown')
    // Its code is free again.
    expect((await save(draft({ code: first.code }))).json.success).toBe(true)
  })

  test('can’t be about a category or product that the shop doesn’t have; one that it named before stays', async () => {
    const about = (scope: object) => draft({ terms: { kind: 'percent', basisPoints: 1000, ...scope } })
    const path = (await owner.get('/api/settings/categories')).json.categories[0].path as string
    const { id: product } = await aProduct(db)
    for (const scope of [{ categories: [path, 'Nonsense'] }, { categories: ['__proto__'] }]) {
      const { json } = await save(about(scope))
      expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', ['terms.categories']])
    }
    for (const products of [[product, newId()], ['nope']]) {
      const { json } = await save(about({ products }))
      expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', ['terms.products']])
    }
    const empty = (await save(about({ categories: [] }))).json
    expect(Object.values(empty.fields)).toEqual(['Choose at least one'])
    expect((await save(about({ categories: [path] }))).json.success).toBe(true)
    const kept = about({ products: [product] })
    expect((await save(kept)).json.success).toBe(true)
    await db.deleteFrom('product').where('id', '=', product).execute()
    expect((await save({ ...kept, seen: 1, enabled: false })).json.success).toBe(true)
  })

  test('can’t be made to end in the past; one that has ended can be changed while its end stays', async () => {
    const refused = await save(draft({ endsAt: '2026-01-01T09:00' }))
    expect(refused.json).toMatchObject({ code: 'invalid_form', fields: { endsAt: 'This is in the past' } })
    const made = draft({ endsAt: '2099-12-31T18:30' })
    expect((await save(made)).json.success).toBe(true)
    await db
      .updateTable('promotion')
      .set({ endsAt: new Date('2026-01-01T02:00:00Z') })
      .where('id', '=', made.id)
      .execute()
    expect((await save({ ...made, seen: 1, endsAt: '2026-01-01T09:00' })).json.success).toBe(true)
    expect((await save({ ...made, seen: 2, endsAt: '2026-01-02T09:00' })).json.code).toBe('invalid_form')
  })

  test('need one name, in either language, which is then that of both', async () => {
    const { name: _, ...thai } = draft({ nameTh: 'ลดสิบ' })
    expect((await save(thai)).json).toMatchObject({ success: true, promotion: { name: 'ลดสิบ', nameTh: 'ลดสิบ' } })
    const english = await save(draft({ name: 'Ten', nameTh: '' }))
    expect(english.json).toMatchObject({ success: true, promotion: { name: 'Ten' } })
  })

  test.each<[string, object, string]>([
    ['a code with a space', { code: 'AB C' }, 'code'],
    ['a short code', { code: 'AB' }, 'code'],
    ['an end before the start', { startsAt: '2026-02-02T10:00', endsAt: '2026-02-02T10:00' }, 'endsAt'],
    ['a day that no calendar has', { startsAt: '2026-02-30T10:00' }, 'startsAt'],
    ['a year that no calendar has', { endsAt: '0000-01-01T00:00' }, 'endsAt'],
    ['no name', { name: '  ', nameTh: null }, 'name'],
    ['no name that can be seen', { name: '\u200b', nameTh: ' \u200b' }, 'name'],
    ['no uses', { maxUses: 0 }, 'maxUses'],
  ])('can’t save %s', async (_what, more, field) => {
    const { json } = await save(draft(more))
    expect([json.code, Object.keys(json.fields)]).toEqual(['invalid_form', [field]])
  })

  test.each<[string, object]>([
    ['more than all of the price', { kind: 'percent', basisPoints: 10_001 }],
    ['a fraction of a cent', { kind: 'amount', amount: 1.005 }],
    ['a kind that there isn’t', { kind: 'gift' }],
    ['a group of one', { kind: 'pieces', pieces: 1, amount: 5 }],
    ['no products', { kind: 'percent', basisPoints: 100, products: [] }],
    ['a product that no database can store', { kind: 'percent', basisPoints: 100, products: ['a\u0000b'] }],
    ['a category that no database can store', { kind: 'percent', basisPoints: 100, categories: ['a\u0000b'] }],
  ])('can’t take off %s', async (_what, terms) => {
    expect((await save(draft({ terms }))).json.success).toBe(false)
  })

  /** Adds categories to the shop's, as an owner does; returns their paths. */
  async function storedCategories(count: number): Promise<string[]> {
    const { categories, version } = (await owner.get('/api/settings/categories')).json
    const kept = categories.map(({ path, name, nameTh, picture }: Record<string, unknown>) => ({
      path,
      name,
      nameTh,
      picture,
    }))
    const added = Array.from({ length: count }, () => ({
      name: newId().slice(-12),
      nameTh: newId().slice(-12),
      picture: null,
    }))
    const { json } = await owner.post('/api/settings/categories', { categories: [...kept, ...added], seen: version })
    expect(json).toMatchObject({ success: true })
    const now = (await owner.get('/api/settings/categories')).json.categories as { path: string }[]
    return now.slice(-count).map(({ path }) => path)
  }
  const productOf = async (category: string) => ({ category, id: (await aProduct(db, { category })).id })

  test('put on offer what automatic promotions name, until they end, but nothing that depends on the cart or a code', async () => {
    const [product, other, ...quietOnes] = await Promise.all((await storedCategories(6)).map(productOf))
    if (!product || !other) throw new Error('no products')
    const onOffer = async ({ category }: { category: string }) => {
      const { json } = await owner.get(`/api/product/list?category=${encodeURIComponent(category)}&onOffer=true`)
      return json.products.map(({ _id, promotion }) => [_id, promotion !== undefined])
    }
    expect(await onOffer(product)).toEqual([])
    const off = (scope: object) => ({ kind: 'percent', basisPoints: 100, ...scope })
    const byCategory = draft({ code: null, terms: off({ categories: [product.category] }) })
    const byProduct = draft({ code: null, terms: off({ products: [other.id.toUpperCase()] }) })
    for (const each of [byCategory, byProduct]) expect((await save(each)).json.code).toBeUndefined()
    expect(await onOffer(product)).toEqual([[product.id, true]])
    for (const [index, more] of [
      { code: ownCode() },
      { minimum: 10 },
      { firstOrder: true },
      { enabled: false },
    ].entries()) {
      const quiet = quietOnes[index] ?? other
      const saved = await save(draft({ code: null, ...more, terms: off({ categories: [quiet.category] }) }))
      expect(saved.json.success).toBe(true)
      expect(await onOffer(quiet)).toEqual([])
    }
    await owner.post('/api/promotion/archive', { id: byCategory.id, seen: 1 })
    expect(await onOffer(product)).toEqual([])
  })

  test('can change a promotion with more uses than its limit, and keep that limit', async () => {
    const [limited, product, buyer] = [draft({ maxUses: 1 }), await ownProduct(), await aBuyer()]
    await save(limited)
    const cancelled = (await order(buyer, product.items(1), { code: limited.code })).json.orderId
    await buyer.post('/api/order/cancel', { orderId: cancelled })
    expect((await order(await aBuyer(), product.items(1), { code: limited.code })).json.success).toBe(true)
    await inTransaction(db, (tx) => restoreOrder(tx, cancelled, { cash: 0, by: 'rider@shop.example' }))
    const renamed = await save({ ...limited, seen: 1, name: 'Renamed' })
    expect(renamed.json.promotion).toMatchObject({ name: 'Renamed', state: 'used up', uses: 2, maxUses: 1 })
    const raised = await save({ ...limited, seen: 2, maxUses: 3 })
    expect(raised.json.promotion).toMatchObject({ state: 'on', uses: 2 })
    const below = await save({ ...limited, seen: 3, maxUses: 1 })
    expect(below.json.fields).toEqual({ maxUses: 'It has more uses already: 2' })
  })

  test('can’t give two promotions one code, nor limit one below its uses', async () => {
    const [first, product] = [draft(), await ownProduct()]
    await save(first)
    expect((await save(draft({ code: first.code.toLowerCase() }))).json.fields).toHaveProperty('code')
    for (let index = 0; index < 2; index += 1) await order(await aBuyer(), product.items(1), { code: first.code })
    const limited = await save({ ...first, seen: 1, maxUses: 1 })
    expect(limited.json.fields).toEqual({ maxUses: 'It has more uses already: 2' })
    const exact = await save({ ...first, seen: 1, maxUses: 2 })
    expect(exact.json.promotion).toMatchObject({ state: 'used up', uses: 2 })
    expect((await order(await aBuyer(), product.items(1), { code: first.code })).json.code).toBe('coupon_used_up')
  })
})
