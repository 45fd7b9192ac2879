import { countStock } from '../server/catalog/count-stock.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { moveOrder } from '../server/orders/steps/move-order.ts'
import { stockOf } from '../testing/makers.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { createBuyers, createProducts, orderWithRetries, tally, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const units = 10

/**
 * Many concurrent orders for the last units, over two server processes on one database; then carts with the same
 * products in opposite orders, which would deadlock if rows were locked in that order.
 */
export async function oversell(size: Size): Promise<Finding> {
  const shoppers = size === 'whole' ? 1000 : 60
  const failures = new Failures()
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, url }) => {
      const people = await createBuyers(db, shoppers)
      const [last = ''] = await createProducts(db, 1, units)
      const both = await createProducts(db, 2, 1_000_000)

      return withShops({ dataDir, databaseUrl: url, count: 2 }, async (shops) => {
        const shopOf = (index: number) => shops[index % shops.length]?.url ?? ''
        const started = performance.now()
        const replies = await Promise.allSettled(
          people.map((buyer, index) =>
            orderWithRetries(shopOf(index), buyer, {
              items: [{ product: last, quantity: 1 }],
              idempotencyKey: newId(),
            }),
          ),
        )
        const seconds = (performance.now() - started) / 1000
        const outcomes = tally(replies)
        failures.checkEqual(outcomes.get('placed') ?? 0, units, 'orders placed')
        const soldOut = (outcomes.get('stock_short') ?? 0) + (outcomes.get('product_unavailable') ?? 0)
        failures.checkEqual(soldOut, shoppers - units, 'orders refused as sold out')
        failures.checkEqual(await stockOf(db, last), 0, 'stock left')
        const { count } = await db
          .selectFrom('orderLine')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('productId', '=', last)
          .executeTakeFirstOrThrow()
        failures.checkEqual(count, units, 'orders in the database')

        const crossed = await Promise.allSettled(
          people.map((buyer, index) => {
            const items = both.map((product) => ({ product, quantity: 1 }))
            const sorted = index % 2 === 0 ? items : items.reverse()
            return orderWithRetries(shopOf(index), buyer, { items: sorted, idempotencyKey: newId() })
          }),
        )
        failures.checkEqual(tally(crossed).get('placed') ?? 0, shoppers, 'crossed orders placed')
        for (const id of both)
          failures.checkEqual(await stockOf(db, id), 1_000_000 - shoppers, 'stock after crossed orders')

        // The stock of a product is counted while earlier orders are open, which are cancelled afterwards.
        const [product = ''] = await createProducts(db, 1, null)
        const early = await Promise.all(
          people
            .slice(0, 20)
            .map((buyer, index) =>
              orderWithRetries(shopOf(index), buyer, { items: [{ product, quantity: 9 }], idempotencyKey: newId() }),
            ),
        )
        await countStock(db, product, { stock: units, seen: null })
        const cancels = early.map(({ json }) => cancel(db, json.orderId))
        const late = await Promise.allSettled([
          ...people.map((buyer, index) =>
            orderWithRetries(shopOf(index), buyer, { items: [{ product, quantity: 1 }], idempotencyKey: newId() }).then(
              (reply) => {
                // Half of those who got a piece cancel; each returns a piece that can be sold.
                return index % 2 === 0 && reply.json.success ? cancel(db, reply.json.orderId).then(() => reply) : reply
              },
            ),
          ),
          ...cancels,
        ])
        failures.checkFulfilled(late, 'an order or its cancelling')
        const { sold } = await db
          .selectFrom('orderLine')
          .innerJoin('shopOrder', 'shopOrder.id', 'orderLine.orderId')
          .select(({ fn }) => fn.sum<string>('orderLine.quantity').as('sold'))
          .where('productId', '=', product)
          .where('shopOrder.status', '<>', 'Cancelled')
          .executeTakeFirstOrThrow()
        failures.checkEqual(
          Number(sold ?? 0) + ((await stockOf(db, product)) ?? 0),
          units,
          'pieces of the counted product',
        )
        return {
          guarantee: 'The last unit is sold once, and no checkout deadlocks',
          did: `${shoppers} parallel orders for ${units} units, then ${shoppers} carts in opposite orders, then ${shoppers} orders of a product whose stock was counted while earlier orders were being cancelled, over two processes`,
          figure: `${outcomes.get('placed') ?? 0} sold, ${soldOut} refused as sold out, within ${seconds.toFixed(1)} s; no deadlock`,
          failures: failures.all,
        }
      })
    }),
  )
}

const cancel = (db: Db, id: string) =>
  moveOrder(db, { id, from: 'Order Placed', to: 'Cancelled', by: 'seller@talad.example' })
