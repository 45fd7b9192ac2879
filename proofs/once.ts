import { seededRandom } from '../demo/seeded-random.ts'
import { newId } from '../server/common/ids.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import {
  createBuyers,
  createProducts,
  placeOrder,
  whileOverloaded,
  withShops,
  withStartedDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

/** Sends every order two to five times concurrently to two processes; some replies are lost. */
export async function once(size: Size): Promise<Finding> {
  const orders = size === 'whole' ? 1000 : 40
  const failures = new Failures()
  const random = seededRandom(7)
  return withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, pool, url }) => {
      const people = await createBuyers(db, Math.ceil(orders / 10))
      const stock = 1_000_000
      const products = await createProducts(db, 5, stock)
      let sent = 0
      let lost = 0
      let replied = 0

      await withShops({ dataDir, databaseUrl: url, count: 2 }, async (shops) => {
        for (let start = 0; start < orders; start += 20) {
          await Promise.all(
            Array.from({ length: Math.min(20, orders - start) }, async (_, index) => {
              const buyer = people[(start + index) % people.length]
              if (!buyer) throw new Error('there are no buyers')
              const key = newId()
              const product = products[Math.floor(random() * products.length)] as string
              const times = 2 + Math.floor(random() * 4)
              const replies = await Promise.allSettled(
                Array.from({ length: times }, (_, time) => {
                  sent += 1
                  // A browser that aborts after a few milliseconds doesn't learn what happened to its order.
                  const timeout = time > 0 && random() < 0.3 ? 1 + Math.floor(random() * 20) : 30_000
                  return whileOverloaded(() =>
                    placeOrder(shops[time % 2]?.url ?? '', buyer, {
                      items: [{ product, quantity: 1 }],
                      idempotencyKey: key,
                      milliseconds: timeout,
                    }),
                  )
                }),
              )
              const received = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.json] : []))
              lost += replies.length - received.length
              replied += received.length
              for (const reply of received) failures.check(reply.success, `an order was refused: ${reply.code}`)
              failures.checkEqual(new Set(received.map((reply) => reply.orderId)).size, 1, 'orders of one key')
            }),
          )
        }
      })
      const { rows } = await pool.query<{ orders: number; keys: number; sold: number }>(`
        select count(*)::int as orders, count(distinct idempotency_key)::int as keys,
          (select sum(quantity)::int from order_line) as sold from shop_order`)
      failures.checkEqual(rows[0]?.orders, orders, 'orders in the database')
      failures.checkEqual(rows[0]?.keys, orders, 'keys in the database')
      const left = await pool.query<{ left: number }>('select sum(stock)::int as left from product')
      failures.checkEqual(left.rows[0]?.left, stock * products.length - (rows[0]?.sold ?? 0), 'counted stock')
      return {
        guarantee: 'One idempotency key makes one order, however often it is sent',
        did: `${orders} orders, each sent 2 to 5 times at once to two processes: ${sent} requests, ${lost} replies lost`,
        figure: `${rows[0]?.orders} orders, ${replied} replies, all of a key the same`,
        failures: failures.all,
      }
    }),
  )
}
