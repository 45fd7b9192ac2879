import { countStock } from '../server/catalog/edit/count-stock.ts'
import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { takeStep } from '../server/orders/steps/take-step.ts'
import { stockOf } from '../testing/makers/rows.ts'
import type { ShopServer } from '../testing/shop-process.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import {
  type Buyer,
  type CallReply,
  createBuyers,
  createProducts,
  type Item,
  orderWithRetries,
  tally,
  withShops,
  withStartedDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const units = 10
/** The stock of the products of which enough is there. */
const plenty = 1_000_000

/**
 * Many concurrent orders for the last units, over two server processes on one database; then carts with the same
 * products in opposite orders, which would deadlock if rows were locked in that order.
 */
export async function oversell(size: Size): Promise<Finding> {
  const shoppers = size === 'whole' ? 1000 : 60
  const measured = await withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, url }) => {
      const people = await createBuyers(db, shoppers)
      const [last = ''] = await createProducts(db, 1, units)
      const both = await createProducts(db, 2, plenty)
      return withShops({ dataDir, databaseUrl: url, count: 2 }, async (shops) => {
        const market = { db, people, shops }
        return {
          last: await orderLastUnits(market, last),
          crossed: await orderCrossed(market, both),
          counted: await orderWhileCounted(market),
        }
      })
    }),
  )
  return report(shoppers, measured, failuresOf(shoppers, measured))
}

type Market = { db: Db; people: readonly Buyer[]; shops: readonly ShopServer[] }
type Measured = {
  last: Awaited<ReturnType<typeof orderLastUnits>>
  crossed: Awaited<ReturnType<typeof orderCrossed>>
  counted: Awaited<ReturnType<typeof orderWhileCounted>>
}

/** Each shopper orders one unit of a product of which ten are left. */
async function orderLastUnits(market: Market, product: string) {
  const { db, people } = market
  const started = performance.now()
  const replies = await Promise.allSettled(people.map((_, index) => order(market, index, [{ product, quantity: 1 }])))
  const seconds = (performance.now() - started) / 1000
  const outcomes = tally(replies)
  const { count } = await db
    .selectFrom('orderLine')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('productId', '=', product)
    .executeTakeFirstOrThrow()
  return {
    seconds,
    placed: outcomes.get('placed') ?? 0,
    soldOut: (outcomes.get('stock_short') ?? 0) + (outcomes.get('product_unavailable') ?? 0),
    left: await stockOf(db, product),
    stored: count,
  }
}

/** Each shopper orders the same two products, every second one in the opposite order. */
async function orderCrossed(market: Market, both: readonly string[]) {
  const { db, people } = market
  const replies = await Promise.allSettled(
    people.map((_, index) => {
      const items = both.map((product) => ({ product, quantity: 1 }))
      return order(market, index, index % 2 === 0 ? items : items.reverse())
    }),
  )
  const left: (number | null)[] = []
  for (const id of both) left.push(await stockOf(db, id))
  return { placed: tally(replies).get('placed') ?? 0, left }
}

/**
 * The stock of a product is counted while earlier orders are open, which are cancelled while each shopper orders a
 * piece.
 */
async function orderWhileCounted(market: Market) {
  const { db, people } = market
  const [product = ''] = await createProducts(db, 1, null)
  const early = await Promise.all(
    people.slice(0, 20).map((_, index) => order(market, index, [{ product, quantity: 9 }])),
  )
  await countStock(db, product, { stock: units, seen: null })
  const cancels = early.map(({ json }) => cancel(db, json.orderId))
  const replies = await Promise.allSettled([
    ...people.map((_, index) => orderOrRegret(market, index, product)),
    ...cancels,
  ])
  const { sold } = await db
    .selectFrom('orderLine')
    .innerJoin('shopOrder', 'shopOrder.id', 'orderLine.orderId')
    .select(({ fn }) => fn.sum<string>('orderLine.quantity').as('sold'))
    .where('productId', '=', product)
    .where('shopOrder.status', '<>', 'Cancelled')
    .executeTakeFirstOrThrow()
  return { replies, pieces: Number(sold ?? 0) + ((await stockOf(db, product)) ?? 0) }
}

/** Orders a piece. Half of those who get one cancel; each returns a piece that can be sold. */
async function orderOrRegret(market: Market, index: number, product: string): Promise<CallReply> {
  const reply = await order(market, index, [{ product, quantity: 1 }])
  if (index % 2 === 0 && reply.json.success) await cancel(market.db, reply.json.orderId)
  return reply
}

/** Lets a shopper order at one of the processes. */
const order = ({ people, shops }: Market, index: number, items: readonly Item[]): Promise<CallReply> =>
  orderWithRetries(shops[index % shops.length]?.url ?? '', people[index] as Buyer, { items, idempotencyKey: newId() })

const cancel = (db: Db, id: string) =>
  takeStep(db, { id, from: 'Order Placed', to: 'Cancelled', by: 'seller@talad.example' })

function failuresOf(shoppers: number, { last, crossed, counted }: Measured): string[] {
  const failures = new Failures()
  failures.checkEqual(last.placed, units, 'orders placed')
  failures.checkEqual(last.soldOut, shoppers - units, 'orders refused as sold out')
  failures.checkEqual(last.left, 0, 'stock left')
  failures.checkEqual(last.stored, units, 'orders in the database')
  failures.checkEqual(crossed.placed, shoppers, 'crossed orders placed')
  for (const left of crossed.left) failures.checkEqual(left, plenty - shoppers, 'stock after crossed orders')
  failures.checkFulfilled(counted.replies, 'an order or its cancelling')
  failures.checkEqual(counted.pieces, units, 'pieces of the counted product')
  return failures.all
}

function report(shoppers: number, { last }: Measured, failures: string[]): Finding {
  return {
    guarantee: 'The last unit is sold once, and no checkout deadlocks',
    did: `${shoppers} parallel orders for ${units} units, then ${shoppers} carts in opposite orders, then ${shoppers} orders of a product whose stock was counted while earlier orders were being cancelled, over two processes`,
    figure: `${last.placed} sold, ${last.soldOut} refused as sold out, within ${last.seconds.toFixed(1)} s; no deadlock`,
    failures,
  }
}
