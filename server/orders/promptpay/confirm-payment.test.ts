import { afterAll, describe, expect, test } from 'vitest'
import { slipReasons } from '../../../contract/payments/slip-reasons.ts'
import { bangkokShop } from '../../../demo/bangkok/shop.ts'
import { inLockOrder } from '../../../testing/database/in-lock-order.ts'
import { countJobs, runTask } from '../../../testing/database/jobs.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { mailsOf } from '../../../testing/mails.ts'
import { codeOf, promptPayShop } from '../../../testing/shops/promptpay-shop.ts'
import { newId } from '../../common/ids.ts'
import { confirmPayment } from './confirm-payment.ts'

const open = await promptPayShop()
const { confirm, reject, orderOf } = open
afterAll(async () => {
  await open.expectMoneyAndStock()
  await open.shop.close()
})

test('a slip that isn’t confirmed says what was received for its order otherwise', async () => {
  const { shopper, order } = await open.anOrder()
  const { orderId } = order
  await open.sendSlip(shopper, orderId, { reference: 'OTHERWISE1' })
  expect(await open.slipOf(orderId)).not.toHaveProperty('received')
  await reject((await open.slipOf(orderId)).id)
  await open.timeIsOver(orderId)
  const again = { orderId, amount: 12.5, seen: { received: 0 } }
  expect(codeOf(await open.owner.post('/api/payment/received-again', again))).toBe('success')
  expect(await open.slipOf(orderId)).toMatchObject({ state: 'rejected', received: 12.5 })
})

test('money that is recorded on a cancelled order confirms the slip that waits, with its sum', async () => {
  const { shopper, order } = await open.anOrder()
  const { orderId } = order
  await shopper.post('/api/order/cancel', { orderId })
  await open.sendSlip(shopper, orderId, { reference: 'ONORDER1' })
  const again = { orderId, amount: 12.5, seen: { received: 0 } }
  expect(codeOf(await open.owner.post('/api/payment/received-again', again))).toBe('success')
  const slip = await open.slipOf(orderId)
  expect(slip).toMatchObject({ state: 'confirmed', amount: 19.99, confirmedAmount: 12.5 })
  expect((await confirm({ id: slip.id })).json).toMatchObject({ success: true, order: { owed: 12.5 } })
})

test('what a seller decides of a slip is in the audit log', async () => {
  const { shopper, order } = await open.anOrder()
  const { orderId } = order
  await open.sendSlip(shopper, orderId, { reference: 'AUDITED1' })
  await reject((await open.slipOf(orderId)).id)
  const { entries } = (await open.owner.get(`/api/staff/audit?q=${orderId}`)).json
  expect(entries).toEqual([
    expect.objectContaining({
      kind: 'money',
      subject: `#${order.orderNumber}`,
      before: { slip: 'waiting' },
      after: { slip: 'rejected', reason: expect.any(String) },
    }),
  ])
})

describe('confirming', () => {
  test('twice at once receives the money once', async () => {
    const { shopper, order, product } = await open.anOrder()
    await shopper.post('/api/cart/update', { cartItems: { [product]: 1 } })
    await open.sendSlip(shopper, order.orderId, { reference: 'ATONCE1' })
    const { id } = await open.slipOf(order.orderId)
    const replies = await Promise.all([
      confirm({ id }),
      confirm({ id }),
      confirm({ orderId: order.orderId }),
      confirm({ id }),
    ])
    expect(replies.map(({ json }) => json.order?.status)).toEqual(Array(4).fill('Order Placed'))
    expect(await open.movementsOf(order.orderId)).toHaveLength(2)
    expect((await orderOf(shopper, order.orderId)).timeline.map(({ status }) => status)).toEqual([
      'Awaiting payment',
      'Order Placed',
    ])
    expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual({})
    for (const mail of ['order-mail', 'seller-mail'])
      expect(await countJobs(open.shop.pool, { key: `${mail}:${order.orderId}` })).toBe(1)
    await open.expectMoneyAndStock()
  })

  describe('at the instant of expiry', () => {
    /** Places an order whose time to pay is over, and returns its confirming, its expiry, and its lock. */
    async function expiring() {
      const { order } = await open.anOrder()
      const id: string = order.orderId
      await open.shop.pool.query("update payment set expires_at = now() - interval '1 s' where order_id = $1", [id])
      await open.dueNow(id)
      return { lock: { table: 'shop_order', id }, confirming: () => confirm({ orderId: id }) } as const
    }
    const expiry = () => open.shop.runJobs()

    test('but before it places the order', async () => {
      const { lock, confirming } = await expiring()
      const [{ json }] = await inLockOrder(open.shop.pool, lock, confirming, expiry)
      expect(json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
      expect(json.order).not.toHaveProperty('refund')
      expect((await confirming()).json.order.status).toBe('Order Placed')
      await open.expectMoneyAndStock()
    })

    test('but after it leaves the order cancelled, and the money is to be paid out', async () => {
      const { lock, confirming } = await expiring()
      const [, { json }] = await inLockOrder(open.shop.pool, lock, expiry, confirming)
      expect(json.order).toMatchObject({ status: 'Cancelled', isPaid: true, refund: 'due', owed: 19.99 })
      await open.expectMoneyAndStock()
    })
  })

  test('of an order that its shopper cancelled meanwhile says that the money is to be paid out', async () => {
    const first = await open.anOrder()
    expect((await confirm({ orderId: first.order.orderId })).json.message).toBe('The payment is confirmed')
    const [bySlip, byOrder] = [await open.anOrder(), await open.anOrder()]
    await open.sendSlip(bySlip.shopper, bySlip.order.orderId, { reference: 'MEANWHILE1' })
    const { id } = await open.slipOf(bySlip.order.orderId)
    for (const { shopper, order } of [bySlip, byOrder])
      expect(codeOf(await shopper.post('/api/order/cancel', { orderId: order.orderId }))).toBe('success')
    for (const { json } of [await confirm({ id }), await confirm({ orderId: byOrder.order.orderId })]) {
      expect(json).toMatchObject({ success: true, order: { status: 'Cancelled', owed: 19.99 } })
      expect(json.message).toBe('The order is cancelled: pay the money out under Money')
    }
  })

  test('after rejecting places the order all the same', async () => {
    const { shopper, order } = await open.anOrder()
    await open.sendSlip(shopper, order.orderId, { reference: 'AGAIN1' })
    const { id } = await open.slipOf(order.orderId)
    await reject(id)
    expect((await confirm({ id })).json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
    expect(codeOf(await reject(id))).toBe('slip_decided')
    expect((await orderOf(shopper, order.orderId)).isPaid).toBe(true)
  })

  test('the slip of a second transfer for a paid order receives its money too, to be paid out', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    await open.sendSlip(shopper, orderId, { reference: 'WRONG1' })
    const { id } = await open.slipOf(orderId)
    await reject(id)
    await open.sendSlip(shopper, orderId, { reference: 'RIGHT1' })
    await confirm({ orderId })
    expect(await open.slipOf(orderId)).toMatchObject({
      state: 'confirmed',
      reference: 'RIGHT1',
      confirmedAmount: 19.99,
    })
    // The service that asks the banks may not decide this.
    await expect(
      confirmPayment(open.shop.db, { slipId: id }, { by: undefined, shop: bangkokShop }),
    ).rejects.toMatchObject({
      code: 'slip_decided',
    })
    const replies = await Promise.all([confirm({ id }), confirm({ id })])
    for (const { json } of replies)
      expect(json.order).toMatchObject({ status: 'Order Placed', money: { balance: -19.99 } })
    expect(await open.movementsOf(orderId)).toMatchObject([
      { kind: 'cost', cents: 1999 },
      { kind: 'received', reference: '004 RIGHT1' },
      { kind: 'received', reference: '004 WRONG1', cents: 1999 },
    ])
    const back = { id: orderId, method: 'transfer', amount: 19.99 }
    expect((await open.owner.post('/api/order/payout', back)).json.order).toMatchObject({ money: { balance: 0 } })
  })

  test('a second transfer without a slip is recorded once for what the seller saw, and paid out', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    const again = (received: number, amount = 19.99) =>
      open.owner.post('/api/payment/received-again', { orderId, amount, seen: { received } })
    expect(codeOf(await again(0))).toBe('order_unknown')
    await confirm({ orderId })
    expect(codeOf(await again(19.99, 0))).toBe('invalid_form')
    const replies = await Promise.all([again(19.99), again(19.99)])
    expect(replies.map(codeOf).sort()).toEqual(['balance_changed', 'success'])
    const owed = await open.owner.get('/api/order/seller?balance=pay-out&limit=100')
    expect(owed.json.orders.map(({ _id }) => _id)).toContain(orderId)
    expect((await orderOf(shopper, orderId)).owed).toBe(19.99)
    await open.owner.post('/api/order/payout', { id: orderId, method: 'transfer', amount: 19.99 })
    expect(await ledgerErrors(open.shop.db)).toEqual([])
  })

  test('second transfers can’t make an order owe more than ten times its price', async () => {
    const { shopper, order } = await open.anOrder()
    const { orderId } = order
    const again = (received: number, amount: number) =>
      open.owner.post('/api/payment/received-again', { orderId, amount, seen: { received } })
    await confirm({ orderId })
    const refused = await again(19.99, 199.91)
    expect(refused.json).toMatchObject({
      success: false,
      code: 'received_too_much',
      message: expect.stringContaining('cost ฿19.99, so at most ฿199.90 more'),
    })
    expect(codeOf(await again(19.99, 99_999_999))).toBe('received_too_much')
    expect(await orderOf(shopper, orderId)).not.toHaveProperty('owed')
    // Also all together.
    expect(codeOf(await again(19.99, 180))).toBe('success')
    expect(codeOf(await again(199.99, 19.91))).toBe('received_too_much')
    expect(codeOf(await again(199.99, 19.9))).toBe('success')
    expect((await orderOf(shopper, orderId)).owed).toBe(199.9)
    await open.owner.post('/api/order/payout', { id: orderId, method: 'transfer', amount: 199.9 })
    expect(await ledgerErrors(open.shop.db)).toEqual([])
  })

  test('an order that waits for money is listed until it has a slip or is paid', async () => {
    const { shopper, order } = await open.anOrder()
    const isListed = async () =>
      (await open.owner.get('/api/payment/slips')).json.unpaid.some(
        (each: { orderId: string }) => each.orderId === order.orderId,
      )
    expect(await isListed()).toBe(true)
    await open.sendSlip(shopper, order.orderId, { reference: 'LISTED1' })
    expect(await isListed()).toBe(false)
    await reject((await open.slipOf(order.orderId)).id)
    expect(await isListed()).toBe(true)
    await confirm({ orderId: order.orderId })
    expect(await isListed()).toBe(false)
  })

  describe('a slip and rejecting it at once', () => {
    async function waiting(reference: string) {
      const { shopper, order } = await open.anOrder()
      const id: string = order.orderId
      await open.sendSlip(shopper, id, { reference })
      const slip = (await open.slipOf(id)).id
      return {
        lock: { table: 'shop_order', id },
        confirming: () => confirm({ id: slip }),
        rejecting: () => reject(slip),
        expectPlaced: async () =>
          expect(await open.slipOf(id)).toMatchObject({ state: 'confirmed', orderStatus: 'Order Placed' }),
      } as const
    }

    test('but before it: a confirmed slip can’t be rejected', async () => {
      const { lock, confirming, rejecting, expectPlaced } = await waiting('BOTH1')
      const [confirmed, rejected] = await inLockOrder(open.shop.pool, lock, confirming, rejecting)
      expect([codeOf(confirmed), codeOf(rejected)]).toEqual(['success', 'slip_decided'])
      await expectPlaced()
      await open.expectMoneyAndStock()
    })

    test('but after it: a rejected slip can be confirmed', async () => {
      const { lock, confirming, rejecting, expectPlaced } = await waiting('BOTH2')
      const [rejected, confirmed] = await inLockOrder(open.shop.pool, lock, rejecting, confirming)
      expect([codeOf(rejected), codeOf(confirmed)]).toEqual(['success', 'success'])
      await expectPlaced()
      await open.expectMoneyAndStock()
    })
  })

  test('what isn’t there, or isn’t paid by PromptPay, is refused', async () => {
    const { shopper, address, product } = await open.anOrder()
    const cash = await shopper.post('/api/order/cod', { address, items: [{ product, quantity: 1 }] })
    await shopper.post('/api/order/cancel', { orderId: cash.json.orderId })
    for (const id of ['none', newId()]) {
      expect(codeOf(await confirm({ id }))).toBe('slip_unknown')
      expect(codeOf(await reject(id))).toBe('slip_unknown')
      expect(codeOf(await confirm({ orderId: id }))).toBe('order_unknown')
    }
    expect(codeOf(await confirm({ orderId: cash.json.orderId }))).toBe('order_unknown')
    expect((await confirm({ id: newId(), orderId: newId() })).json.code).toBe('malformed')
  })
})

test('sellers see in an order’s history that a slip was sent, and by whom and why it was rejected', async () => {
  const { shopper, order } = await open.anOrder()
  await open.sendSlip(shopper, order.orderId, { reference: 'HISTORY1' })
  const { id } = await open.slipOf(order.orderId)
  await reject(id)
  await open.sendSlip(shopper, order.orderId, { reference: 'HISTORY2' })
  const { slips } = (await confirm({ orderId: order.orderId })).json.order
  const at = expect.any(String)
  expect(slips).toEqual([{ at, rejected: { at, by: open.owner.email, reason: 'No money came' } }, { at }])
  expect(await orderOf(shopper, order.orderId)).not.toHaveProperty('slips')
})

test('the service that asks the banks may confirm a waiting slip only', async () => {
  const { shopper, order } = await open.anOrder()
  await open.sendSlip(shopper, order.orderId, { reference: 'SERVICE1' })
  const { id } = await open.slipOf(order.orderId)
  await reject(id)
  await expect(
    confirmPayment(open.shop.db, { slipId: id }, { by: undefined, shop: bangkokShop }),
  ).rejects.toMatchObject({ code: 'slip_decided' })
})

describe('a slip whose money the order doesn’t need', () => {
  const rejected = async (reference: string) => {
    const { shopper, order } = await open.anOrder()
    expect((await open.sendSlip(shopper, order.orderId, { reference })).json).toMatchObject({ success: true })
    const { id } = await open.slipOf(order.orderId)
    await open.owner.post('/api/payment/reject', { id, reason: slipReasons.otherAmount.en })
    return { shopper, order, id }
  }

  test('of a cancelled order is recorded with the sum that came, which its shopper reads, and is paid out', async () => {
    const { shopper, order, id } = await rejected('UNNEEDED1')
    await shopper.post('/api/order/cancel', { orderId: order.orderId })
    for (let times = 0; times < 2; times += 1)
      expect((await confirm({ id, amount: 15.5 })).json.order).toMatchObject({ status: 'Cancelled', owed: 15.5 })
    expect(await orderOf(shopper, order.orderId)).toMatchObject({ status: 'Cancelled', owed: 15.5 })
    const { tasks, sent } = mailsOf(open.shop)
    await runTask(tasks, 'send-cancelled-mail', { orderId: order.orderId, cause: 'late' })
    expect(sent[0]?.text).toMatch(/15\.50/)
    const payout = await open.owner.post('/api/order/payout', { id: order.orderId, method: 'transfer', amount: 15.5 })
    expect(payout.json).toMatchObject({ success: true, order: { money: { balance: 0 } } })
    await open.expectMoneyAndStock()
  })

  test('of a paid order is recorded with the sum that came, at most ten times the price', async () => {
    const { order, id } = await rejected('UNNEEDED2')
    await confirm({ orderId: order.orderId })
    for (const amount of [0, 199.91, 2_000_001]) expect((await confirm({ id, amount })).json.success).toBe(false)
    expect((await open.slipOf(order.orderId)).state).toBe('rejected')
    expect((await confirm({ id, amount: 199.9 })).json.order).toMatchObject({ status: 'Order Placed', owed: 199.9 })
    await open.expectMoneyAndStock()
  })

  test('is none while the order awaits its payment: another sum is refused, and changes nothing', async () => {
    const { shopper, order, id } = await rejected('UNNEEDED3')
    expect((await confirm({ id, amount: 15.5 })).json).toMatchObject({
      success: false,
      code: 'slip_other_amount',
      message: 'The order awaits its payment of ฿19.99. Reject the slip if another sum came.',
    })
    expect(await orderOf(shopper, order.orderId)).toMatchObject({ status: 'Awaiting payment' })
    expect((await confirm({ id, amount: 19.99 })).json.order).toMatchObject({ status: 'Order Placed', isPaid: true })
    await open.expectMoneyAndStock()
  })
})

test('every ledger adds up', open.expectMoneyAndStock)
