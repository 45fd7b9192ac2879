import { newId } from '../server/common/ids.ts'
import { moveOrder } from '../server/orders/steps/move-order.ts'
import { aPromotion } from '../testing/makers.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import { createBuyers, createProducts, orderWithRetries, tally, withShops, withStartedDatabase } from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const uses = 10

/**
 * Many shoppers order with one code at once, over two server processes on one database; the orders that have it are
 * cancelled while others order again; then some shoppers send several orders at once with a code for one use each.
 */
export async function codes(size: Size): Promise<Finding> {
  const shoppers = size === 'whole' ? 1000 : 60
  const persistent = size === 'whole' ? 200 : 20
  const failures = new Failures()
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, url }) => {
      const people = await createBuyers(db, shoppers)
      const [product = ''] = await createProducts(db, 1, null)
      const items = [{ product, quantity: 1 }]
      const limited = await aPromotion(db, { code: 'TENUSES', maxUses: uses })
      const each = await aPromotion(db, { code: 'ONCEEACH', maxUsesOfShopper: 1 })
      const counted = async (id: string) => {
        const { count } = await db
          .selectFrom('orderPromotion')
          .innerJoin('shopOrder', 'shopOrder.id', 'orderPromotion.orderId')
          .select(({ fn }) => fn.countAll<string>().as('count'))
          .where('promotionId', '=', id)
          .where('counted', '=', true)
          .where('shopOrder.status', '<>', 'Cancelled')
          .executeTakeFirstOrThrow()
        return Number(count)
      }
      const usesOf = async (id: string) =>
        (await db.selectFrom('promotion').select('uses').where('id', '=', id).executeTakeFirstOrThrow()).uses

      return withShops({ dataDir, databaseUrl: url, count: 2 }, async (shops) => {
        const shopOf = (index: number) => shops[index % shops.length]?.url ?? ''
        const crowd = (code: string) =>
          people.map((buyer, index) => orderWithRetries(shopOf(index), buyer, { items, idempotencyKey: newId(), code }))
        const started = performance.now()
        const first = await Promise.allSettled(crowd('TENUSES'))
        const seconds = (performance.now() - started) / 1000
        const outcomes = tally(first)
        const usedUp = outcomes.get('coupon_used_up') ?? 0
        failures.checkEqual(outcomes.get('placed') ?? 0, uses, 'orders with the code')
        failures.checkEqual(usedUp, shoppers - uses, 'orders refused because it is used up')
        failures.checkEqual(await counted(limited.id), uses, 'uses in the database')

        const placed = first.flatMap((reply) =>
          reply.status === 'fulfilled' && reply.value.json.success ? [String(reply.value.json.orderId)] : [],
        )
        const cancel = (id: string) =>
          moveOrder(db, {
            id,
            from: 'Order Placed',
            to: 'Cancelled',
            by: 'seller@talad.example',
          })
        const again = await Promise.allSettled([...placed.map(cancel), ...crowd('TENUSES')])
        failures.checkFulfilled(again, 'an order or its cancelling')
        failures.checkEqual(await usesOf(limited.id), await counted(limited.id), 'uses after cancelling')
        failures.check((await counted(limited.id)) <= uses, 'more uses than allowed after cancelling')

        const five = await Promise.allSettled(
          people
            .slice(0, persistent)
            .flatMap((buyer, index) =>
              [0, 1, 2, 3, 4].map((n) =>
                orderWithRetries(shopOf(index + n), buyer, { items, idempotencyKey: newId(), code: 'ONCEEACH' }),
              ),
            ),
        )
        failures.checkEqual(tally(five).get('placed') ?? 0, persistent, 'orders with the code for one use each')
        failures.checkEqual(tally(five).get('coupon_used_by_you') ?? 0, 4 * persistent, 'refused because it was used')
        failures.checkEqual(await counted(each.id), persistent, 'uses of one each in the database')
        return {
          guarantee: 'A code is used exactly as often as allowed',
          did: `${shoppers} shoppers at once for ${uses} uses, then again while the ${uses} orders were cancelled, then five orders of each of ${persistent} shoppers at once with a code for one use each, over two processes`,
          figure: `${outcomes.get('placed') ?? 0} used it, ${usedUp} were refused, within ${seconds.toFixed(1)} s; ${await counted(limited.id)} uses after the cancelling; ${tally(five).get('placed') ?? 0} of ${5 * persistent} orders used theirs`,
          failures: failures.all,
        }
      })
    }),
  )
}
