import type { KyselyPlugin } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { limits } from '../../../contract/values/limits.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { countJobs, payloadsOf } from '../../../testing/database/jobs.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { orderShop } from '../../../testing/makers/cash-order.ts'
import { anAddress, aProduct, aShopper, aShopperWithAddress, stockOf } from '../../../testing/makers/rows.ts'
import { cartOf, replaceCart } from '../../cart/queries.ts'
import { monotonicMicroseconds } from '../../common/monotonic-time.ts'
import { readDurationsNow } from '../../delivery/promise/durations-reader.ts'
import { ordersOfShop, ordersOfShopper } from '../order-list-queries.ts'
import { type PlaceOrder, placeOrder as place } from './place-order.ts'

const { db, pool, close } = await testDatabase()
afterAll(async () => {
  expect(await ledgerErrors(db)).toEqual([])
  await close()
})

const placeOrder = (shopper: { id: string; isAccountVerified: boolean }, request: PlaceOrder) =>
  place({ db, shop: orderShop, readDurations: readDurationsNow }, shopper, request)

function orderFor(address: string, items: Record<string, number>, more: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    address,
    items: Object.entries(items).map(([product, quantity]) => ({ product, quantity })),
    paymentType: 'COD',
    language: 'en',
    arrivedAt: monotonicMicroseconds(),
    ...more,
  }
}

const jobsFor = async (orderId: string) =>
  (await payloadsOf(pool)).filter((payload) => JSON.stringify(payload).includes(orderId)).length

describe('the amount', () => {
  test('is the offer price plus 2% tax, rounded down', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { price: 2500, offerPrice: 1999 })
    await placeOrder(shopper, orderFor(address, { [potato.id]: 3 }))
    const [order] = await ordersOfShopper(db, shopper.id)
    // 3 × 19.99 = 59.97; 2% of it is 1.1994.
    expect(order).toMatchObject({ subtotalCents: 5997, taxCents: 119, amountCents: 6116, isPaid: false })
  })

  test('adds up equal products before it is computed', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { offerPrice: 1000 })
    const items = [
      { product: potato.id, quantity: 2 },
      { product: potato.id.toUpperCase(), quantity: 1 },
    ]
    await placeOrder(shopper, orderFor(address, {}, { items }))
    const [order] = await ordersOfShopper(db, shopper.id)
    expect(order?.lines.map((line) => line.quantity)).toEqual([3])
    expect(order?.amountCents).toBe(3060)
  })

  test('must be the one that the shopper saw, or the order is refused', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { offerPrice: 1000 })
    const request = orderFor(address, { [potato.id]: 1 }, { expectedAmount: 9.99 })
    await expect(placeOrder(shopper, request)).rejects.toMatchObject({
      code: 'amount_changed',
      details: { values: { amount: { cents: 1020 } } },
    })
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
    await placeOrder(shopper, { ...request, expectedAmount: 10.2 })
    expect(await ordersOfShopper(db, shopper.id)).toHaveLength(1)
  })
})

describe('an order', () => {
  test('keeps its copies of products and address when these are edited', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { name: 'Potato', offerPrice: 1000 })
    await placeOrder(shopper, orderFor(address, { [potato.id]: 1 }))
    await db.updateTable('product').set({ name: 'Gold', offerPriceCents: 900 }).where('id', '=', potato.id).execute()
    await db.updateTable('address').set({ street: 'Elsewhere' }).where('id', '=', address).execute()
    const [order] = await ordersOfShopper(db, shopper.id)
    expect(order?.lines[0]?.product).toMatchObject({ _id: potato.id, name: 'Potato', offerPrice: 10 })
    expect(order?.address).toMatchObject({ street: '88 Charoen Krung Rd', zipcode: 10500 })
  })

  test('starts as Order Placed with one step on its timeline', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const placed = await placeOrder(shopper, orderFor(address, { [potato.id]: 1 }))
    const [order] = await ordersOfShopper(db, shopper.id)
    expect(order).toMatchObject({ id: placed.id, number: placed.number, status: 'Order Placed', paymentType: 'COD' })
    expect(order?.timeline.map((event) => event.status)).toEqual(['Order Placed'])
    expect((await ordersOfShop(db)).some((other) => other.id === placed.id)).toBe(true)
  })

  test('removes its products from the saved cart and leaves the rest', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const [potato, mango] = [await aProduct(db), await aProduct(db)]
    await replaceCart(db, shopper.id, { items: { [potato.id]: 2, [mango.id]: 1 }, arrivedAt: monotonicMicroseconds() })
    await placeOrder(shopper, orderFor(address, { [potato.id]: 2 }))
    expect((await cartOf(db, shopper.id)).items).toEqual({ [mango.id]: 1 })
  })

  test('leaves the pieces that another device has added to the saved cart', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    await replaceCart(db, shopper.id, { items: { [potato.id]: 3 }, arrivedAt: monotonicMicroseconds() })
    await placeOrder(shopper, orderFor(address, { [potato.id]: 1 }))
    expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: 2 })
  })

  test('stays out of the cart when an older cart call arrives later', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const before = monotonicMicroseconds()
    await replaceCart(db, shopper.id, { items: { [potato.id]: 1 }, arrivedAt: before })
    await placeOrder(shopper, orderFor(address, { [potato.id]: 1 }, { arrivedAt: before + 2000 }))
    await replaceCart(db, shopper.id, { items: { [potato.id]: 1 }, arrivedAt: before + 1000 })
    expect((await cartOf(db, shopper.id)).items).toEqual({})
  })

  test('queues a mail to its shopper and one to the sellers, and nothing if it is refused', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const gone = await aProduct(db, { inStock: false })
    const placed = await placeOrder(shopper, orderFor(address, { [potato.id]: 1 }))
    expect(await jobsFor(placed.id)).toBe(2)
    const queued = await countJobs(pool)
    await expect(placeOrder(shopper, orderFor(address, { [potato.id]: 1, [gone.id]: 1 }))).rejects.toMatchObject({
      code: 'product_unavailable',
    })
    expect(await countJobs(pool)).toBe(queued)
  })

  test('is only in the list of such orders while it awaits payment', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const { id } = await placeOrder(shopper, orderFor(address, { [potato.id]: 1 }, { paymentType: 'Online' }))
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
    expect((await ordersOfShop(db)).some((order) => order.id === id)).toBe(false)
    expect(await ordersOfShopper(db, shopper.id, { awaiting: true })).toHaveLength(1)
  })
})

describe('refusals come in a useful order, and change nothing', () => {
  test('an unverified shopper is refused first, whatever else is wrong', async () => {
    const shopper = await aShopper(db, { isAccountVerified: false })
    await expect(placeOrder(shopper, orderFor('', {}))).rejects.toMatchObject({ code: 'email_unverified' })
  })

  test("refuses a missing address, an unknown one, and another shopper's", async () => {
    const { shopper } = await aShopperWithAddress(db)
    const other = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    for (const address of ['', 'nowhere', '018f0000-0000-7000-8000-000000000000', other.address])
      await expect(placeOrder(shopper, orderFor(address, { [potato.id]: 1 }))).rejects.toMatchObject({
        code: 'address_missing',
      })
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
    expect(await ordersOfShopper(db, other.shopper.id)).toEqual([])
  })

  test('refuses an empty cart', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    await expect(placeOrder(shopper, orderFor(address, {}))).rejects.toMatchObject({ code: 'cart_empty' })
  })

  test.each([0, -1, 1.5, 100, Number.NaN])('refuses a quantity of %s', async (quantity) => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const request = orderFor(address, { [potato.id]: quantity })
    await expect(placeOrder(shopper, request)).rejects.toMatchObject({ code: 'invalid_form' })
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
  })

  test('refuses more than 99 of a product, split over several lines too', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const items = [
      { product: potato.id, quantity: 60 },
      { product: potato.id, quantity: 40 },
    ]
    await expect(placeOrder(shopper, orderFor(address, {}, { items }))).rejects.toMatchObject({ code: 'invalid_form' })
  })

  test('takes as many products as a cart holds, and refuses one more with their number', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const ids = []
    for (let index = 0; index <= limits.cartProducts; index += 1) ids.push((await aProduct(db)).id)
    const order = (products: string[]) =>
      placeOrder(shopper, orderFor(address, Object.fromEntries(products.map((id) => [id, 1]))))
    await expect(order(ids)).rejects.toMatchObject({
      code: 'invalid_form',
      details: { fields: { items: { error: 'too_many_lines', values: { max: 200 } } } },
    })
    await order(ids.slice(1))
    expect((await ordersOfShopper(db, shopper.id))[0]?.lines).toHaveLength(200)
  })

  test('refuses an out-of-stock, an archived and an unknown product, and leaves no order and no stock taken', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const counted = await aProduct(db, { stock: 5 })
    const gone = await aProduct(db, { name: 'Durian', inStock: false })
    const archived = await aProduct(db, { name: 'Rambutan', archivedAt: new Date() })
    for (const [id, code, name] of [
      [gone.id, 'product_unavailable', { en: 'Durian (1 kg)' }],
      [archived.id, 'product_gone', { en: 'Rambutan (1 kg)' }],
      ['018f0000-0000-7000-8000-000000000000', 'product_gone', { en: 'A product', th: 'สินค้าบางรายการ' }],
    ] as const)
      await expect(placeOrder(shopper, orderFor(address, { [counted.id]: 1, [id]: 1 }))).rejects.toMatchObject({
        code,
        details: { values: { name } },
      })
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
    expect(await stockOf(db, counted.id)).toBe(5)
  })

  test('names the product of which too little is in stock, and how much is left', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const rare = await aProduct(db, { name: 'Truffle', nameTh: 'ทรัฟเฟิล', stock: 2 })
    const request = orderFor(address, { [rare.id]: 3 })
    await expect(placeOrder(shopper, request)).rejects.toMatchObject({
      code: 'stock_short',
      details: { values: { name: { en: 'Truffle (1 kg)', th: 'ทรัฟเฟิล (1 กก.)' }, left: 2 } },
    })
    expect(await stockOf(db, rare.id)).toBe(2)
  })
})

describe('a repeated request', () => {
  test('repeated with its key returns the first order, and other content with the key is refused', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { stock: 10 })
    const request = orderFor(address, { [potato.id]: 2 }, { idempotencyKey: 'click-1' })
    const first = await placeOrder(shopper, request)
    expect(await placeOrder(shopper, request)).toEqual({ ...first, isNew: false })
    await expect(
      placeOrder(shopper, orderFor(address, { [potato.id]: 3 }, { idempotencyKey: 'click-1' })),
    ).rejects.toMatchObject({ code: 'idempotency_key_reused' })
    expect(await ordersOfShopper(db, shopper.id)).toHaveLength(1)
    expect(await stockOf(db, potato.id)).toBe(8)
  })

  test('sent ten times at once is one order', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { stock: 10 })
    const request = orderFor(address, { [potato.id]: 1 }, { idempotencyKey: 'click-1' })
    const placed = await Promise.all(Array.from({ length: 10 }, () => placeOrder(shopper, request)))
    expect(new Set(placed.map((order) => order.id)).size).toBe(1)
    expect(await ordersOfShopper(db, shopper.id)).toHaveLength(1)
    expect(await stockOf(db, potato.id)).toBe(9)
  })

  test('without a key is the same order within ten seconds, and another one later', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db)
    const request = orderFor(address, { [potato.id]: 1 })
    const placed = await Promise.all(Array.from({ length: 5 }, () => placeOrder(shopper, request)))
    expect(new Set(placed.map((order) => order.id)).size).toBe(1)
    await db
      .updateTable('shopOrder')
      .set({ createdAt: new Date(Date.now() - 11_000) })
      .where('shopperId', '=', shopper.id)
      .execute()
    const later = await placeOrder(shopper, request)
    expect(later.id).not.toBe(placed[0]?.id)
  })

  test('of another device at the same instant is refused where duplicates are, and placed once it is confirmed', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { stock: 10 })
    const from = (device: string, more: Partial<PlaceOrder> = {}) =>
      orderFor(address, { [potato.id]: 2 }, { idempotencyKey: device, refuseDuplicate: true, ...more })
    const results = await Promise.allSettled(
      ['phone', 'tablet', 'desk'].map((device) => placeOrder(shopper, from(device))),
    )
    const [order, ...more] = await ordersOfShopper(db, shopper.id)
    expect(more).toEqual([])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stockOf(db, potato.id)).toBe(8)
    await expect(placeOrder(shopper, from('later'))).rejects.toMatchObject({
      code: 'order_duplicate',
      details: { values: { number: order?.number } },
    })
    // Other goods, and the second press of the button.
    await placeOrder(shopper, { ...from('more'), items: [{ product: potato.id, quantity: 1 }] })
    await placeOrder(shopper, from('later', { refuseDuplicate: undefined }))
    expect(await stockOf(db, potato.id)).toBe(5)
    await db
      .updateTable('shopOrder')
      .set({ createdAt: new Date(Date.now() - 11_000) })
      .where('shopperId', '=', shopper.id)
      .execute()
    await placeOrder(shopper, from('ten seconds later'))
    expect(await stockOf(db, potato.id)).toBe(3)
  })

  test('under the same key of another shopper is independent', async () => {
    const [one, two] = [await aShopperWithAddress(db), await aShopperWithAddress(db)]
    const potato = await aProduct(db)
    const first = await placeOrder(one.shopper, orderFor(one.address, { [potato.id]: 1 }, { idempotencyKey: 'same' }))
    const second = await placeOrder(two.shopper, orderFor(two.address, { [potato.id]: 1 }, { idempotencyKey: 'same' }))
    expect(second.id).not.toBe(first.id)
  })
})

describe('a change between reading the inputs of an order and inserting it', () => {
  /** Places an order, and calls `meanwhile` once after its inputs were read. */
  async function placeWhile(
    meanwhile: () => Promise<unknown>,
    ...[shopper, request]: Parameters<typeof placeOrder>
  ): Promise<Awaited<ReturnType<typeof placeOrder>>> {
    let isDone = false
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (!isDone && result.rows[0]?.readAt) {
          isDone = true
          await meanwhile()
        }
        return result
      },
    }
    const placed = await place(
      { db: db.withPlugin(plugin), shop: orderShop, readDurations: readDurationsNow },
      shopper,
      request,
    )
    expect(isDone).toBe(true)
    return placed
  }
  const change = (id: string, values: { offerPriceCents?: number; inStock?: boolean; stock?: number }) =>
    db.updateTable('product').set(values).where('id', '=', id).execute()

  test('if a price changes meanwhile, the order has the new one', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { price: 2500, offerPrice: 1000 })
    const request = orderFor(address, { [potato.id]: 1 }, { idempotencyKey: 'click-1' })
    await placeWhile(() => change(potato.id, { offerPriceCents: 2000 }), shopper, request)
    const [order] = await ordersOfShopper(db, shopper.id)
    expect(order).toMatchObject({ subtotalCents: 2000, amountCents: 2040 })
    expect(order?.lines[0]?.product.offerPrice).toBe(20)
  })

  test('if a price changes that the shopper saw otherwise, the order is refused and takes no stock', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const potato = await aProduct(db, { price: 2500, offerPrice: 1000, stock: 5 })
    const request = orderFor(address, { [potato.id]: 1 }, { idempotencyKey: 'click-1', expectedAmount: 10.2 })
    const placed = placeWhile(() => change(potato.id, { offerPriceCents: 2000 }), shopper, request)
    await expect(placed).rejects.toMatchObject({ code: 'amount_changed' })
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
    expect(await stockOf(db, potato.id)).toBe(5)
  })

  test('if a product is switched off or archived meanwhile, the order is refused, takes no stock and leaves the cart', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const [counted, potato] = [await aProduct(db, { stock: 5 }), await aProduct(db)]
    await replaceCart(db, shopper.id, { items: { [potato.id]: 1 }, arrivedAt: monotonicMicroseconds() })
    const request = orderFor(address, { [counted.id]: 1, [potato.id]: 1 }, { idempotencyKey: 'click-1' })
    const placed = placeWhile(() => change(potato.id, { inStock: false }), shopper, request)
    await expect(placed).rejects.toMatchObject({ code: 'product_unavailable' })
    expect(await ordersOfShopper(db, shopper.id)).toEqual([])
    expect(await stockOf(db, counted.id)).toBe(5)
    expect((await cartOf(db, shopper.id)).items).toEqual({ [potato.id]: 1 })
  })

  test('if stock is taken meanwhile, the refusal names what is left, and nothing is sold twice', async () => {
    const { shopper, address } = await aShopperWithAddress(db)
    const rare = await aProduct(db, { name: 'Truffle', stock: 5 })
    const request = orderFor(address, { [rare.id]: 3 }, { idempotencyKey: 'click-1' })
    const placed = placeWhile(() => change(rare.id, { stock: 2 }), shopper, request)
    await expect(placed).rejects.toMatchObject({
      code: 'stock_short',
      details: { values: { name: { en: 'Truffle (1 kg)' }, left: 2 } },
    })
    expect(await stockOf(db, rare.id)).toBe(2)
  })

  test('if the request is repeated meanwhile, both return one order, with a key or without', async () => {
    const potato = await aProduct(db, { stock: 50 })
    for (const idempotencyKey of ['click-1', undefined]) {
      const { shopper, address } = await aShopperWithAddress(db)
      const request = orderFor(address, { [potato.id]: 1 }, { idempotencyKey })
      const others: Promise<unknown>[] = []
      const first = await placeWhile(async () => others.push(placeOrder(shopper, request)), shopper, request)
      expect(await others[0]).toMatchObject({ id: first.id, number: first.number })
      expect(await ordersOfShopper(db, shopper.id)).toHaveLength(1)
    }
    expect(await stockOf(db, potato.id)).toBe(48)
  })
})

describe('counted stock', () => {
  test('sells the last piece once, however many order it', async () => {
    const last = await aProduct(db, { stock: 1 })
    const shoppers = await Promise.all(Array.from({ length: 100 }, () => aShopperWithAddress(db)))
    const outcomes = await Promise.allSettled(
      shoppers.map(({ shopper, address }) => placeOrder(shopper, orderFor(address, { [last.id]: 1 }))),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'product_unavailable' })
    expect(await stockOf(db, last.id)).toBe(0)
  })

  test('never deadlocks two checkouts with the same products in different orders', async () => {
    const [a, b] = [await aProduct(db, { stock: 50 }), await aProduct(db, { stock: 50 })]
    const shoppers = await Promise.all(Array.from({ length: 20 }, () => aShopperWithAddress(db)))
    await Promise.all(
      shoppers.map(({ shopper, address }, index) => {
        const items = [a, b].map(({ id }) => ({ product: id, quantity: 1 }))
        return placeOrder(shopper, orderFor(address, {}, { items: index % 2 ? items : items.reverse() }))
      }),
    )
    expect([await stockOf(db, a.id), await stockOf(db, b.id)]).toEqual([30, 30])
  })
})

test('an address of the shopper can be used again and again', async () => {
  const { shopper } = await aShopperWithAddress(db)
  const second = await anAddress(db, shopper.id)
  const potato = await aProduct(db)
  await placeOrder(shopper, orderFor(second, { [potato.id]: 1 }))
  expect(await ordersOfShopper(db, shopper.id)).toHaveLength(1)
})
