import { afterAll, describe, expect, test } from 'vitest'
import { shop as shopConfig } from '../../shop.config.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { deliver, stepTo } from '../../testing/makers/orders.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { type Person, seller, testShop, verified } from '../../testing/shop.ts'
import type { PaymentEvent } from '../payments/gateway.ts'
import { cancelledCents, moneyOfOrder } from './ledger-queries.ts'
import { handlePaymentEvent } from './paying/handle-payment-event.ts'

const shop = await testShop()
const owner = await seller(shop)
afterAll(async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  await shop.close()
})

/** Places an order of 10.20. */
async function ordered(call: 'cod' | 'stripe'): Promise<{ id: string; shopper: Person }> {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const product = await aProduct(shop.db, { offerPrice: 1000 })
  const { json } = await shopper.post(`/api/order/${call}`, { address, items: [{ product: product.id, quantity: 1 }] })
  return { id: json.orderId, shopper }
}

async function move(id: string, from: string, status: string): Promise<void> {
  const { json } = await owner.post('/api/order/take-step', { id, from, status })
  expect(json.success, json.message).toBe(true)
}

const movements = (id: string) =>
  shop.db
    .selectFrom('moneyMovement')
    .select(['kind', 'method', 'cents', 'reason', 'reference'])
    .where('orderId', '=', id)
    .orderBy('id')
    .execute()
const brief = async (id: string) =>
  (await movements(id)).map(({ kind, method, cents, reason }) =>
    [kind, method, cents, reason].filter(Boolean).join(' '),
  )
const balanceOf = async (id: string) =>
  (await shop.db.selectFrom('shopOrder').select('balanceCents').where('id', '=', id).executeTakeFirstOrThrow())
    .balanceCents

const statusOf = async (id: string) =>
  (await shop.db.selectFrom('shopOrder').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

const happened = (orderId: string, event: Partial<PaymentEvent>) =>
  handlePaymentEvent({ db: shop.db, log: shop.app.log as never, shop: shopConfig }, {
    id: `${event.kind} ${orderId} ${event.refundedCents ?? ''}`,
    orderId,
    ours: true,
    payment: `pi_${orderId}`,
    amountCents: 1020,
    currency: 'usd',
    ...event,
  } as PaymentEvent)

describe('a cash order', () => {
  test('is owed until it is delivered, and again when the delivery is undone', async () => {
    const { id } = await ordered('cod')
    expect([await brief(id), await balanceOf(id)]).toEqual([['cost 1020'], 1020])
    await deliver(owner, id)
    expect([(await brief(id)).at(-1), await balanceOf(id)]).toEqual(['received cash 1020', 0])
    await owner.post('/api/order/undo-step', { id })
    expect([(await brief(id)).at(-1), await balanceOf(id)]).toEqual(['received cash -1020 undone', 1020])
    await move(id, 'Out for delivery', 'Delivered')
    expect([(await brief(id)).length, await balanceOf(id)]).toEqual([4, 0])
  })

  test('a cancelled cash order costs nothing', async () => {
    const { id } = await ordered('cod')
    await move(id, 'Order Placed', 'Cancelled')
    expect([await brief(id), await balanceOf(id)]).toEqual([['cost 1020', 'cost -1020 cancelled'], 0])
  })

  test('whose seller types “cancelled” as the reason of a refund keeps the word, as an ordinary change', async () => {
    const { id } = await ordered('cod')
    const refund = { id, amount: 3, reason: 'cancelled', seen: { reduction: 0 } }
    expect((await owner.post('/api/order/refund', refund)).json.success).toBe(true)
    await move(id, 'Order Placed', 'Cancelled')
    expect(await brief(id)).toEqual(['cost 1020', 'cost -300 cancelled', 'cost -720 cancelled'])
    const order = shop.db.selectFrom('shopOrder').where('id', '=', id)
    expect(await order.select(cancelledCents.as('cents')).executeTakeFirst()).toEqual({ cents: 720 })
  })

  test('a cash order that five sellers deliver at once is collected once', async () => {
    const { id } = await ordered('cod')
    await stepTo(owner, id, 'Out for delivery')
    const press = () => owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' })
    await Promise.all([1, 2, 3, 4, 5].map(press))
    expect(await brief(id)).toEqual(['cost 1020', 'received cash 1020'])
  })
})

describe('an online order', () => {
  const paid = async () => {
    const { id, shopper } = await ordered('stripe')
    await happened(id, { kind: 'paid' })
    return { id, shopper }
  }

  test('is settled by its payment, which counts once however often it is told', async () => {
    const { id } = await paid()
    await Promise.all([1, 2, 3].map((n) => happened(id, { kind: 'paid', id: `again ${n} ${id}` })))
    expect(await movements(id)).toMatchObject([
      { kind: 'cost', method: null, cents: 1020 },
      { kind: 'received', method: 'card', cents: 1020, reference: `pi_${id}` },
    ])
    expect(await balanceOf(id)).toBe(0)
  })

  test('a cancelled online order’s money is due back until the gateway has refunded it', async () => {
    const { id } = await paid()
    await move(id, 'Order Placed', 'Cancelled')
    expect([(await brief(id)).at(-1), await balanceOf(id)]).toEqual(['cost -1020 cancelled', -1020])
    await happened(id, { kind: 'refunded', refundedCents: 1020 })
    expect([(await brief(id)).at(-1), await balanceOf(id)]).toEqual(['paid out card 1020', 0])
  })

  test('the money of an online order paid after it was cancelled is due back', async () => {
    const { id } = await ordered('stripe')
    await happened(id, { kind: 'expired' })
    expect(await balanceOf(id)).toBe(0)
    await happened(id, { kind: 'paid' })
    expect([(await brief(id)).at(-1), await balanceOf(id)]).toEqual(['received card 1020', -1020])
  })

  test('costs less after a partial refund at the gateway; each part counts once, in any order', async () => {
    const { id } = await paid()
    await happened(id, { kind: 'refunded in part', refundedCents: 300 })
    await happened(id, { kind: 'refunded in part', refundedCents: 500 })
    await happened(id, { kind: 'refunded in part', refundedCents: 300, id: `late ${id}` })
    expect(await moneyOfOrder(shop.db, id)).toEqual({ cost: 520, received: 1020, paidOut: 500, balance: 0 })
    await move(id, 'Order Placed', 'Cancelled')
    expect(await balanceOf(id)).toBe(-520)
  })

  test('a refund that the gateway reports before the payment tells of the payment, too', async () => {
    const { id } = await ordered('stripe')
    await happened(id, { kind: 'refunded in part', refundedCents: 300 })
    expect(await statusOf(id)).toBe('Order Placed')
    await happened(id, { kind: 'paid' })
    expect(await moneyOfOrder(shop.db, id)).toEqual({ cost: 720, received: 1020, paidOut: 300, balance: 0 })
  })

  test('a partial refund of a payment that came after the cancelling leaves the rest to be paid back', async () => {
    const { id } = await ordered('stripe')
    await happened(id, { kind: 'expired' })
    await happened(id, { kind: 'refunded in part', refundedCents: 300 })
    await happened(id, { kind: 'paid' })
    expect(await moneyOfOrder(shop.db, id)).toEqual({ cost: 0, received: 1020, paidOut: 300, balance: -720 })
  })

  test('a full refund before the payment ends the order, and its payment adds nothing', async () => {
    const { id } = await ordered('stripe')
    await happened(id, { kind: 'refunded', refundedCents: 1020 })
    await happened(id, { kind: 'paid' })
    expect(await statusOf(id)).toBe('Cancelled')
    expect(await moneyOfOrder(shop.db, id)).toEqual({ cost: 0, received: 1020, paidOut: 1020, balance: 0 })
  })

  test('whose refund failed is to be paid out again', async () => {
    const { id } = await paid()
    await move(id, 'Order Placed', 'Cancelled')
    await happened(id, { kind: 'refunded', refundedCents: 1020, at: new Date(1_800_000_000_000) })
    await happened(id, { kind: 'refund failed', at: new Date(1_800_000_001_000) })
    expect([(await brief(id)).at(-1), await balanceOf(id)]).toEqual(['paid out card -1020 the refund failed', -1020])
  })

  test('whose payment page never opened leaves no movement', async () => {
    const broken = await testShop({
      gateway: { open: () => Promise.reject(new Error('away')) } as never,
    })
    const shopper = await verified(broken)
    const address = await anAddress(broken.db, shopper.user._id)
    const product = await aProduct(broken.db)
    const { json } = await shopper.post('/api/order/stripe', { address, items: [{ product: product.id, quantity: 1 }] })
    expect(json.code).toBe('payment_unavailable')
    expect(await broken.db.selectFrom('moneyMovement').select('id').execute()).toEqual([])
    await broken.close()
  })
})

test('a movement can’t be changed', async () => {
  const { id } = await ordered('cod')
  const change = shop.db.updateTable('moneyMovement').set({ cents: 1 }).where('orderId', '=', id).execute()
  await expect(change).rejects.toThrow('a movement of money is never changed')
})

test('a refused step leaves no movement', async () => {
  const { id } = await ordered('cod')
  await owner.post('/api/order/take-step', { id, from: 'Packing', status: 'Delivered' })
  expect(await brief(id)).toEqual(['cost 1020'])
})
