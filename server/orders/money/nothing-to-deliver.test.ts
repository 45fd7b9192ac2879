import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deliver, stepTo } from '../../../testing/makers/orders.ts'
import { aZone } from '../../../testing/makers/rows.ts'
import { seller } from '../../../testing/shop.ts'
import { zoneShop } from '../../../testing/shops/zone-shop.ts'
import { newId } from '../../common/ids.ts'
import { moneyOfOrder } from '../ledger-queries.ts'

const { shop, db, owner, aBuyer, order, orderOf, goods, close } = await zoneShop()
beforeAll(() => aZone(db))
afterAll(close)

type Line = { product: string; quantity?: number; measure?: number }

/** An order of these pieces of one product of 1 kg at 100.00 each, with a delivery fee of 40.00, in cash by default. */
async function ordered({ quantity = 1, call = 'cod' } = {}) {
  const buyer = await aBuyer()
  const [line] = await goods(10_000, quantity)
  if (!line) throw new Error('no goods')
  const { json } = await order(buyer, [line], {}, call)
  if (call === 'promptpay') await owner.post('/api/payment/confirm', { orderId: json.orderId })
  return { id: json.orderId as string, product: line.product, buyer }
}

const refund = (
  id: string,
  what: { lines?: Line[]; amount?: number; reduction?: number },
  { by = owner, headers = {} }: { by?: typeof owner; headers?: Record<string, string> } = {},
) => {
  const { reduction = 0, ...content } = what
  return by.post('/api/order/refund', { id, reason: 'missing', seen: { reduction }, ...content }, headers)
}

describe('until an order is delivered, a refund that leaves nothing to deliver is refused, and changes nothing,', () => {
  test.each(['cod', 'promptpay'])('at any step, though its delivery fee would be left: %s', async (call) => {
    const { id, product, buyer } = await ordered({ call })
    const before = await moneyOfOrder(db, id)
    for (const status of ['Order Placed', 'Out for delivery'] as const) {
      await stepTo(owner, id, status)
      for (const part of [{ quantity: 1 }, { measure: 1000 }]) {
        const { status: http, json } = await refund(id, { lines: [{ product, ...part }] })
        expect([http, json.code], JSON.stringify([status, part])).toEqual([200, 'nothing_to_deliver'])
        expect(json.message).toContain('Cancel the order instead')
      }
    }
    expect(await moneyOfOrder(db, id)).toEqual(before)
    const cancelled = await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Cancelled' })
    expect(cancelled.json.order.money).toMatchObject({ cost: 0, balance: call === 'cod' ? 0 : -140 })
    expect((await orderOf(buyer, id)).owed).toBe(call === 'cod' ? undefined : 140)
  })

  test('by several refunds, of pieces and by weight', async () => {
    const { id, product } = await ordered({ quantity: 2 })
    expect((await refund(id, { lines: [{ product, quantity: 1 }] })).json.success).toBe(true)
    expect((await refund(id, { lines: [{ product, measure: 400 }], reduction: 100 })).json.success).toBe(true)
    const last = await refund(id, { lines: [{ product, measure: 600 }], reduction: 140 })
    expect(last.json.code).toBe('nothing_to_deliver')
    expect((await refund(id, { lines: [{ product, measure: 599 }], reduction: 140 })).json.success).toBe(true)
  })

  test('unless another product is left', async () => {
    const buyer = await aBuyer()
    const items = [...(await goods(10_000)), ...(await goods(5000))]
    const { orderId: id } = (await order(buyer, items)).json
    expect((await refund(id, { lines: items })).json.code).toBe('nothing_to_deliver')
    expect((await refund(id, { lines: items.slice(0, 1) })).json.success).toBe(true)
    expect((await refund(id, { lines: items.slice(1), reduction: 100 })).json.code).toBe('nothing_to_deliver')
  })

  test('by two sellers at once', async () => {
    const { id, product } = await ordered({ quantity: 2 })
    const other = await seller(shop)
    const replies = await Promise.all(
      [owner, other].map((by) => refund(id, { lines: [{ product, quantity: 1 }] }, { by })),
    )
    expect(replies.map(({ json }) => json.code ?? 'refunded').sort()).toEqual(['refund_changed', 'refunded'])
    expect((await refund(id, { lines: [{ product, quantity: 1 }], reduction: 100 })).json.code).toBe(
      'nothing_to_deliver',
    )
  })

  test('but an amount isn’t goods', async () => {
    const { id } = await ordered()
    expect((await refund(id, { amount: 100 })).json.order).toMatchObject({ cost: 40, status: 'Order Placed' })
  })
})

describe('of a delivered order, all pieces can be refunded', () => {
  test('and its delivery fee stays paid until it is refunded by amount', async () => {
    const { id, product } = await ordered()
    await deliver(owner, id)
    const headers = { 'idempotency-key': newId() }
    const all = { lines: [{ product, quantity: 1 }] }
    expect((await refund(id, all, { headers })).json.order).toMatchObject({ status: 'Delivered', cost: 40 })
    expect((await refund(id, all, { headers })).json.success).toBe(true)
    expect((await refund(id, { amount: 40, reduction: 100 })).json.order).toMatchObject({ cost: 0 })
  })

  test('and then its delivery can’t be undone: nothing would be on its way', async () => {
    const { id, product } = await ordered()
    await deliver(owner, id)
    await refund(id, { lines: [{ product, quantity: 1 }] })
    expect((await owner.post('/api/order/undo-step', { id })).json.code).toBe('money_went_back')
    const other = await ordered({ quantity: 2 })
    await deliver(owner, other.id)
    await refund(other.id, { lines: [{ product: other.product, quantity: 1 }] })
    expect((await owner.post('/api/order/undo-step', { id: other.id })).json.success).toBe(true)
  })
})
