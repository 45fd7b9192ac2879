import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { taxOn, totalsOf } from '../contract/pricing/pricing.ts'
import { dayIn } from '../contract/values/day.ts'
import { seededRandom } from '../demo/seeded-random.ts'
import { insertAccount } from '../server/accounts/queries.ts'
import { freePort } from '../server/common/free-port.ts'
import { newId } from '../server/common/ids.ts'
import { type Db, inTransaction } from '../server/database/database.ts'
import { joinEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { openSession } from '../server/domain/session-queries.ts'
import { shop as config } from '../shop.config.ts'
import { ledgerErrors } from '../testing/database/ledger.ts'
import { withClient } from '../testing/database/with-client.ts'
import { stepsToDelivery } from '../testing/makers/orders.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'
import { withTempFolder } from '../testing/temp-folder.ts'
import {
  type Buyer,
  type CallReply,
  createBuyers,
  createProducts,
  type Item,
  type OpenDatabase,
  placeOrder,
  send,
  untilReplied,
  withStartedDatabase,
} from './environment.ts'
import { Failures, type Finding, type Size } from './finding.ts'
import { killPostgres } from './kill-postgres.ts'

type Acknowledged = { id: string; number: number; buyer: Buyer; items: Item[]; idempotencyKey: string }

/** An account may place 60 orders in ten minutes, so a shopper of the proof changes accounts before that. */
const ordersOfAccount = 50
const shoppers = 8
const sellers = 2
const startStock = 100_000

/** A seller's refunds of an order: their number, and their sum in cents. */
type Refunded = { count: number; cents: number }

/** The results of shoppers and sellers so far, and the end of the proof. */
type Progress = {
  url: string
  made: { counted: string[]; uncounted: string[]; people: Buyer[]; seller: string }
  acknowledged: Acknowledged[]
  /** Attempts whose reply never came. */
  abandoned: Set<string>
  refunded: Map<string, Refunded>
  over: boolean
  /** The next one of `acknowledged` that a seller works on, and the next one of the shoppers who orders. */
  nextOrder: number
  nextBuyer: number
}

/**
 * Shoppers order as fast as they can, and sellers deliver, refund and pay out, while the server and its database
 * are killed again and again. After a lost reply they retry with the same key, as browsers do, or give up: then the
 * order may or may not exist, but not twice. Sellers retry in the same way, and each of their refunds is made once. At
 * the end every order's movements of money are replayed to its balance.
 */
export async function kill(size: Size): Promise<Finding> {
  const kills = size === 'whole' ? { server: 20, database: 10 } : { server: 1, database: 1 }
  const failures = new Failures()
  return withTempFolder(async (dataDir) => {
    const made = await withStartedDatabase(dataDir, async ({ db }) => ({
      counted: await createProducts(db, 10, startStock),
      uncounted: await createProducts(db, 10, null),
      people: await createBuyers(db, size === 'whole' ? 600 : 60),
      seller: await createSeller(db),
    }))
    const port = await freePort()
    let shop = await startShop({ port, dataDir })
    const progress: Progress = {
      url: shop.url,
      made,
      acknowledged: [],
      abandoned: new Set(),
      refunded: new Map(),
      over: false,
      nextOrder: 0,
      nextBuyer: 0,
    }
    const lanes = Promise.all([
      ...Array.from({ length: shoppers }, (_, lane) => orderRepeatedly(progress, lane, failures)),
      ...Array.from({ length: sellers }, () => refundRepeatedly(progress, failures)),
    ])
    // A lane that fails before the end is reported there.
    lanes.catch(() => {})
    const started = Date.now()
    try {
      for (let index = 0; index < Math.max(kills.server, kills.database); index += 1) {
        if (index < kills.database) {
          await moreOrders(progress, 20)
          await killPostgres(dataDir)
        }
        if (index < kills.server) {
          await moreOrders(progress, 20)
          await shop.end('SIGKILL')
          shop = await startShop({ port, dataDir })
        }
      }
      await moreOrders(progress, 20)
    } finally {
      progress.over = true
      await lanes
    }
    const seconds = (Date.now() - started) / 1000
    await endAfterMails(shop, dataDir)

    const { acknowledged, abandoned, refunded } = progress
    await withStartedDatabase(dataDir, (open) =>
      check(open, { ...made, acknowledged, abandoned, refunded, dataDir }, failures),
    )
    return {
      guarantee: 'Every acknowledged order and refund is stored once, complete and correct',
      did: `${shoppers} shoppers ordered and ${sellers} sellers delivered, refunded and paid out for ${seconds.toFixed(0)} s; the server was killed ${kills.server} times, PostgreSQL ${kills.database} times`,
      figure: `${acknowledged.length} orders acknowledged, ${abandoned.size} abandoned without a reply; ${refunded.size} orders refunded twice each, and each ledger adds up`,
      failures: failures.all,
    }
  })
}

async function orderRepeatedly(progress: Progress, lane: number, failures: Failures): Promise<void> {
  const { url, made, acknowledged, abandoned } = progress
  const random = seededRandom(lane + 1)
  const pick = (ids: string[]) => ids[Math.floor(random() * ids.length)] as string
  while (!progress.over) {
    const buyer = made.people[progress.nextBuyer++] ?? (made.people[progress.nextBuyer % made.people.length] as Buyer)
    for (let n = 0; n < ordersOfAccount && !progress.over; n += 1) {
      const ids = new Set([pick(made.counted), pick(made.uncounted), pick(made.counted)])
      const items = [...ids].map((product) => ({ product, quantity: 1 + Math.floor(random() * 3) }))
      const idempotencyKey = newId()
      const place = () => placeOrder(url, buyer, { items, idempotencyKey })
      const reply = await (random() < 0.05 ? placeOnce(place) : untilReplied(place))
      const placed: Reply | undefined = reply?.json
      if (!placed) abandoned.add(idempotencyKey)
      else if (placed.success)
        acknowledged.push({ id: placed.orderId, number: placed.orderNumber, buyer, items, idempotencyKey })
      else if (placed.code === 'too_many') break
      else failures.check(false, `an order was refused: ${placed.code}`)
    }
  }
}

/** Delivers every other order, refunds an amount and a piece of each, and pays out the balance. */
async function refundRepeatedly(progress: Progress, failures: Failures): Promise<void> {
  const { url, made, acknowledged, refunded } = progress
  const post = (path: string, body: object, key = newId()) =>
    untilReplied(() => send(url, path, body, { cookie: made.seller, headers: { 'idempotency-key': key } }))
  while (!progress.over) {
    const index = progress.nextOrder
    const order = acknowledged[index]
    if (!order) {
      await wait(5)
      continue
    }
    progress.nextOrder += 1
    const { id, items } = order
    const isDelivered = index % 2 === 0
    for (const [step, from] of stepsToDelivery.slice(0, -1).entries())
      if (isDelivered) await post('/api/order/take-step', { id, from, status: stepsToDelivery[step + 1] })
    let sum = 0
    for (const what of [{ amount: 0.37 }, { lines: [{ product: items[0]?.product, quantity: 1 }] }]) {
      const { json } = await post('/api/order/refund', { id, reason: 'late', seen: { reduction: sum / 100 }, ...what })
      failures.check(json.success, `a refund was refused: ${json.code}`)
      if (!json.success) break
      sum = Math.round((json.order.amount - json.order.money.cost) * 100)
      refunded.set(id, { count: (refunded.get(id)?.count ?? 0) + 1, cents: sum })
    }
    if (isDelivered) await post('/api/order/payout', { id, method: 'cash', amount: sum / 100 })
  }
}

/** Waits until `count` more orders and some refunds were acknowledged, so that each kill interrupts running ones. */
async function moreOrders({ acknowledged, refunded }: Progress, count: number): Promise<void> {
  const goal = acknowledged.length + count
  const refundGoal = refunded.size + 3
  const deadline = Date.now() + 60_000
  while (acknowledged.length < goal || refunded.size < refundGoal) {
    if (Date.now() > deadline)
      throw new Error(`no orders or refunds were acknowledged any more, after ${acknowledged.length}`)
    await wait(5)
  }
}

type Reply = { success: true; orderId: string; orderNumber: number } | { success: false; code: string }

/** Places an order by one call. Returns undefined without a reply: the order may or may not exist. */
async function placeOnce(place: () => Promise<CallReply>): Promise<CallReply | undefined> {
  const reply = await place().catch(() => undefined)
  return reply && reply.status < 500 ? reply : undefined
}

/** Creates a seller; returns the cookie of a session. */
async function createSeller(db: Db): Promise<string> {
  return inTransaction(db, async (tx) => {
    const id = await insertAccount(tx, 'seller', { email: `${newId()}@seller.example`, name: 'Seller', role: 'owner' })
    return `talad_seller=${await openSession(tx, 'seller', id ?? '')}`
  })
}

/** The mails in the queue, also those that are tried again after a failure. */
const queuedMails = `
  select 1 from graphile_worker.jobs where task_identifier in ('send-order-mail', 'send-seller-mail')`

/** Ends the shop once its queue has no mails, or after two minutes: then `check` finds those that are left. */
async function endAfterMails(shop: ShopServer, dataDir: string): Promise<void> {
  const postgres = await joinEmbeddedPostgres({ dataDir })
  await withClient(postgres.url, async (client) => {
    const deadline = Date.now() + 120_000
    while ((await client.query(queuedMails)).rowCount !== 0 && Date.now() < deadline) await wait(100)
  })
  await postgres.stop()
  await shop.end('SIGTERM')
}

type Expected = {
  counted: string[]
  acknowledged: Acknowledged[]
  abandoned: Set<string>
  refunded: Map<string, Refunded>
  dataDir: string
}
type Row = {
  id: string
  number: number
  idempotencyKey: string
  subtotal: number
  tax: number
  amount: number
  lines: Line[]
}
type Line = { product: string; quantity: number; cents: number }

async function check({ db, pool }: OpenDatabase, expected: Expected, failures: Failures): Promise<void> {
  for (const error of await ledgerErrors(db)) failures.check(false, error)
  const { rows } = await pool.query<Row>(`
    select id, number, idempotency_key as "idempotencyKey", subtotal_cents as subtotal, tax_cents as tax, amount_cents as amount,
      (select json_agg(json_build_object('product', product_id, 'quantity', quantity, 'cents', offer_price_cents)
                       order by product_id) from order_line where order_id = shop_order.id) as lines
    from shop_order`)
  const byKey = Map.groupBy(rows, (row) => row.idempotencyKey)
  for (const [key, orders] of byKey) failures.checkEqual(orders.length, 1, `orders of the key ${key}`)

  const refunds = await pool.query<Refunded & { id: string }>(
    'select order_id as id, count(*)::int as count, sum(cents)::int as cents from refund group by order_id',
  )
  const stored = new Map(refunds.rows.map(({ id, ...each }) => [id, each]))
  for (const [id, { count, cents }] of expected.refunded) {
    failures.checkEqual(stored.get(id)?.count, count, 'refunds of an order')
    failures.checkEqual(stored.get(id)?.cents, cents, 'cents refunded of an order')
  }
  failures.checkEqual(stored.size, expected.refunded.size, 'orders with refunds')

  const prices = new Map(
    (await pool.query<{ id: string; cents: number }>('select id, offer_price_cents as cents from product')).rows.map(
      (row) => [row.id, row.cents],
    ),
  )
  for (const { idempotencyKey, id, number, items } of expected.acknowledged) {
    const found = byKey.get(idempotencyKey)?.[0]
    failures.check(found?.id === id && found.number === number, 'an acknowledged order is missing')
    const wanted = [...items].sort((a, b) => (a.product < b.product ? -1 : 1))
    const right =
      JSON.stringify(found?.lines) ===
      JSON.stringify(wanted.map(({ product, quantity }) => ({ product, quantity, cents: prices.get(product) })))
    failures.check(right, 'an acknowledged order has other lines')
  }

  const known = new Set([...expected.acknowledged.map((each) => each.idempotencyKey), ...expected.abandoned])
  const sold = new Map<string, number>()
  for (const row of rows) {
    failures.check(known.has(row.idempotencyKey), 'an order that no client placed is stored')
    const totals = totalsOf(
      row.lines.map((line) => ({ offerPriceCents: line.cents, quantity: line.quantity })),
      taxOn(config.tax, dayIn(config.timeZone)),
    )
    const right = totals.subtotal === row.subtotal && totals.tax === row.tax && totals.total === row.amount
    failures.check(right, 'an order has another amount than its lines')
    for (const line of row.lines) sold.set(line.product, (sold.get(line.product) ?? 0) + line.quantity)
  }
  for (const id of expected.counted) {
    const left = await pool.query<{ stock: number }>('select stock from product where id = $1', [id])
    failures.checkEqual(left.rows[0]?.stock, startStock - (sold.get(id) ?? 0), 'counted stock')
  }

  const waiting = await pool.query(queuedMails)
  failures.checkEqual(waiting.rowCount, 0, 'mails still waiting')
  const numbers = new Set(rows.map((row) => row.number))
  // One to the shopper, and one to each seller: the demo's and the proof's.
  for (const [subject, count] of [
    [/Order (\d+) is placed/, 1],
    [/(\d+) · New order/, 2],
  ] as const) {
    const mails = await numbersInMailbox(expected.dataDir, subject)
    for (const row of rows) failures.checkEqual(mails.get(row.number) ?? 0, count, `mails of an order like ${subject}`)
    for (const number of mails.keys())
      failures.check(numbers.has(number), 'a mail is about an order that does not exist')
  }
}

/** Returns the number of mails per order number, by their subjects. */
async function numbersInMailbox(dataDir: string, of: RegExp): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for (const name of await readdir(join(dataDir, 'mailbox')).catch(() => [])) {
    if (!name.endsWith('.json')) continue
    const { subject } = JSON.parse(await readFile(join(dataDir, 'mailbox', name), 'utf8')) as { subject: string }
    const number = Number(of.exec(subject)?.[1])
    // A code's mail, or another one.
    if (Number.isNaN(number)) continue
    counts.set(number, (counts.get(number) ?? 0) + 1)
  }
  return counts
}
