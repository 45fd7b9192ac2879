import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import type { PaymentType } from '../../../contract/payments/payment-methods.ts'
import { testDatabase } from '../../../testing/database/database.ts'
import { inLockOrder } from '../../../testing/database/in-lock-order.ts'
import { ledgerErrors } from '../../../testing/database/ledger.ts'
import { untilBlocked } from '../../../testing/database/until-blocked.ts'
import { orderShop } from '../../../testing/makers/cash-order.ts'
import { aProduct, aShopperWithAddress, stockOf } from '../../../testing/makers/rows.ts'
import { archiveProduct } from '../../catalog/edit/archive-product.ts'
import { countStock } from '../../catalog/edit/count-stock.ts'
import { setInStock } from '../../catalog/queries.ts'
import { newId } from '../../common/ids.ts'
import { monotonicMicroseconds } from '../../common/monotonic-time.ts'
import { inTransaction } from '../../database/database.ts'
import { readMigrations } from '../../database/migrations.ts'
import { readDurationsNow } from '../../delivery/promise/durations-reader.ts'
import { handlePaymentEvent } from '../paying/handle-payment-event.ts'
import { placeOrderToPay } from '../paying/pay-order.ts'
import { placeOrder } from '../placing/place-order.ts'
import { cancelOwnOrder } from './cancel-own-order.ts'
import { takeStep } from './take-step.ts'

const { db, pool, close } = await testDatabase()
afterAll(async () => {
  expect(await ledgerErrors(db)).toEqual([])
  await close()
})

const log = { error: () => {}, warn: () => {} }

/** Places an order of three pieces out of a counted stock, or null if it isn't counted. */
async function ordered(stock: number | null, paymentType: PaymentType = 'COD') {
  const { shopper, address } = await aShopperWithAddress(db)
  const product = await aProduct(db, { stock })
  const { id } = await placeOrder({ db, shop: orderShop, readDurations: readDurationsNow }, shopper, {
    address,
    items: [{ product: product.id, quantity: 3 }],
    paymentType,
    language: 'en',
    arrivedAt: monotonicMicroseconds(),
  })
  return { id, shopper, product: product.id }
}

/** Sets the stock, as the seller's screen does; null stops counting. */
async function count(product: string, stock: number | null) {
  await countStock(db, product, { stock, seen: await stockOf(db, product) })
}

const cancelByShop = (id: string) =>
  takeStep(db, { id, from: 'Order Placed', to: 'Cancelled', by: 'seller@talad.example' })

/** The ways in which an order ends without being delivered. */
const endings = [
  ['the seller cancels', 'COD', ({ id }) => cancelByShop(id)],
  ['the shopper cancels', 'COD', ({ id, shopper }) => cancelOwnOrder(db, shopper, { orderId: id })],
  ['the shopper drops it unpaid', 'Online', ({ id, shopper }) => cancelOwnOrder(db, shopper, { orderId: id })],
  ['the payment is declined', 'Online', ({ id }) => paymentEvent(id, 'failed')],
  ['the payment expires', 'Online', ({ id }) => paymentEvent(id, 'expired')],
] as const satisfies [string, PaymentType, (order: Awaited<ReturnType<typeof ordered>>) => Promise<void>][]

const paymentEvent = (orderId: string, kind: 'failed' | 'expired') =>
  handlePaymentEvent(
    { db, log, shop: orderShop },
    { id: newId(), kind, orderId, ours: true, payment: undefined, amountCents: 0, currency: 'usd' },
  )

/** What a seller may do before the order ends, with the stock at first and at the end. */
const meanwhile = [
  ['nothing is done', 10, async () => {}, 10],
  ['stock is counted for the first time', null, (product) => count(product, 5), 5],
  ['counting ends', 10, (product) => count(product, null), null],
  ['counting ends and begins anew', 10, (product) => count(product, null).then(() => count(product, 5)), 5],
  ['counting begins and ends', null, (product) => count(product, 5).then(() => count(product, null)), null],
  ['the count is corrected', 10, (product) => count(product, 20), 23],
  ['the product is archived', 10, (product) => archiveProduct(db, product, true).then(() => {}), 10],
  ['the product is switched off', 10, (product) => setInStock(db, product, false).then(() => {}), 10],
] as const satisfies [string, number | null, (product: string) => Promise<void>, number | null][]

describe.each(endings)('when %s', (_ending, paymentType, end) => {
  test.each(meanwhile)(
    'if meanwhile %s, exactly the stock that was taken is returned',
    async (_what, stock, act, left) => {
      const order = await ordered(stock, paymentType)
      await act(order.product)
      await end(order)
      expect(await stockOf(db, order.product)).toBe(left)
    },
  )
})

test('an order whose payment page was never opened returns only the stock that it took', async () => {
  const { shopper, address } = await aShopperWithAddress(db)
  const [counted, uncounted] = [await aProduct(db, { stock: 10 }), await aProduct(db, { stock: null })]
  const gateway = {
    open: async () => {
      await count(uncounted.id, 5)
      throw new Error('away')
    },
  } as never
  const items = [counted, uncounted].map(({ id }) => ({ product: id, quantity: 3 }))
  const request = { address, items, language: 'en' as const, arrivedAt: monotonicMicroseconds() }
  const deps = {
    db,
    shop: orderShop,
    gateway,
    publicUrl: 'http://shop',
    readDurations: readDurationsNow,
    log: log as never,
  }
  await expect(placeOrderToPay(deps, shopper, request)).rejects.toMatchObject({ code: 'payment_unavailable' })
  expect([await stockOf(db, counted.id), await stockOf(db, uncounted.id)]).toEqual([10, 5])
})

describe('an order returns only the stock that it took', () => {
  /** The placing of an order of three pieces, the change of its product's stock, and the stock around cancelling it. */
  async function placingAndCounting(from: number | null, to: number | null) {
    const { shopper, address } = await aShopperWithAddress(db)
    const { id: product } = await aProduct(db, { stock: from })
    return {
      product,
      placing: () =>
        placeOrder({ db, shop: orderShop, readDurations: readDurationsNow }, shopper, {
          address,
          items: [{ product, quantity: 3 }],
          paymentType: 'COD',
          idempotencyKey: newId(),
          language: 'en',
          arrivedAt: monotonicMicroseconds(),
        }),
      counting: () => pool.query('update product set stock = $2 where id = $1', [product, to]),
      stockAround: async (order: { id: string }) => {
        const before = await stockOf(db, product)
        await cancelByShop(order.id)
        return [before, await stockOf(db, product)]
      },
    }
  }
  const changes = [
    ['begins', null, 10],
    ['stops', 10, null],
  ] as const

  test.each(changes)('if counting %s before it is placed', async (_what, from, to) => {
    const { placing, counting, stockAround } = await placingAndCounting(from, to)
    await counting()
    expect(await stockAround(await placing())).toEqual(to === null ? [null, null] : [7, 10])
  })

  test.each([
    ['after its inputs were read, and before its lines are written', 'order_line'],
    ['while it is written', 'order_event'],
  ])('if counting begins %s', async (_when, table) => {
    const { placing, counting, stockAround } = await placingAndCounting(null, 10)
    const placed = await inTransaction(db, async (tx) => {
      // Lets it read the table, and not write it.
      await sql`lock table ${sql.ref(table)} in share mode`.execute(tx)
      const order = placing()
      await untilBlocked(pool)
      await counting()
      return { order }
    })
    expect(await stockAround(await placed.order)).toEqual([10, 10])
  })

  test('if counting stops while it is written', async () => {
    const { product, placing, counting, stockAround } = await placingAndCounting(10, null)
    const [order] = await inLockOrder(pool, { table: 'product', id: product }, placing, counting)
    expect(await stockAround(order)).toEqual([null, null])
  })

  test('if counting stops just before its stock is taken', async () => {
    const { product, placing, counting, stockAround } = await placingAndCounting(10, null)
    const [, order] = await inLockOrder(pool, { table: 'product', id: product }, counting, placing)
    expect(await stockAround(order)).toEqual([null, null])
  })
})

test('orders from before counts were numbered return the stock that their copies show', async () => {
  const [counted, uncounted] = [await ordered(10), await ordered(null)]
  await count(uncounted.product, 5)
  await pool.query('update order_line set count_no = null')
  const migration = (await readMigrations()).find(({ name }) => name.includes('counts'))
  // As before the migration, which sets the numbers.
  await pool.query('update product set count_no = 0')
  await pool.query(/update order_line[^;]*;/.exec(migration?.sql ?? '')?.[0] ?? 'no such statement')
  await cancelByShop(counted.id)
  await cancelByShop(uncounted.id)
  expect([await stockOf(db, counted.product), await stockOf(db, uncounted.product)]).toEqual([10, 5])
})
