import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { promptPayPayload } from '../../../contract/payments/promptpay.ts'
import { cents } from '../../../contract/values/money.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { stockOf } from '../../../testing/makers/rows.ts'
import { paymentTags } from '../../../testing/payment-tags.ts'
import { cookieOf, seller, testShop, verified } from '../../../testing/shop.ts'
import { codeOf, promptPayShop } from '../../../testing/shops/promptpay-shop.ts'

let open: Awaited<ReturnType<typeof promptPayShop>>
beforeAll(async () => {
  open = await promptPayShop()
})
afterAll(async () => {
  expect(await ledgerErrors(open.shop.db)).toEqual([])
  await open.shop.close()
})

test('an order is placed, its slip sent, and confirmed by a seller', async () => {
  const { shop, owner } = open
  const { shopper, order, product } = await open.anOrder({ quantity: 2, price: 14225 })
  expect(order).toMatchObject({ success: true, amount: 284.5 })
  expect(Object.fromEntries(paymentTags(order.payload) ?? [])).toMatchObject({
    '29.01': '0066812345678',
    '54': '284.50',
  })
  expect(await stockOf(open.shop.db, product)).toBe(8)
  const waiting = async () => (await shopper.get(`/api/payment/promptpay?order=${order.orderId}`)).json
  expect(await waiting()).toEqual({
    success: true,
    orderId: order.orderId,
    orderNumber: order.orderNumber,
    amount: 284.5,
    payload: order.payload,
    expiresAt: order.expiresAt,
    receiver: 'Baan Daeng',
    status: 'Awaiting payment',
    slip: null,
    now: expect.any(String),
  })
  const listed = async () => (await shopper.get('/api/order/user?awaiting=true')).json.orders[0]
  expect(await listed()).not.toHaveProperty('slip')

  const hours = async (week: object[]) => {
    const { version } = (await owner.get('/api/delivery/hours')).json
    await owner.post('/api/delivery/save-hours', { week, closed: [], seen: version })
  }
  await hours([])
  // A shopper who is to pay, or whose slip is to be checked, is told that the shop is closed.
  expect((await waiting()).closed).toEqual({ from: expect.any(String), opensAt: null })
  const stored = await open.slipPicturesStored()
  const sent = await open.sendSlip(shopper, order.orderId, { reference: 'HAPPY1' })
  expect((await open.slipPicturesStored()).length).toBe(stored.length + 1)
  expect((await waiting()).closed).toEqual({ from: expect.any(String), opensAt: null })
  await hours([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '24:00' })))
  expect(await waiting()).not.toHaveProperty('closed')
  expect(sent.json).toMatchObject({ success: true, slip: { state: 'waiting' } })
  expect((await waiting()).slip).toEqual(sent.json.slip)
  expect(await listed()).toMatchObject({ _id: order.orderId, slip: 'waiting' })

  const desk = (await owner.get('/api/payment/slips?limit=100')).json
  const slip = desk.slips.find((each) => each.orderId === order.orderId)
  expect(slip).toMatchObject({
    orderNumber: order.orderNumber,
    orderStatus: 'Awaiting payment',
    name: 'Somchai Jaidee',
    amount: 284.5,
    state: 'waiting',
    bank: '004',
    reference: 'HAPPY1',
  })
  const picture = await shop.app.inject({ url: slip.picture, headers: { cookie: cookieOf(owner) } })
  expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
    200,
    'image/webp',
    'private, no-store',
  ])

  const confirmed = await owner.post('/api/payment/confirm', { id: slip.id })
  expect(confirmed.json).toMatchObject({
    success: true,
    order: { status: 'Order Placed', isPaid: true, paymentType: 'PromptPay' },
  })
  expect(await waiting()).toMatchObject({ status: 'Order Placed', slip: { state: 'confirmed' } })
  expect(await listed()).not.toHaveProperty('slip')
  expect(await open.movementsOf(order.orderId)).toEqual([
    { kind: 'cost', method: null, cents: 28450, reference: null },
    { kind: 'received', method: 'promptpay', cents: 28450, reference: '004 HAPPY1' },
  ])
})

test('the time of a payment is that of the clock by which it ends, also if the server’s differs', async () => {
  const { shopper, order } = await open.anOrder()
  vi.setSystemTime(Date.now() + 5 * 60_000)
  const { json } = await shopper.get(`/api/payment/promptpay?order=${order.orderId}`)
  vi.useRealTimers()
  const minutes = (Date.parse(json.expiresAt) - Date.parse(json.now)) / 60_000
  expect(minutes).toBeGreaterThan(30)
  expect(minutes).toBeLessThan(31)
})

test('a slip is rejected with a reason, and another one can be sent', async () => {
  const { owner } = open
  const { shopper, order } = await open.anOrder()
  await open.sendSlip(shopper, order.orderId, { reference: 'REJECT1' })
  const slip = await open.slipOf(order.orderId)
  const { json } = await owner.post('/api/payment/reject', { id: slip.id, reason: ' The money has not come ' })
  expect(json).toMatchObject({ success: true, order: { status: 'Awaiting payment', isPaid: false } })
  const { json: seen } = await shopper.get(`/api/payment/promptpay?order=${order.orderId}`)
  expect(seen.slip).toMatchObject({ state: 'rejected', reason: 'The money has not come' })
  expect((await open.sendSlip(shopper, order.orderId, { reference: 'REJECT1' })).json.code).toBe('slip_sent_before')
  expect((await open.sendSlip(shopper, order.orderId, { reference: 'REJECT2' })).json.success).toBe(true)
})

test('a slip of a cancelled order is seen by its shopper until it is decided', async () => {
  const { shopper, order } = await open.anOrder()
  await shopper.post('/api/order/cancel', { orderId: order.orderId })
  const now = async () => (await shopper.get(`/api/order/get?id=${order.orderId}`)).json.order
  expect(await now()).not.toHaveProperty('slip')
  await open.sendSlip(shopper, order.orderId, { reference: 'CANCELLED1' })
  expect(await now()).toMatchObject({ status: 'Cancelled', slip: 'waiting' })
  await open.owner.post('/api/payment/confirm', { id: (await open.slipOf(order.orderId)).id })
  expect(await now()).toMatchObject({ status: 'Cancelled', refund: 'due' })
  expect(await now()).not.toHaveProperty('slip')
})

test('money that is in the account is confirmed without a slip', async () => {
  const { order } = await open.anOrder()
  const { json } = await open.owner.post('/api/payment/confirm', { orderId: order.orderId })
  expect(json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
})

test('a repeated request returns its code only while its order awaits payment', async () => {
  const { shopper, body } = await open.anOrder()
  const place = (key: string) => shopper.post('/api/order/promptpay', body, { 'idempotency-key': key })
  const [paid, dropped] = [(await place('paid')).json, (await place('dropped')).json]
  expect((await place('dropped')).json).toMatchObject({ orderId: dropped.orderId, payload: dropped.payload })

  await open.owner.post('/api/payment/confirm', { orderId: paid.orderId })
  expect((await place('paid')).json).toMatchObject({ success: false, code: 'order_not_payable' })
  await shopper.post('/api/order/cancel', { orderId: dropped.orderId })
  const { json } = await place('dropped')
  expect(json).toMatchObject({ success: false, code: 'order_was_cancelled' })
  expect(json.message).toContain(String(dropped.orderNumber))
  expect(json).not.toHaveProperty('payload')
})

test('orders that await payment without a slip are paid to the account that was corrected', async () => {
  const [unpaid, sent, rejected, paid] = [
    await open.anOrder({ price: 2345 }),
    await open.anOrder(),
    await open.anOrder(),
    await open.anOrder(),
  ]
  await open.sendSlip(sent.shopper, sent.order.orderId, { reference: 'ACCOUNT1' })
  await open.sendSlip(rejected.shopper, rejected.order.orderId, { reference: 'ACCOUNT2' })
  const { id } = await open.slipOf(rejected.order.orderId)
  await open.owner.post('/api/payment/reject', { id, reason: 'No money came' })
  await open.owner.post('/api/payment/confirm', { orderId: paid.order.orderId })
  const shown = async ({ shopper, order }: typeof unpaid) => {
    const { json } = await shopper.get(`/api/payment/promptpay?order=${order.orderId}`)
    return { payload: json.payload, receiver: json.receiver }
  }
  const before = await Promise.all([sent, paid].map(shown))
  const client = await open.shop.pool.connect()
  const heard: (string | undefined)[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query('listen orders')

  const account = { ...open.settings, proxy: { kind: 'mobile', number: '0899999999' }, receiver: 'Ran Talad Jing' }
  const { version } = (await open.owner.get('/api/settings/promptpay')).json
  const { json } = await open.owner.post('/api/settings/promptpay', { ...account, seen: version })
  await client.query('select 1')
  client.removeAllListeners('notification')
  client.release(true)
  expect(await shown(unpaid)).toEqual({
    payload: promptPayPayload({ kind: 'mobile', number: '0899999999' }, cents(unpaid.order.amount * 100)),
    receiver: 'Ran Talad Jing',
  })
  expect((await shown(rejected)).receiver).toBe('Ran Talad Jing')
  expect(await Promise.all([sent, paid].map(shown))).toEqual(before)
  // Orders of other tests may await payment, too.
  expect(json.unpaid).toBeGreaterThanOrEqual(2)
  expect(heard.filter((each) => each?.startsWith(unpaid.order.orderId))).toHaveLength(1)

  // Saved again without a change, and with a setting that isn't the account: nothing moves.
  const again = await open.owner.post('/api/settings/promptpay', { ...account, slipDays: 60, seen: version + 1 })
  expect(again.json).toMatchObject({ success: true, unpaid: 0 })
  await open.owner.post('/api/settings/promptpay', { ...open.settings, seen: version + 2 })
})

test('an order whose slip is rejected after the account was corrected is paid to the corrected one', async () => {
  const [{ shopper, order }, confirmed] = [await open.anOrder({ price: 2345 }), await open.anOrder()]
  const shown = async () => (await shopper.get(`/api/payment/promptpay?order=${order.orderId}`)).json
  await open.sendSlip(shopper, order.orderId, { reference: 'TYPO1' })
  await open.sendSlip(confirmed.shopper, confirmed.order.orderId, { reference: 'TYPO2' })
  const [{ id }, other] = [await open.slipOf(order.orderId), await open.slipOf(confirmed.order.orderId)]
  const { version } = (await open.owner.get('/api/settings/promptpay')).json
  const proxy = { kind: 'mobile', number: '0899999999' } as const
  const account = { ...open.settings, proxy, receiver: 'Ran Talad Jing' }
  await open.owner.post('/api/settings/promptpay', { ...account, seen: version })
  expect((await shown()).receiver).toBe('Baan Daeng')

  // Also while PromptPay is switched off: the orders that wait can be paid.
  await open.owner.post('/api/settings/promptpay', { ...account, enabled: false, seen: version + 1 })
  expect(codeOf(await open.reject(id))).toBe('success')
  const payload = promptPayPayload(proxy, cents(order.amount * 100))
  expect(await shown()).toMatchObject({ payload, receiver: 'Ran Talad Jing' })
  const { rows } = await open.shop.pool.query('select proxy_number from payment where order_id = $1', [order.orderId])
  expect(rows).toEqual([{ proxy_number: '0899999999' }])
  expect(codeOf(await open.confirm({ id: other.id }))).toBe('success')
  expect((await confirmed.shopper.get(`/api/payment/promptpay?order=${confirmed.order.orderId}`)).json.receiver).toBe(
    'Baan Daeng',
  )
  await open.owner.post('/api/settings/promptpay', { ...open.settings, seen: version + 2 })
})

test('a shop without PromptPay refuses in clear words', async () => {
  const plain = await testShop()
  try {
    const [shopper, owner] = [await verified(plain), await seller(plain)]
    const { json } = await shopper.post('/api/order/promptpay', { address: null, items: [] })
    expect([json.code, json.message]).toEqual([
      'promptpay_unavailable',
      'This shop does not take PromptPay at the moment. Please choose another way to pay.',
    ])
    for (const reply of [
      await owner.get('/api/settings/promptpay'),
      await owner.post('/api/settings/promptpay', { ...open.settings, seen: 0 }),
    ])
      expect([reply.status, reply.json.code]).toEqual([200, 'promptpay_not_baht'])
  } finally {
    await plain.close()
  }
  const baht = await testShop({ shop: bangkokShop })
  try {
    expect((await (await verified(baht)).post('/api/order/promptpay', { address: null, items: [] })).json.code).toBe(
      'promptpay_unavailable',
    )
  } finally {
    await baht.close()
  }
})
