import { afterAll, expect, test } from 'vitest'
import { payloadsOf } from '../../../testing/database/jobs.ts'
import { anAddress, aProduct, stockOf } from '../../../testing/makers/rows.ts'
import { testShop, verified } from '../../../testing/shop.ts'
import { newId } from '../../common/ids.ts'

const shop = await testShop()
afterAll(() => shop.close())

/** Returns who cancelled an order, by the mails about it that are queued. */
const cancelledMails = async ({ id }: { id: string }) =>
  (await payloadsOf(shop.pool, { key: `cancelled-mail:${id}` })).map(({ cause }) => cause)

/** A shopper with two products, each with ten in stock. */
async function aShopping() {
  const shopper = await verified(shop)
  const address = await anAddress(shop.db, shopper.user._id)
  const [bread, milk] = [await aProduct(shop.db, { stock: 10 }), await aProduct(shop.db, { stock: 10 })]
  const order = async (way: 'cod' | 'stripe', ...products: { id: string }[]) => {
    const items = products.map(({ id }) => ({ product: id, quantity: 1 }))
    const { json } = await shopper.post(`/api/order/${way}`, { address, items })
    return { id: json.orderId as string, path: 'url' in json ? new URL(json.url).pathname : '' }
  }
  const read = async ({ id }: { id: string }) => (await shopper.get(`/api/order/get?id=${id}`)).json.order
  return { shopper, bread, milk, order, read }
}

const pay = ({ path }: { path: string }) =>
  shop.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'act=pay',
  })

test.each(['cod', 'stripe'] as const)(
  'an unpaid order is cancelled and its page closed when a further order by %s takes its goods',
  async (way) => {
    const { bread, milk, order, read } = await aShopping()
    const unpaid = await order('stripe', bread)
    const placed = await order(way, bread, milk)
    await shop.runJobs()
    // Until the second one is paid, either can be.
    if (way === 'stripe') {
      expect((await read(unpaid)).status).toBe('Awaiting payment')
      await pay(placed)
      await shop.runJobs()
    }
    expect((await read(placed)).status).toBe('Order Placed')
    const cancelled = await read(unpaid)
    expect(cancelled).toMatchObject({ status: 'Cancelled', isPaid: false })
    expect(cancelled.timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'other order' })
    expect(await stockOf(shop.db, bread.id)).toBe(9)
    expect(await cancelledMails(unpaid)).toEqual(['other'])
    expect((await shop.app.inject(unpaid.path)).body).not.toContain('value="pay"')
  },
)

test('paying the older of two payment pages cancels a newer order of the same goods, and mails that', async () => {
  const { bread, milk, order, read } = await aShopping()
  const [older, newer] = [await order('stripe', bread, milk), await order('stripe', bread)]
  await pay(older)
  await shop.runJobs()
  expect([(await read(older)).status, (await read(newer)).status]).toEqual(['Order Placed', 'Cancelled'])
  expect(await cancelledMails(newer)).toEqual(['other'])
})

test.each(['older', 'newer'] as const)(
  'paying one order leaves the %s one with further goods to be paid, without a mail',
  async (which) => {
    const { bread, milk, order, read } = await aShopping()
    const both = () => order('stripe', bread, milk)
    const older = which === 'older' ? await both() : undefined
    const paid = await order('stripe', bread)
    const other = older ?? (await both())
    await pay(paid)
    await shop.runJobs()
    expect([(await read(paid)).status, (await read(other)).status]).toEqual(['Order Placed', 'Awaiting payment'])
    expect(await cancelledMails(other)).toEqual([])
    await pay(other)
    await shop.runJobs()
    expect((await read(other)).status).toBe('Order Placed')
  },
)

test('an unpaid order of more pieces still awaits payment when fewer were ordered', async () => {
  const { shopper, bread, order, read } = await aShopping()
  const address = await anAddress(shop.db, shopper.user._id)
  const items = [{ product: bread.id, quantity: 2 }]
  const { json } = await shopper.post('/api/order/stripe', { address, items })
  await order('cod', bread)
  await shop.runJobs()
  expect((await read({ id: json.orderId })).status).toBe('Awaiting payment')
})

test('what another payment page had is still in the cart after the first one was paid', async () => {
  const { shopper, bread, milk, order } = await aShopping()
  await shopper.post('/api/cart/update', { cartItems: { [bread.id]: 1, [milk.id]: 1 } })
  const [older] = [await order('stripe', bread), await order('stripe', bread, milk)]
  await pay(older)
  await shop.runJobs()
  // What wasn't bought is still in the cart.
  expect((await shopper.get('/api/user/is-auth')).json.user.cartItems).toEqual({ [milk.id]: 1 })
})

test('two orders that were both paid are both placed, though they share goods', async () => {
  const { bread, milk, order, read } = await aShopping()
  const [one, other] = [await order('stripe', bread), await order('stripe', bread, milk)]
  await Promise.all([pay(one), pay(other)])
  await shop.runJobs()
  expect([(await read(one)).status, (await read(other)).status]).toEqual(['Order Placed', 'Order Placed'])
})

test('an unpaid order without goods of the placed one, or made after it, still awaits payment', async () => {
  const { bread, milk, order, read } = await aShopping()
  const other = await order('stripe', milk)
  await order('cod', bread)
  const later = await order('stripe', bread)
  await shop.runJobs()
  expect([(await read(other)).status, (await read(later)).status]).toEqual(['Awaiting payment', 'Awaiting payment'])
})

test('an unpaid order of the same goods to another address still awaits payment', async () => {
  const { shopper, bread, order, read } = await aShopping()
  const unpaid = await order('stripe', bread)
  const address = await anAddress(shop.db, shopper.user._id)
  await shop.db.updateTable('address').set({ street: '9 Mother Rd' }).where('id', '=', address).execute()
  const items = [{ product: bread.id, quantity: 1 }]
  expect((await shopper.post('/api/order/cod', { address, items })).json.success).toBe(true)
  await shop.runJobs()
  expect((await read(unpaid)).status).toBe('Awaiting payment')
})

test('an order that replaces one that was just paid is refused, in both ways to pay, and charges nothing', async () => {
  const { shopper, bread, milk, order, read } = await aShopping()
  const address = await anAddress(shop.db, shopper.user._id)
  const paid = await order('stripe', bread)
  await pay(paid)
  await shop.runJobs()
  const { number } = await read(paid)
  const again = { address, items: [{ product: milk.id, quantity: 1 }], replaces: paid.id }
  for (const way of ['cod', 'stripe']) {
    const { json } = await shopper.post(`/api/order/${way}`, again)
    expect(json.code).toBe('replaced_order_paid')
    expect(json.message).toContain(`The payment of your earlier order ${number} has just arrived`)
  }
  expect((await shopper.get('/api/order/user?awaiting=true')).json.orders).toHaveLength(1)
})

test('an order that names the unpaid one it replaces takes its pieces; a refusal leaves it as it was', async () => {
  const { shopper, milk, read } = await aShopping()
  const address = await anAddress(shop.db, shopper.user._id)
  const berries = await aProduct(shop.db, { stock: 3, offerPrice: 1000 })
  const request = async (way: 'cod' | 'stripe', more: object = {}) =>
    (await shopper.post(`/api/order/${way}`, { address, items: [{ product: berries.id, quantity: 3 }], ...more })).json
  const unpaid = await request('stripe')
  expect(await stockOf(shop.db, berries.id)).toBe(0)
  // The price that was shown is another: nothing changes.
  const replaces = unpaid.orderId
  expect(await request('cod', { replaces, expectedAmount: 1 })).toMatchObject({ code: 'amount_changed' })
  expect(await read({ id: replaces })).toMatchObject({ status: 'Awaiting payment' })
  expect(await stockOf(shop.db, berries.id)).toBe(0)
  // Another shopper's order is no help.
  const other = await verified(shop)
  const items = [{ product: berries.id, quantity: 3 }]
  const stolen = await other.post('/api/order/cod', {
    address: await anAddress(shop.db, other.user._id),
    items,
    replaces,
  })
  expect(stolen.json).toMatchObject({ success: false })
  expect(await read({ id: replaces })).toMatchObject({ status: 'Awaiting payment' })

  const [one, two] = await Promise.all([1, 2].map(() => request('cod', { replaces, expectedAmount: 30.6 })))
  expect([one, two]).toMatchObject([{ success: true }, { success: true }])
  expect(one?.orderId).toBe(two?.orderId)
  expect((await read({ id: replaces })).timeline.at(-1)).toMatchObject({ status: 'Cancelled', by: 'other order' })
  // The cart has said so beforehand.
  expect(await cancelledMails({ id: replaces })).toEqual([])
  expect(await stockOf(shop.db, berries.id)).toBe(0)
  // An order that was placed is none to replace.
  const again = { address, items: [{ product: milk.id, quantity: 1 }], replaces: one?.orderId }
  expect((await shopper.post('/api/order/cod', again)).json).toMatchObject({ code: 'order_not_cancellable' })
})

test('of orders placed at once that replace the same unpaid one, one is placed, also if their goods differ', async () => {
  const { shopper, bread, order } = await aShopping()
  const address = await anAddress(shop.db, shopper.user._id)
  const unpaid = await order('stripe', bread)
  const { number } = (await shopper.get(`/api/order/get?id=${unpaid.id}`)).json.order
  const requests = [1, 2, 3, 4].map((quantity) => ({
    body: { address, items: [{ product: bread.id, quantity }], replaces: unpaid.id },
    headers: { 'idempotency-key': newId() },
  }))
  const send = () =>
    Promise.all(
      requests.map(({ body, headers }) => shopper.post('/api/order/cod', body, headers).then(({ json }) => json)),
    )
  const replies = await send()
  const placed = replies.filter(({ success }) => success)
  expect(placed).toHaveLength(1)
  for (const refused of replies.filter(({ success }) => !success)) {
    expect(refused.code).toBe('order_replaced')
    expect(refused.message).toContain(`earlier order ${number}`)
  }
  expect(await stockOf(shop.db, bread.id)).toBe(10 - replies.findIndex(({ success }) => success) - 1)
  // Repeated requests have the same outcomes.
  expect((await send()).map(({ success, orderId, code }) => (success ? orderId : code))).toEqual(
    replies.map(({ success, orderId, code }) => (success ? orderId : code)),
  )
})
