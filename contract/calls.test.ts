import { expect, test } from 'vitest'
import * as z from 'zod'
import { calls, everyCall } from './calls.ts'
import { type Order, order, type SellerOrder, sellerOrder } from './entities/order.ts'
import { refusals } from './messages/refusals.ts'
import { callPaths } from './paths/call-paths.ts'
import { deliveryCallPaths } from './paths/delivery-call-paths.ts'
import { sellerCallPaths } from './paths/seller-call-paths.ts'

test('every path has its schemas and every call its path', () => {
  const names = (table: Record<string, object>) =>
    Object.entries(table).flatMap(([group, members]) => Object.keys(members).map((name) => `${group}.${name}`))
  const paths = [callPaths, deliveryCallPaths, sellerCallPaths].flatMap(names)
  expect(names(calls).sort()).toEqual(paths.sort())
})

test('every call may be refused', () => {
  for (const { name, schema } of everyCall()) {
    const accepts = (reply: object) => schema.response[200].safeParse(reply).success
    expect([name, accepts({ success: false, code: 'unavailable', message: 'Later' }), accepts({})]).toEqual([
      name,
      true,
      false,
    ])
  }
})

test('the calls that other clients know are these 22', () => {
  const known = everyCall().filter((call) => !call.ours)
  expect(known.map((call) => `${call.method} ${call.url}`).sort()).toEqual(
    [
      'GET /api/seller/is-auth',
      'GET /api/user/is-auth',
      'GET /api/product/list',
      'POST /api/cart/update',
      'POST /api/user/logout',
      'POST /api/user/send-verify-otp',
      'GET /api/seller/logout',
      'GET /api/address/get',
      'POST /api/address/add',
      'POST /api/order/cod',
      'POST /api/order/stripe',
      'GET /api/order/user',
      'POST /api/product/add',
      'POST /api/product/stock',
      'GET /api/order/seller',
      'POST /api/user/login',
      'POST /api/user/register',
      'POST /api/seller/login',
      'POST /api/user/verify-account',
      'POST /api/user/send-reset-otp',
      'POST /api/user/verify-reset-otp',
      'POST /api/user/reset-password',
    ].sort(),
  )
})

test('every refusal speaks both languages with the same placeholders', () => {
  const placeholders = (words: string) => (words.match(/\{\w+\}/g) ?? []).sort()
  for (const { en, th } of Object.values(refusals)) {
    expect(th.trim()).not.toBe('')
    expect(placeholders(th)).toEqual(placeholders(en))
  }
})

test('a version that no setting can have is a wrong field', () => {
  const seenOf = (body: z.ZodType | undefined) => (body instanceof z.ZodObject ? body.shape.seen : undefined)
  const checked = everyCall().flatMap(({ url, schema }) => {
    const seen = seenOf(schema.body)
    if (!(seen instanceof z.ZodType) || !seen.safeParse(1).success) return []
    expect(seen.safeParse(2_147_483_647).success, url).toBe(true)
    expect(seen.safeParse(2_147_483_648).success, url).toBe(false)
    return [url]
  })
  expect(checked).toContain('/api/staff/settings')
  expect(checked.length).toBeGreaterThan(15)
})

test('the reply to a shopper drops what only the seller sees of an order', () => {
  const at = '2026-11-22T03:00:00.000Z'
  const by = 'seller@example.com'
  const refund = { at, amount: 2, reason: 'late' }
  const asShopper: Order = {
    _id: 'order',
    number: 1,
    userId: 'shopper',
    paymentType: 'COD',
    subtotal: 10,
    tax: 0,
    amount: 10,
    status: 'Packing',
    isPaid: false,
    refunds: [refund],
    createdAt: at,
    updatedAt: at,
    address: { firstName: '', lastName: '', street: '', city: '', state: '', zipcode: '', country: '', phone: '' },
    items: [],
    timeline: [],
  }
  const asSeller: SellerOrder = {
    ...asShopper,
    refunds: [{ ...refund, by }],
    money: { cost: 8, received: 0, balance: 8, lines: [], refunding: false },
    packed: { at, by },
    undone: [{ status: 'Packing', at, undoneAt: at, undoneBy: by }],
    failedAttempts: [{ at, reason: 'no_answer', back: true, by }],
    withRider: true,
    riderGone: true,
    movements: [{ at, by, kind: 'received', method: 'cash', amount: 8 }],
    slips: [{ at }],
    wasCancelled: true,
    addressVersion: 1,
    corrections: [{ at, by }],
    moves: [{ at, by, to: { from: at, promisedAt: at } }],
  }
  const onlySellers = Object.keys(sellerOrder.shape).filter((field) => !(field in order.shape))
  expect(Object.keys(asSeller)).toEqual(expect.arrayContaining(onlySellers))

  const reply = { success: true, message: '', order: asSeller, orders: [asSeller] }
  const sent = everyCall().flatMap(({ access, url, success }): [string, unknown][] => {
    const { data = {} } = access === 'seller' ? {} : success.safeParse(reply)
    if ('order' in data) return [[url, data.order]]
    return 'orders' in data ? [[url, data.orders[0]]] : []
  })
  expect(Object.fromEntries(sent)).toEqual({
    '/api/order/user': asShopper,
    '/api/order/get': asShopper,
    '/api/order/cancel': asShopper,
    '/api/order/move-window': asShopper,
  })
})
