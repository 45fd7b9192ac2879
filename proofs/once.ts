import type pg from 'pg'
import { seededRandom } from '../demo/seeded-random.ts'
import { newId } from '../server/common/ids.ts'
import type { ShopServer } from '../testing/shop-process.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import {
  type Buyer,
  type CallReply,
  createBuyers,
  createProducts,
  placeOrder,
  whileOverloaded,
  withShops,
  withStartedDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'

const stock = 1_000_000
/** Orders that are sent at once. */
const batch = 20

/** Sends every order two to five times concurrently to two processes; some replies are lost. */
export async function once(size: Size): Promise<Finding> {
  const orders = size === 'whole' ? 1000 : 40
  const measured = await withTempFolder((dataDir) =>
    withStartedDatabase(dataDir, async ({ db, pool, url }) => {
      const people = await createBuyers(db, Math.ceil(orders / 10))
      const products = await createProducts(db, 5, stock)
      const sent = await withShops({ dataDir, databaseUrl: url, count: 2 }, (shops) =>
        sendAll(orders, { shops, people, products }),
      )
      return { sent, products: products.length, ...(await storedOrders(pool)) }
    }),
  )
  return report(orders, measured, failuresOf(orders, measured))
}

type Market = { shops: readonly ShopServer[]; people: readonly Buyer[]; products: readonly string[] }
/** An order: how often it was sent, and the replies that arrived. */
type SentOrder = { times: number; received: CallReply['json'][] }
type Measured = { sent: SentOrder[]; products: number } & Awaited<ReturnType<typeof storedOrders>>

/** Sends all orders, a batch after the other. */
async function sendAll(orders: number, { shops, people, products }: Market): Promise<SentOrder[]> {
  const random = seededRandom(7)
  const sent: SentOrder[] = []
  for (let start = 0; start < orders; start += batch) {
    const sending = Array.from({ length: Math.min(batch, orders - start) }, (_, index) => {
      const buyer = people[(start + index) % people.length]
      if (!buyer) throw new Error('there are no buyers')
      const product = products[Math.floor(random() * products.length)] as string
      return sendRepeatedly(shops, { buyer, product, random })
    })
    sent.push(...(await Promise.all(sending)))
  }
  return sent
}

/** Sends one order two to five times at once, to both processes by turns. */
async function sendRepeatedly(
  shops: readonly ShopServer[],
  { buyer, product, random }: { buyer: Buyer; product: string; random: () => number },
): Promise<SentOrder> {
  const idempotencyKey = newId()
  const times = 2 + Math.floor(random() * 4)
  const sending = Array.from({ length: times }, (_, time) => {
    // A browser that aborts after a few milliseconds doesn't learn what happened to its order.
    const milliseconds = time > 0 && random() < 0.3 ? 1 + Math.floor(random() * 20) : 30_000
    const order = { items: [{ product, quantity: 1 }], idempotencyKey, milliseconds }
    return whileOverloaded(() => placeOrder(shops[time % 2]?.url ?? '', buyer, order))
  })
  const replies = await Promise.allSettled(sending)
  return { times, received: replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.json] : [])) }
}

/** Counts the orders and their keys in the database, the pieces sold, and those left of all products together. */
async function storedOrders(pool: pg.Pool) {
  const { rows } = await pool.query<{ orders: number; keys: number; sold: number }>(`
    select count(*)::int as orders, count(distinct idempotency_key)::int as keys,
      (select sum(quantity)::int from order_line) as sold from shop_order`)
  const left = await pool.query<{ left: number }>('select sum(stock)::int as left from product')
  return { stored: rows[0], left: left.rows[0]?.left }
}

function failuresOf(orders: number, { sent, products, stored, left }: Measured): string[] {
  const failures = new Failures()
  for (const { received } of sent) {
    for (const reply of received) failures.check(reply.success, `an order was refused: ${reply.code}`)
    failures.checkEqual(new Set(received.map((reply) => reply.orderId)).size, 1, 'orders of one key')
  }
  failures.checkEqual(stored?.orders, orders, 'orders in the database')
  failures.checkEqual(stored?.keys, orders, 'keys in the database')
  failures.checkEqual(left, stock * products - (stored?.sold ?? 0), 'counted stock')
  return failures.all
}

function report(orders: number, { sent, stored }: Measured, failures: string[]): Finding {
  const requests = sent.reduce((sum, { times }) => sum + times, 0)
  const replied = sent.reduce((sum, { received }) => sum + received.length, 0)
  return {
    guarantee: 'One idempotency key makes one order, however often it is sent',
    did: `${orders} orders, each sent 2 to 5 times at once to two processes: ${requests} requests, ${requests - replied} replies lost`,
    figure: `${stored?.orders} orders, ${replied} replies, all of a key the same`,
    failures,
  }
}
