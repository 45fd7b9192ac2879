import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { seededRandom } from '../../demo/seeded-random.ts'
import { ledgerErrors } from '../../testing/ledger.ts'
import { anAddress, aProduct, aPromotion } from '../../testing/makers.ts'
import { stepsToDelivery } from '../../testing/orders.ts'
import { promptPayShop } from '../../testing/promptpay-shop.ts'
import { salesErrors } from '../../testing/sales.ts'
import { verified } from '../../testing/shop.ts'
import { inTransaction } from '../database/database.ts'
import { signOf, taxReportOf } from '../documents/tax-report.ts'
import { restoreOrder } from '../orders/steps/restore-order.ts'

let made: Awaited<ReturnType<typeof promptPayShop>>
beforeAll(async () => {
  made = await promptPayShop()
})
afterAll(() => made.shop.close())

const orders = 24

test('all views, the ledger and the documents agree to the satang after random orders, refunds and cancellations', async () => {
  const { shop, owner } = made
  // Days around the test, which may run at midnight.
  const day = dayIn(bangkokShop.timeZone)
  const [from, to] = [dayAfter(day, -1), dayAfter(day, 1)]
  const random = seededRandom(14)
  const upTo = (count: number) => Math.floor(random() * count)
  const products: string[] = []
  for (let n = 0; n < 12; n += 1) {
    const { id } = await aProduct(shop.db, {
      offerPrice: 100 + upTo(30_000),
      category: ['Vegetables', 'Fruits', 'Drinks'][n % 3] ?? '',
    })
    if (n % 4 === 0) await shop.db.updateTable('product').set({ taxClass: 'exempt' }).where('id', '=', id).execute()
    products.push(id)
  }
  await aPromotion(shop.db, { code: 'TENOFF' })
  await aPromotion(shop.db, { name: 'Week of drinks', terms: { kind: 'percent', basisPoints: 500 } })
  const shoppers = await Promise.all([verified(shop), verified(shop), verified(shop)])
  const addresses = await Promise.all(shoppers.map(({ user }) => anAddress(shop.db, user._id)))
  const now = (id: string) =>
    shop.db
      .selectFrom('shopOrder')
      .select(['status', 'amountCents', 'reductionCents', 'isPaid', 'listed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const steps: readonly string[] = stepsToDelivery
  const done: Record<string, number> = {}
  const count = (what: string, { json }: { json: { success: boolean } }) => {
    if (json.success) done[what] = (done[what] ?? 0) + 1
  }

  for (let n = 0; n < orders; n += 1) {
    const who = upTo(shoppers.length)
    const shopper = shoppers[who]
    if (!shopper) throw new Error('no shopper')
    const chosen = products.filter(() => random() < 0.3)
    const items = (chosen.length > 0 ? chosen : products.slice(0, 1)).map((product) => ({
      product,
      quantity: 1 + upTo(4),
    }))
    const kind = ['cod', 'cod', 'stripe', 'promptpay'][upTo(4)] ?? 'cod'
    const placed = await shopper.post(
      `/api/order/${kind}`,
      { address: addresses[who], items, ...(random() < 0.5 && { code: 'TENOFF' }) },
      { 'idempotency-key': `random-${n}` },
    )
    count(kind, placed)
    const id = placed.json.orderId as string
    if (!id) continue
    if (kind === 'promptpay' && random() < 0.8)
      count('confirm', await owner.post('/api/payment/confirm', { orderId: id }))
    if (kind === 'stripe' && random() < 0.8) {
      await shop.app.inject({
        method: 'POST',
        url: new URL(placed.json.url, shop.publicUrl).pathname,
        headers: { origin: shop.publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'act=pay',
      })
      await shop.runJobs()
    }
    for (let action = 0; action < 8; action += 1) {
      const order = await now(id)
      const dice = random()
      const next = steps[steps.indexOf(order.status) + 1]
      if (dice < 0.55 && next)
        count(next, await owner.post('/api/order/move', { id, from: order.status, status: next }))
      else if (dice < 0.65) count('undone', await owner.post('/api/order/undo-step', { id }))
      else if (dice < 0.72)
        count('cancelled', await owner.post('/api/order/move', { id, from: order.status, status: 'Cancelled' }))
      else if (dice < 0.86) {
        const { product } = items[upTo(items.length)] ?? { product: '' }
        const about = random() < 0.6 ? { lines: [{ product, quantity: 1 }] } : { amount: (1 + upTo(2000)) / 100 }
        const seen = { refunded: order.reductionCents / 100 }
        count('refund', await owner.post('/api/order/refund', { id, ...about, reason: 'damaged', seen }))
      } else if (order.status === 'Cancelled' && order.listed) {
        // Its rider had handed it over already.
        await inTransaction(shop.db, (tx) => restoreOrder(tx, id, { cash: 0, by: 'rider@shop.example' }))
        count('restored', await owner.post('/api/order/move', { id, from: 'Out for delivery', status: 'Delivered' }))
      }
      if (random() < 0.8) await shop.runJobs()
    }
    await shop.runJobs()
  }
  // All of it happened.
  for (const what of [
    'cod',
    'stripe',
    'promptpay',
    'confirm',
    'Delivered',
    'undone',
    'cancelled',
    'refund',
    'restored',
  ])
    expect(done[what], what).toBeGreaterThan(1)

  expect(await ledgerErrors(shop.db)).toEqual([])
  expect(await salesErrors(shop.db)).toEqual([])

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
  const { json } = await owner.get(`/api/report/sales?view=rate&from=${from}&to=${to}`)
  const cents = (amount: number) => Math.round(amount * 100)
  expect(cents(json.sums.tax) - cents(json.sums.refundTax)).toBe(sums.tax)
  expect(cents(json.sums.net)).toBe(sums.taxed + sums.tax + sums.exempt)
  const exempt = json.rows.find((row) => row.key === '0')
  expect(cents(exempt.net)).toBe(sums.exempt)

  const { rows } = await sql<{ due: number }>`
    select sum(cents)::bigint as due from money_movement join shop_order on shop_order.id = order_id
    where kind = 'due' and is_paid and status <> 'Cancelled'`.execute(shop.db)
  expect(cents(json.sums.net)).toBe(rows[0]?.due)
  // Some of it was paid in cash, which was rounded down to coins.
  const { rows: ledger } = await sql<{ rounded: number; cash: number }>`
    select sum(cents) filter (where kind = 'rounded')::bigint as rounded,
      sum(cents) filter (where kind = 'received' and method = 'cash')::bigint as cash
    from money_movement`.execute(shop.db)
  expect(json.rounded).toBeGreaterThan(0)
  expect(cents(json.rounded)).toBe(ledger[0]?.rounded)
  expect((ledger[0]?.cash ?? 1) % 25).toBe(0)
  const figures = ['net', 'total', 'refund', 'tax', 'refundTax', 'discount', 'gross', 'pieces', 'orders'] as const
  for (const view of ['day', 'month', 'weekday', 'hour', 'product', 'category', 'method', 'rate']) {
    const report = await owner.get(`/api/report/sales?view=${view}&from=${from}&to=${to}`)
    // An order has several products, categories and rates; discounts have no rate.
    const added =
      view === 'rate' ? figures.slice(0, 5) : figures.slice(0, /product|category/.test(view) ? -1 : undefined)
    for (const figure of added) {
      const sum = report.json.rows.reduce((all, row) => all + cents(row[figure]), 0)
      expect(sum, `${figure} by ${view}`).toBe(cents(report.json.sums[figure]))
    }
  }
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
      select from money_movement where order_id = shop_order.id and kind = 'due'
      having sum(cents) = 0 and bool_or(is_cancellation and cents < 0))`.execute(shop.db)
  expect(json.sums.orders).toBe(standing[0]?.orders)
  expect(cents(json.sums.discount)).toBe(standing[0]?.discount)
  expect(standing[0]?.taken).toBeGreaterThan(0)
})
