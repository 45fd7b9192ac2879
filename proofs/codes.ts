import { newId } from '../server/common/ids.ts'
import type { Db } from '../server/database/database.ts'
import { takeStep } from '../server/orders/steps/take-step.ts'
import { aPromotion } from '../testing/makers/rows.ts'
import type { ShopServer } from '../testing/shop-process.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import {
  type Buyer,
  createBuyers,
  createProducts,
  type Item,
  orderWithRetries,
  tally,
  withShops,
  withStartedDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

/** How often the limited code may be used. */
const uses = 10
/** Orders that a persistent shopper sends at once with the code for one use each. */
const tries = 5

/** How many shoppers order at once with the limited code, and how many of them with the code for one use each. */
type Crowd = { shoppers: number; persistent: number }
const crowds: Record<Size, Crowd> = {
  whole: { shoppers: 1000, persistent: 200 },
  small: { shoppers: 60, persistent: 20 },
}

/**
 * Many shoppers order with one code at once, over two server processes on one database; the orders that have it are
 * cancelled while others order again; then some shoppers send several orders at once with a code for one use each.
 */
export async function codes(size: Size): Promise<Finding> {
  const crowd = crowds[size]
  const measured = await withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, url }) => {
      const people = await createBuyers(db, crowd.shoppers)
      const [product = ''] = await createProducts(db, 1, null)
      return withShops({ dataDir, databaseUrl: url, count: 2 }, (shops) =>
        measure({ db, people, shops, items: [{ product, quantity: 1 }] }, crowd.persistent),
      )
    }),
  )
  return report(crowd, measured, failuresOf(crowd, measured))
}

type Market = { db: Db; people: readonly Buyer[]; shops: readonly ShopServer[]; items: readonly Item[] }
type Measured = Awaited<ReturnType<typeof measure>>

async function measure(market: Market, persistent: number) {
  const limited = await aPromotion(market.db, { code: 'TENUSES', maxUses: uses })
  const once = await aPromotion(market.db, { code: 'ONCEEACH', maxUsesOfShopper: 1 })
  const first = await orderAtOnce(market, limited.id)
  return {
    first,
    again: await cancelWhileOrdering(market, limited.id, first.orders),
    each: await orderOnceEach(market, once.id, persistent),
  }
}

/** Each shopper orders with the code that may be used ten times. */
async function orderAtOnce(market: Market, promotion: string) {
  const started = performance.now()
  const replies = await Promise.allSettled(orderAll(market))
  const seconds = (performance.now() - started) / 1000
  const outcomes = tally(replies)
  return {
    seconds,
    placed: outcomes.get('placed') ?? 0,
    usedUp: outcomes.get('coupon_used_up') ?? 0,
    counted: await countedUses(market.db, promotion),
    orders: replies.flatMap((reply) =>
      reply.status === 'fulfilled' && reply.value.json.success ? [String(reply.value.json.orderId)] : [],
    ),
  }
}

/** The orders that have the code are cancelled while each shopper orders with it again. */
async function cancelWhileOrdering(market: Market, promotion: string, orders: readonly string[]) {
  const { db } = market
  const cancelled = orders.map((id) =>
    takeStep(db, { id, from: 'Order Placed', to: 'Cancelled', by: 'seller@talad.example' }),
  )
  const outcomes = await Promise.allSettled([...cancelled, ...orderAll(market)])
  const stored = await db.selectFrom('promotion').select('uses').where('id', '=', promotion).executeTakeFirstOrThrow()
  return { outcomes, stored: stored.uses, counted: await countedUses(db, promotion) }
}

/** Some shoppers send several orders at once with the code that each may use once. */
async function orderOnceEach(market: Market, promotion: string, persistent: number) {
  const replies = await Promise.allSettled(
    Array.from({ length: persistent * tries }, (_, index) => {
      const buyer = Math.floor(index / tries)
      return order(market, { buyer, shop: buyer + (index % tries), code: 'ONCEEACH' })
    }),
  )
  const outcomes = tally(replies)
  return {
    placed: outcomes.get('placed') ?? 0,
    refused: outcomes.get('coupon_used_by_you') ?? 0,
    counted: await countedUses(market.db, promotion),
  }
}

const orderAll = (market: Market) =>
  market.people.map((_, index) => order(market, { buyer: index, shop: index, code: 'TENUSES' }))

/** Orders with a code. The shoppers, and the orders of one, are spread over the server processes. */
function order({ people, shops, items }: Market, { buyer, shop, code }: { buyer: number; shop: number; code: string }) {
  const url = shops[shop % shops.length]?.url ?? ''
  return orderWithRetries(url, people[buyer] as Buyer, { items, idempotencyKey: newId(), code })
}

/** The uses of a promotion by orders that aren't cancelled. */
async function countedUses(db: Db, promotion: string): Promise<number> {
  const { count } = await db
    .selectFrom('orderPromotion')
    .innerJoin('shopOrder', 'shopOrder.id', 'orderPromotion.orderId')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('promotionId', '=', promotion)
    .where('counted', '=', true)
    .where('shopOrder.status', '<>', 'Cancelled')
    .executeTakeFirstOrThrow()
  return Number(count)
}

function failuresOf({ shoppers, persistent }: Crowd, { first, again, each }: Measured): string[] {
  const failures = new Failures()
  failures.checkEqual(first.placed, uses, 'orders with the code')
  failures.checkEqual(first.usedUp, shoppers - uses, 'orders refused because it is used up')
  failures.checkEqual(first.counted, uses, 'uses in the database')
  failures.checkFulfilled(again.outcomes, 'an order or its cancelling')
  failures.checkEqual(again.stored, again.counted, 'uses after cancelling')
  failures.check(again.counted <= uses, 'more uses than allowed after cancelling')
  failures.checkEqual(each.placed, persistent, 'orders with the code for one use each')
  failures.checkEqual(each.refused, (tries - 1) * persistent, 'refused because it was used')
  failures.checkEqual(each.counted, persistent, 'uses of one each in the database')
  return failures.all
}

function report({ shoppers, persistent }: Crowd, { first, again, each }: Measured, failures: string[]): Finding {
  return {
    guarantee: 'A code is used exactly as often as allowed',
    did: `${shoppers} shoppers at once for ${uses} uses, then again while the ${uses} orders were cancelled, then five orders of each of ${persistent} shoppers at once with a code for one use each, over two processes`,
    figure: `${first.placed} used it, ${first.usedUp} were refused, within ${first.seconds.toFixed(1)} s; ${again.counted} uses after the cancelling; ${each.placed} of ${tries * persistent} orders used theirs`,
    failures,
  }
}
