import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { deliver } from '../../../testing/makers/orders.ts'
import { anAddress, aProduct, aPromotion, stockOf } from '../../../testing/makers/rows.ts'
import { cookieOf, type Person, person, seller, testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'
import { moneyOfOrder } from '../ledger-queries.ts'

const shop = await testShop()
const owner = await seller(shop)
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await shop.close()
})

type BoughtProduct = { offerPrice: number; quantity: number; stock?: number }

/** Places a cash order of these products; by default one piece at 10.00, with 2% tax 10.20. */
async function ordered(...bought: BoughtProduct[]) {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const products: string[] = []
  const items = []
  for (const { offerPrice, quantity, stock } of bought.length > 0 ? bought : [{ offerPrice: 1000, quantity: 1 }]) {
    const { id } = await aProduct(shop.db, { offerPrice, stock: stock ?? null })
    products.push(id)
    items.push({ product: id, quantity })
  }
  const { json } = await shopper.post('/api/order/cod', { address, items })
  return { id: json.orderId as string, products: products as [string, ...string[]], shopper }
}

/** An order of 10.20 that was delivered and collected. */
async function delivered(...bought: BoughtProduct[]) {
  const order = await ordered(...bought)
  await deliver(owner, order.id)
  return order
}

type Refund = { lines?: object; amount?: number; restock?: boolean; reason?: string; seen?: { reduction: number } }

const refund = (id: string, what: Refund, by: Person = owner, headers: Record<string, string> = {}) =>
  by.post('/api/order/refund', { id, reason: 'late', seen: { reduction: 0 }, ...what }, headers)

const money = (id: string) => moneyOfOrder(shop.db, id)

describe('a refund of an amount', () => {
  test('lowers what an order costs that is yet to be collected, for seller, shopper and rider', async () => {
    const { id, shopper } = await ordered()
    const { json } = await refund(id, { amount: 3 })
    expect(json).toMatchObject({ success: true, message: 'Refund saved' })
    expect(json.order.money).toEqual({
      cost: 7.2,
      received: 0,
      balance: 7.2,
      lines: [10.2],
      refunding: false,
    })
    expect(json.order.refunds).toEqual([
      { at: expect.any(String), amount: 3, reason: 'late', by: expect.stringContaining('@') },
    ])
    const seen = (await shopper.get(`/api/order/get?id=${id}`)).json.order
    expect(seen).toMatchObject({ amount: 10.2, cost: 7.2, refunds: [{ amount: 3, reason: 'late' }] })
    expect(seen.refunds[0]).not.toHaveProperty('by')
    for (const field of ['money', 'owed', 'refunded', 'refund']) expect(seen, field).not.toHaveProperty(field)
    await deliver(owner, id)
    expect(await money(id)).toEqual({ cost: 720, received: 720, paidOut: 0, balance: 0 })
  })

  test('of a collected order is owed until a seller has paid it out', async () => {
    const { id, shopper } = await delivered()
    await refund(id, { amount: 3 })
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order).toMatchObject({
      status: 'Delivered',
      isPaid: true,
      owed: 3,
      refund: 'due',
    })
    const { json } = await owner.post('/api/order/payout', {
      id,
      method: 'transfer',
      amount: 3,
      reference: ' K+ 77 ',
    })
    expect(json).toMatchObject({ success: true, order: { paidOut: 3, money: { balance: 0 } } })
    const last = await shop.db
      .selectFrom('moneyMovement')
      .select(['kind', 'method', 'cents', 'reference'])
      .where('orderId', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(last).toEqual({ kind: 'paid out', method: 'transfer', cents: 300, reference: 'K+ 77' })
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order).toMatchObject({ paidOut: 3, cost: 7.2 })
  })

  test('of everything leaves a delivered order delivered', async () => {
    const { id } = await delivered()
    const { json } = await refund(id, { amount: 10.2 })
    expect(json.order).toMatchObject({ status: 'Delivered', money: { cost: 0, balance: -10.2 } })
  })

  test('isn’t counted as sold any more', async () => {
    // A job books sales.
    await shop.runJobs()
    const before = (await owner.get('/api/seller/today')).json.days.at(-1).amount
    const { id } = await delivered()
    await refund(id, { amount: 3 })
    await shop.runJobs()
    const after = (await owner.get('/api/seller/today')).json.days.at(-1).amount
    expect(Math.round((after - before) * 100)).toBe(720)
  })
})

describe('a refund of pieces', () => {
  test('is what was paid for them with their tax, and all pieces are the line to the cent', async () => {
    // Three at 19.99 with 2% tax are 61.16: 20.38, 20.39 and 20.39.
    const { id, products } = await delivered({ offerPrice: 1999, quantity: 3 })
    let reduction = 0
    for (const expected of [20.38, 20.39, 20.39]) {
      const { json } = await refund(id, { lines: [{ product: products[0], quantity: 1 }], seen: { reduction } })
      expect(json.order?.refunds.at(-1)).toMatchObject({
        amount: expected,
        lines: [{ product: products[0], quantity: 1 }],
      })
      reduction = Math.round((reduction + expected) * 100) / 100
    }
    expect((await money(id)).cost).toBe(0)
    const { json } = await refund(id, { lines: [{ product: products[0], quantity: 1 }], seen: { reduction } })
    expect(json.code).toBe('order_not_refundable')
  })

  test('adds up equal products, and refuses a piece twice', async () => {
    const { id, products } = await ordered({ offerPrice: 1000, quantity: 2 }, { offerPrice: 500, quantity: 1 })
    const one = { product: products[0], quantity: 1 }
    const { json } = await refund(id, { lines: [one, { ...one, product: products[0].toUpperCase() }] })
    expect(json.order.refunds[0]).toMatchObject({ amount: 20.4, lines: [{ ...one, quantity: 2 }] })
    const again = await refund(id, { lines: [one], seen: { reduction: 20.4 } })
    expect(again.json).toMatchObject({
      code: 'pieces_refunded',
      message: 'Of Potato (1 kg), 0 can still be refunded',
    })
  })

  test('is by weight where the size of a pack can be read: its share of what was paid, never more than that', async () => {
    // Three bags of 1 kg at 19.99 with 2% tax are 61.16; 300 g of 3,000 g are 6.116.
    const { id, products, shopper } = await delivered({ offerPrice: 1999, quantity: 3 })
    const grams = (measure: number) => [{ product: products[0], measure }]
    const first = await refund(id, { lines: grams(300) })
    expect(first.json.order.refunds[0]).toMatchObject({
      amount: 6.11,
      lines: [{ product: products[0], quantity: 0, measure: 300, unit: 'g' }],
    })
    expect((await shopper.get(`/api/order/get?id=${id}`)).json.order.refunds[0].lines[0]).not.toHaveProperty('cents')
    const over = await refund(id, { lines: grams(2701), seen: { reduction: 6.11 } })
    expect(over.json).toMatchObject({
      code: 'weight_refunded',
      message: 'Of Potato (1 kg), 2700 g can still be refunded',
    })
    const pieces = await refund(id, { lines: [{ product: products[0], quantity: 3 }], seen: { reduction: 6.11 } })
    expect(pieces.json).toMatchObject({
      code: 'pieces_refunded',
      message: 'Of Potato (1 kg), 2 can still be refunded',
    })
    const two = await refund(id, { lines: [{ product: products[0], quantity: 2 }], seen: { reduction: 6.11 } })
    const reduction = 6.11 + two.json.order.refunds[1].amount
    const rest = await refund(id, { lines: grams(700), seen: { reduction: Math.round(reduction * 100) / 100 } })
    expect(rest.json.order).toMatchObject({ money: { cost: 0, balance: -61.16 } })
  })

  test('by weight is refused for a product of an unknown size, and together with pieces of it', async () => {
    const { id, products } = await ordered({ offerPrice: 1000, quantity: 2 })
    await shop.db
      .updateTable('orderLine')
      .set({ product: sql`product || '{"Weight": "1 bunch"}'` })
      .where('orderId', '=', id)
      .execute()
    const part = { product: products[0], measure: 100 }
    expect((await refund(id, { lines: [part] })).json.code).toBe('size_unreadable')
    expect((await refund(id, { lines: [part, { product: products[0], quantity: 1 }] })).json.code).toBe('malformed')
    expect((await refund(id, { lines: [{ product: products[0] }] })).json.code).toBe('malformed')
    expect((await money(id)).cost).toBe(2040)
  })

  test('returns stock only if the seller says so, and cancelling returns the rest only', async () => {
    const { id, products } = await ordered({ offerPrice: 1000, quantity: 5, stock: 10 })
    const pieces = (quantity: number) => [{ product: products[0], quantity }]
    await refund(id, { lines: pieces(1) })
    expect(await stockOf(shop.db, products[0])).toBe(5)
    await refund(id, { lines: pieces(2), restock: true, seen: { reduction: 10.2 } })
    expect(await stockOf(shop.db, products[0])).toBe(7)
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    expect(await stockOf(shop.db, products[0])).toBe(9)
    expect(await money(id)).toEqual({ cost: 0, received: 0, paidOut: 0, balance: 0 })
  })
})

describe('refunds at the same time', () => {
  test('by two sellers take the amount off once', async () => {
    const { id } = await delivered()
    const other = await seller(shop)
    const replies = await Promise.all([owner, other, owner, other, owner].map((by) => refund(id, { amount: 4 }, by)))
    const codes = replies.map(({ json }) => json.code ?? 'refunded').sort()
    expect(codes).toEqual(['refund_changed', 'refund_changed', 'refund_changed', 'refund_changed', 'refunded'])
    expect((await money(id)).cost).toBe(620)
    const refused = replies.find(({ json }) => json.code)
    expect(refused?.json.message).toContain('$4.00 was taken off its price, and it now costs $6.20')
  })

  test('with one Idempotency-Key are one, and the key is good for nothing else', async () => {
    const { id, products } = await delivered()
    const other = await delivered()
    const key = { 'idempotency-key': newId() }
    const press = () => refund(id, { amount: 4 }, owner, key)
    const replies = await Promise.all([press(), press(), press()])
    expect(replies.map(({ json }) => json.success)).toEqual([true, true, true])
    expect((await money(id)).cost).toBe(620)
    for (const what of [
      { amount: 3 },
      { amount: 4, reason: 'damaged' },
      { lines: [{ product: products[0], quantity: 1 }] },
    ])
      expect((await refund(id, what, owner, key)).json.code, JSON.stringify(what)).toBe('idempotency_key_reused')
    const elsewhere = await refund(other.id, { amount: 4 }, owner, key)
    expect([elsewhere.status, elsewhere.json.code]).toEqual([422, 'idempotency_key_reused'])
    // Another seller's keys are others.
    const colleague = await seller(shop)
    expect((await refund(other.id, { amount: 4 }, colleague, key)).json.success).toBe(true)
  })

  test('with one key for two orders are one', async () => {
    const [one, other] = [await delivered(), await delivered()]
    const key = { 'idempotency-key': newId() }
    const replies = await Promise.all([one, other].map(({ id }) => refund(id, { amount: 4 }, owner, key)))
    expect(replies.map(({ json }) => json.code ?? 'refunded').sort()).toEqual(['idempotency_key_reused', 'refunded'])
  })

  test('and five times “paid out” or “collected” count once', async () => {
    const { id } = await delivered()
    await refund(id, { amount: 4 })
    const given = await Promise.all(
      [1, 2, 3, 4, 5].map(() => owner.post('/api/order/payout', { id, method: 'cash', amount: 4 })),
    )
    expect(given.filter(({ json }) => json.success)).toHaveLength(1)
    expect(given.find(({ json }) => !json.success)?.json.code).toBe('nothing_to_pay_out')
    expect((await money(id)).paidOut).toBe(400)

    const second = await ordered()
    const taken = await Promise.all(
      [1, 2, 3, 4, 5].map(() => owner.post('/api/order/collect', { id: second.id, method: 'cash', amount: 10.2 })),
    )
    expect(taken.filter(({ json }) => json.success)).toHaveLength(1)
    expect(await money(second.id)).toMatchObject({ received: 1020, balance: 0 })
  })
})

test('a page that is open since before an update says with an earlier name what it saw', async () => {
  const { id } = await delivered()
  const seen = { refunded: 0 }
  const { json } = await owner.post('/api/order/refund', { id, amount: 3, reason: 'late', seen })
  expect(json.order.money).toMatchObject({ cost: 7.2, balance: -3 })
})

describe('after an amount was refunded', () => {
  test('all pieces that are left take off the rest of the order, and go back into stock', async () => {
    // 61.16 and 10.20 with tax.
    const { id, products } = await delivered(
      { offerPrice: 1999, quantity: 3, stock: 5 },
      { offerPrice: 1000, quantity: 1, stock: 1 },
    )
    const { cost } = await money(id)
    await refund(id, { amount: 10 })
    const lines = [
      { product: products[0], quantity: 3 },
      { product: products[1], quantity: 1 },
    ]
    const { json } = await refund(id, { lines, restock: true, seen: { reduction: 10 } })
    expect(json.order.refunds.at(-1)).toMatchObject({
      amount: (cost - 1000) / 100,
      lines: [{ quantity: 3 }, { quantity: 1 }],
    })
    expect(await money(id)).toMatchObject({ cost: 0, balance: -cost })
    expect([await stockOf(shop.db, products[0]), await stockOf(shop.db, products[1] ?? '')]).toEqual([5, 1])
    const rows = await shop.db.selectFrom('refund').select(['cents', 'lines']).where('orderId', '=', id).execute()
    const parts = rows.flatMap(({ lines }) => (lines ?? []) as { cents: number }[])
    expect(parts.reduce((sum, each) => sum + each.cents, 0)).toBe(cost - 1000)
    expect((await refund(id, { amount: 1, seen: { reduction: cost / 100 } })).json.code).toBe('order_not_refundable')
  })

  test('pieces that cost no more than is left cost what they did', async () => {
    const { id, products } = await delivered({ offerPrice: 1999, quantity: 3 })
    await refund(id, { amount: 10 })
    const { json } = await refund(id, { lines: [{ product: products[0], quantity: 2 }], seen: { reduction: 10 } })
    expect(json.order.refunds.at(-1).amount).toBe(40.77)
  })

  test('of an order that isn’t delivered they are refused in favour of cancelling it', async () => {
    const { id, products } = await ordered()
    await refund(id, { amount: 3 })
    const { json } = await refund(id, { lines: [{ product: products[0], quantity: 1 }], seen: { reduction: 3 } })
    expect(json.code).toBe('refund_is_cancel')
    expect(await money(id)).toMatchObject({ cost: 720, balance: 720 })
  })
})

describe('a refund is refused, and changes nothing,', () => {
  const nothing = { cost: 1020, received: 1020, paidOut: 0, balance: 0 }

  test.each([
    [{ amount: 10.21 }, 'refund_too_much'],
    [{ amount: 90_000_000_000 }, 'refund_too_much'],
    [{ amount: 0 }, 'invalid_form'],
    [{ amount: 0.001 }, 'invalid_form'],
    [{ amount: -1 }, 'invalid_form'],
    [{ amount: '3' }, 'malformed'],
    [{ amount: null }, 'malformed'],
    [{}, 'malformed'],
    [{ lines: [] }, 'malformed'],
    [{ amount: 1, lines: [] }, 'malformed'],
    [{ amount: 1, restock: true }, 'malformed'],
    [{ lines: [{ product: newId(), quantity: 1 }] }, 'product_unknown'],
    [{ lines: [{ product: 'tomato', quantity: 1 }] }, 'product_unknown'],
    [{ lines: [{ product: '__proto__', quantity: 1 }] }, 'product_unknown'],
    [{ amount: 1, reason: '' }, 'invalid_form'],
    [{ amount: 1, reason: ' \u200b' }, 'invalid_form'],
    [{ amount: 1, reason: 'a\u0000' }, 'invalid_form'],
    [{ amount: 1, reason: 'a'.repeat(201) }, 'invalid_form'],
    [{ amount: 1, seen: { reduction: 1 } }, 'refund_changed'],
    [{ amount: 1, seen: { refunded: 1 } }, 'refund_changed'],
    [{ amount: 1, seen: {} }, 'malformed'],
    [{ amount: 1, seen: undefined }, 'malformed'],
  ])('for %j', async (what, code) => {
    const { id } = await delivered()
    expect((await refund(id, what as Refund)).json.code).toBe(code)
    expect(await money(id)).toEqual(nothing)
  })

  test.each([0, -1, 1.5, 100, '1', null, 2])('for %j pieces', async (quantity) => {
    const { id, products } = await delivered()
    const { json } = await refund(id, { lines: [{ product: products[0], quantity }] })
    expect(json.success).toBe(false)
    expect(await money(id)).toEqual(nothing)
  })

  test('for a body whose numbers no JSON number is', async () => {
    const { id } = await delivered()
    for (const amount of ['1e999', 'NaN', '-0.01']) {
      const payload = `{"id":"${id}","amount":${amount},"reason":"late","seen":{"reduction":0}}`
      const headers = {
        'content-type': 'application/json',
        cookie: cookieOf(owner),
      }
      const reply = await shop.app.inject({ method: 'POST', url: '/api/order/refund', headers, payload })
      expect(reply.json().success, amount).toBe(false)
    }
    expect(await money(id)).toEqual(nothing)
  })

  test('of an unknown order, and one that awaits payment', async () => {
    for (const id of [newId(), '1001', ''])
      expect((await refund(id, { amount: 1 })).json.code, id).toBe('order_unknown')
    const shopper = await verified(shop)
    const address = await anAddress(shop.db, shopper.user._id)
    const items = [{ product: (await aProduct(shop.db)).id, quantity: 1 }]
    const { orderId: id } = (await shopper.post('/api/order/stripe', { address, items })).json
    expect((await refund(id, { amount: 1 })).json.code).toBe('order_unknown')
    for (const call of ['payout', 'collect'])
      expect((await owner.post(`/api/order/${call}`, { id, method: 'cash', amount: 20.38 })).json.code).toBe(
        'order_unknown',
      )
  })

  test('of a cancelled order, and of all of an order that isn’t delivered yet', async () => {
    const { id } = await ordered()
    expect((await refund(id, { amount: 10.2 })).json.code).toBe('refund_is_cancel')
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    expect((await refund(id, { amount: 1 })).json.code).toBe('order_not_refundable')
  })

  test('by its shopper, another shopper and a visitor', async () => {
    const { id, shopper } = await delivered()
    for (const by of [shopper, await verified(shop), person(shop)]) {
      expect([401, 403]).toContain((await refund(id, { amount: 1 }, by)).status)
      for (const call of ['payout', 'collect'])
        expect([401, 403]).toContain((await by.post(`/api/order/${call}`, { id, method: 'cash', amount: 1 })).status)
    }
    expect(await money(id)).toEqual(nothing)
  })

  test('the fifty-first time', async () => {
    const { id } = await delivered()
    for (let count = 0; count < 50; count += 1) await refund(id, { amount: 0.01, seen: { reduction: count / 100 } })
    expect((await refund(id, { amount: 0.01, seen: { reduction: 0.5 } })).json.code).toBe('too_many_refunds')
    expect((await money(id)).cost).toBe(970)
  })
})

describe('what is to be paid out', () => {
  test('is paid out whole, or refused with the amount', async () => {
    const { id } = await delivered()
    await refund(id, { amount: 4 })
    for (const amount of [3.99, 4.01, 0, 400]) {
      const { json } = await owner.post('/api/order/payout', { id, method: 'cash', amount })
      expect([json.code, json.message]).toEqual([
        'balance_changed',
        'The amount is $4.00 now. Look at the order again.',
      ])
    }
    expect((await owner.post('/api/order/payout', { id, method: 'card', amount: 4 })).status).toBe(400)
    expect((await owner.post('/api/order/collect', { id, method: 'cash', amount: 4 })).json.code).toBe(
      'nothing_to_collect',
    )
    expect((await money(id)).paidOut).toBe(0)
  })

  test('is in a list, as what is to be collected is in another', async () => {
    const [open, owing] = [await ordered(), await delivered()]
    await refund(owing.id, { amount: 4 })
    const ids = async (balance: string) =>
      (await owner.get(`/api/order/seller?balance=${balance}`)).json.orders.map(({ _id }) => _id)
    const [toCollect, toPayOut] = [await ids('collect'), await ids('pay-out')]
    expect(toCollect).toContain(open.id)
    expect(toCollect).not.toContain(owing.id)
    expect(toPayOut).toContain(owing.id)
    expect(toPayOut).not.toContain(open.id)
    expect((await owner.get('/api/order/seller?balance=both')).status).toBe(400)
  })

  test('also is money collected before its order was cancelled', async () => {
    const { id } = await ordered()
    await owner.post('/api/order/collect', { id, method: 'transfer', amount: 10.2 })
    await owner.post('/api/order/take-step', { id, from: 'Order Placed', status: 'Cancelled' })
    expect((await money(id)).balance).toBe(-1020)
    const { json } = await owner.post('/api/order/payout', { id, method: 'transfer', amount: 10.2 })
    expect(json).toMatchObject({ success: true, order: { money: { balance: 0 } } })
    const [taken, back] = json.order.movements
    expect(taken).toMatchObject({
      kind: 'received',
      method: 'transfer',
      amount: 10.2,
      by: expect.stringContaining('@'),
    })
    expect(back).toMatchObject({ kind: 'paid out', method: 'transfer', amount: 10.2 })
  })
})

describe('undoing a delivery', () => {
  test('collects what the order costs after a refund again', async () => {
    const { id } = await delivered()
    await refund(id, { amount: 4 })
    expect((await owner.post('/api/order/undo-step', { id })).json.order).toMatchObject({
      isPaid: false,
      money: { balance: 6.2, received: 0 },
    })
    await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(await money(id)).toEqual({ cost: 620, received: 620, paidOut: 0, balance: 0 })
  })

  test('of an order that costs nothing is possible, and makes it unpaid again', async () => {
    const { products, shopper } = await ordered()
    await aPromotion(shop.db, { code: 'GIFT', terms: { kind: 'percent', basisPoints: 10_000 } })
    const { addresses } = (await shopper.get('/api/address/get')).json
    const items = [{ product: products[0], quantity: 2 }]
    const gift = await shopper.post('/api/order/cod', { address: addresses[0]._id, items, code: 'GIFT' })
    const id = gift.json.orderId
    await deliver(owner, id)
    const { json } = await owner.post('/api/order/undo-step', { id })
    expect(json.order).toMatchObject({ status: 'Out for delivery', isPaid: false, amount: 0 })
    expect(json.order.money).toMatchObject({ cost: 0, received: 0, balance: 0 })
    const again = await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    expect(again.json.order).toMatchObject({ status: 'Delivered', isPaid: true })
  })

  test('is refused once money went back', async () => {
    const { id } = await delivered()
    await refund(id, { amount: 4 })
    await owner.post('/api/order/payout', { id, method: 'cash', amount: 4 })
    expect((await owner.post('/api/order/undo-step', { id })).json.code).toBe('money_went_back')
  })

  test('keeps what was collected apart from it', async () => {
    const { id } = await ordered()
    await owner.post('/api/order/collect', { id, method: 'cash', amount: 10.2 })
    await deliver(owner, id)
    expect((await owner.post('/api/order/undo-step', { id })).json.order).toMatchObject({
      isPaid: true,
      money: { balance: 0, received: 10.2 },
    })
  })
})
