import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { seededRandom } from '../../demo/seeded-random.ts'
import { ledgerErrors } from '../../testing/database/ledger.ts'
import { stepsToDelivery } from '../../testing/makers/orders.ts'
import { anAddress, aProduct, aPromotion } from '../../testing/makers/rows.ts'
import { salesErrors } from '../../testing/makers/sales.ts'
import { verified } from '../../testing/shop.ts'
import { promptPayShop } from '../../testing/shops/promptpay-shop.ts'
import { inTransaction } from '../database/database.ts'
import { signOf, taxReportOf } from '../documents/tax-report.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'

/*
 * A shop after random orders, refunds and cancellations: all views of the report, the ledger and the documents agree to
 * the satang.
 */

const { shop, owner } = await promptPayShop()
afterAll(() => shop.close())

// Days around the test, which may run at midnight.
const day = dayIn(bangkokShop.timeZone)
const [from, to] = [dayAfter(day, -1), dayAfter(day, 1)]
const orders = 24
const random = seededRandom(14)
const upTo = (count: number) => Math.floor(random() * count)
const cents = (amount: number) => Math.round(amount * 100)

/** How often each step succeeded, by its name. */
const done: Record<string, number> = {}
const count = (what: string, { json }: { json: { success: boolean } }) => {
  if (json.success) done[what] = (done[what] ?? 0) + 1
}

async function makeProducts(): Promise<string[]> {
  const products: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const category = ['Vegetables', 'Fruits', 'Drinks'][n % 3] ?? ''
    const { id } = await aProduct(shop.db, { offerPrice: 100 + upTo(30_000), category })
    if (n % 4 === 0) await shop.db.updateTable('product').set({ taxClass: 'exempt' }).where('id', '=', id).execute()
    products.push(id)
  }
  return products
}

async function makeShoppers() {
  const shoppers = await Promise.all([verified(shop), verified(shop), verified(shop)])
  return Promise.all(
    shoppers.map(async (shopper) => ({ shopper, address: await anAddress(shop.db, shopper.user._id) })),
  )
}

type Buyer = Awaited<ReturnType<typeof makeShoppers>>[number]

/** Places an order, and pays most of those that are paid online. Returns its id, and its products. */
async function placeRandomOrder(n: number, { shopper, address }: Buyer, products: readonly string[]) {
  const chosen = products.filter(() => random() < 0.3)
  const ordered = chosen.length > 0 ? chosen : products.slice(0, 1)
  const items = ordered.map((product) => ({ product, quantity: 1 + upTo(4) }))
  const kind = ['cod', 'cod', 'stripe', 'promptpay'][upTo(4)] ?? 'cod'
  const placed = await shopper.post(
    `/api/order/${kind}`,
    { address, items, ...(random() < 0.5 && { code: 'TENOFF' }) },
    { 'idempotency-key': `random-${n}` },
  )
  count(kind, placed)
  const id = placed.json.orderId as string | undefined
  if (id && kind === 'promptpay' && random() < 0.8)
    count('confirm', await owner.post('/api/payment/confirm', { orderId: id }))
  if (id && kind === 'stripe' && random() < 0.8) {
    await shop.app.inject({
      method: 'POST',
      url: new URL(placed.json.url, shop.publicUrl).pathname,
      headers: { origin: shop.publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'act=pay',
    })
    await shop.runJobs()
  }
  return { id, products: ordered }
}

/** Moves an order on, undoes that, refunds, cancels, or delivers a cancelled one anyway. */
async function changeRandomly(id: string, products: readonly string[]): Promise<void> {
  const order = await shop.db
    .selectFrom('shopOrder')
    .select(['status', 'reductionCents', 'listed'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const steps: readonly string[] = stepsToDelivery
  const next = steps[steps.indexOf(order.status) + 1]
  const dice = random()
  if (dice < 0.55 && next)
    count(next, await owner.post('/api/order/take-step', { id, from: order.status, status: next }))
  else if (dice < 0.65) count('undone', await owner.post('/api/order/undo-step', { id }))
  else if (dice < 0.72)
    count('cancelled', await owner.post('/api/order/take-step', { id, from: order.status, status: 'Cancelled' }))
  else if (dice < 0.86) {
    const product = products[upTo(products.length)]
    const about = random() < 0.6 ? { lines: [{ product, quantity: 1 }] } : { amount: (1 + upTo(2000)) / 100 }
    const seen = { reduction: order.reductionCents / 100 }
    count('refund', await owner.post('/api/order/refund', { id, ...about, reason: 'damaged', seen }))
  } else if (order.status === 'Cancelled' && order.listed) {
    // Its rider had handed it over already.
    await inTransaction(shop.db, (tx) => restoreOrder(tx, id, { cash: 0, by: 'rider@shop.example' }))
    count('restored', await owner.post('/api/order/take-step', { id, from: 'Out for delivery', status: 'Delivered' }))
  }
}

beforeAll(async () => {
  const products = await makeProducts()
  await aPromotion(shop.db, { code: 'TENOFF' })
  await aPromotion(shop.db, { name: 'Week of drinks', terms: { kind: 'percent', basisPoints: 500 } })
  const buyers = await makeShoppers()
  for (let n = 0; n < orders; n += 1) {
    const placed = await placeRandomOrder(n, buyers[upTo(buyers.length)] as Buyer, products)
    if (!placed.id) continue
    for (let action = 0; action < 8; action += 1) {
      await changeRandomly(placed.id, placed.products)
      if (random() < 0.8) await shop.runJobs()
    }
    await shop.runJobs()
  }
})

const salesBy = async (view: string) => (await owner.get(`/api/report/sales?view=${view}&from=${from}&to=${to}`)).json

test.each(['cod', 'stripe', 'promptpay', 'confirm', 'Delivered', 'undone', 'cancelled', 'refund', 'restored'])(
  'the random days had several of: %s',
  (what) => expect(done[what]).toBeGreaterThan(1),
)

test('the ledger and the entries of sales have no errors', async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  expect(await salesErrors(shop.db)).toEqual([])
})

test('the documents of the months add up to the report by rate of tax', async () => {
  const months = [...new Set([from, day, to].map((each) => each.slice(0, 7)))]
  const reports = await Promise.all(months.map((month) => taxReportOf(shop.db, month)))
  const sums = { taxed: 0, tax: 0, exempt: 0 }
  for (const report of reports)
    for (const key of ['taxed', 'tax', 'exempt'] as const) {
      sums[key] += report.sums[key]
      // The sums of the database are those of the rows that an accountant sees.
      const added = report.documents.reduce((sum, document) => sum + signOf(document) * document[key], 0)
      expect(added, key).toBe(report.sums[key])
    }
  const byRate = await salesBy('rate')
  expect(cents(byRate.sums.tax) - cents(byRate.sums.refundTax)).toBe(sums.tax)
  expect(cents(byRate.sums.net)).toBe(sums.taxed + sums.tax + sums.exempt)
  expect(cents(byRate.rows.find((row) => row.key === '0').net)).toBe(sums.exempt)
})

test('net sales are what paid orders cost by the ledger, and cash is rounded down to coins', async () => {
  const { sums, rounded } = await salesBy('rate')
  const { rows: due } = await sql<{ cents: number }>`
    select sum(cents)::bigint as cents from money_movement join shop_order on shop_order.id = order_id
    where kind = 'cost' and is_paid and status <> 'Cancelled'`.execute(shop.db)
  expect(cents(sums.net)).toBe(due[0]?.cents)
  const { rows: ledger } = await sql<{ rounded: number; cash: number }>`
    select sum(cents) filter (where kind = 'rounded')::bigint as rounded,
      sum(cents) filter (where kind = 'received' and method = 'cash')::bigint as cash
    from money_movement`.execute(shop.db)
  expect(rounded).toBeGreaterThan(0)
  expect(cents(rounded)).toBe(ledger[0]?.rounded)
  expect((ledger[0]?.cash ?? 1) % 25).toBe(0)
})

test.each(['day', 'month', 'weekday', 'hour', 'product', 'category', 'method', 'rate'])(
  'the rows by %s add up to the sums',
  async (view) => {
    const figures = ['net', 'total', 'refund', 'tax', 'refundTax', 'discount', 'gross', 'pieces', 'orders'] as const
    // An order has several products, categories and rates; discounts have no rate.
    const added =
      view === 'rate' ? figures.slice(0, 5) : figures.slice(0, /product|category/.test(view) ? -1 : undefined)
    const { rows, sums } = await salesBy(view)
    for (const figure of added) {
      const sum = rows.reduce((all, row) => all + cents(row[figure]), 0)
      expect(sum, figure).toBe(cents(sums[figure]))
    }
  },
)

test('the orders that stand are counted, with their discounts', async () => {
  // An order that was cancelled, paid out in full and delivered anyway is waived: it is no sale. Pieces that were taken
  // off before the payment, each refund those of one line, have no discount.
  const { rows: standing } = await sql<{ orders: number; discount: number; taken: number }>`
    with sale as (
      select distinct on (order_id) order_id, refunds from sale_entry where kind = 'sale' order by order_id, id desc
    ), off as (
      select order_id, (lines->0->>'product')::uuid as product_id, sum(cents) as cents
      from sale join refund using (order_id) where refund.id = any(refunds) and lines is not null group by 1, 2
    ), taken as (
      select order_id,
        sum(round(discount_cents * off.cents / (offer_price_cents * quantity::bigint - discount_cents)))::bigint as cents
      from off join order_line using (order_id, product_id) group by 1
    )
    select count(*)::int as orders,
      coalesce(sum(discount_cents - coalesce(taken.cents, 0)) filter (where reduction_cents < amount_cents), 0)::bigint
        as discount,
      sum(taken.cents)::bigint as taken
    from shop_order left join taken on order_id = id where is_paid and status <> 'Cancelled' and not exists (
      select from money_movement where order_id = shop_order.id and kind = 'cost'
      having sum(cents) = 0 and bool_or(is_cancellation and cents < 0))`.execute(shop.db)
  const { sums } = await salesBy('rate')
  expect(sums.orders).toBe(standing[0]?.orders)
  expect(cents(sums.discount)).toBe(standing[0]?.discount)
  expect(standing[0]?.taken).toBeGreaterThan(0)
})
