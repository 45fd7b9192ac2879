import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '../contract/values/day.ts'
import { promiseFor } from '../server/delivery/promise/promise.ts'
import { observedDurationsOf, recentDurationsOf } from '../server/delivery/promise/recent-durations.ts'
import { leaveDemo, refuseDemoData } from '../server/maintenance/demo/demo-data.ts'
import { demoDataOf } from '../server/maintenance/demo/demo-queries.ts'
import { diskStore } from '../server/media/store.ts'
import { bookEarlierSales } from '../server/reports/book-sales.ts'
import { placedOfLastDays } from '../server/reports/placed.ts'
import { testDatabase } from '../testing/database/database.ts'
import { queuedJobs } from '../testing/database/jobs.ts'
import { ledgerErrors } from '../testing/database/ledger.ts'
import { salesErrors } from '../testing/makers/sales.ts'
import { bangkokAsap, bangkokZones } from './bangkok/delivery.ts'
import { pastOrders } from './bangkok/past-orders.ts'
import { loadDemoCatalogue } from './load-demo.ts'

let folder: string
let shop: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'talad-past-'))
  shop = await testDatabase()
  const store = await diskStore(folder)
  await loadDemoCatalogue({ db: shop.db, store, log: () => {}, demoShop: 'bangkok' })
}, 60_000)
afterAll(async () => {
  await shop.close()
  await rm(folder, { recursive: true, force: true })
})

test('orders of two weeks end before now, in the shop’s opening hours', () => {
  for (const now of ['2026-11-22T03:00:00Z', '2026-11-21T17:30:00Z', '2026-03-01T23:59:00Z'].map(
    (at) => new Date(at),
  )) {
    const orders = pastOrders(now)
    expect(orders.length).toBeGreaterThan(50)
    const days = new Set(orders.map(({ steps }) => dayIn('Asia/Bangkok', steps[0]?.at)))
    expect(days.size).toBeGreaterThanOrEqual(13)
    for (const { steps, refund, paidAt } of orders) {
      const times = steps.map(({ at }) => at.getTime())
      expect(times).toEqual([...times].sort((a, b) => a - b))
      expect(refund?.at.getTime() ?? times.at(-1)).toBeLessThan(now.getTime())
      expect(now.getTime() - (times[0] ?? 0)).toBeLessThan(14 * 86_400_000)
      const { status } = steps.at(-1) ?? {}
      expect(['Delivered', 'Cancelled']).toContain(status)
      if (status === 'Delivered') expect(times[0]).toBeLessThanOrEqual(paidAt?.getTime() ?? 0)
      const hour = Number(
        new Intl.DateTimeFormat('en-GB', { hour: '2-digit', timeZone: 'Asia/Bangkok' }).format(steps[0]?.at),
      )
      expect(hour).toBeGreaterThanOrEqual(8)
      expect(hour).toBeLessThan(20)
    }
    const kinds = orders.map(({ paymentType, steps }) => `${paymentType} ${steps.at(-1)?.status}`)
    for (const type of ['COD', 'Online', 'PromptPay']) expect(kinds).toContain(`${type} Delivered`)
    expect(orders.filter(({ steps }) => steps.at(-1)?.status === 'Cancelled').length).toBeGreaterThan(2)
    expect(orders.filter(({ refund }) => refund).length).toBeGreaterThan(2)
  }
})

test('promise 30 to 45 minutes to a visitor of a quiet evening, with ten products in the shop’s own zone', async () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const seen = pastOrders(new Date(now)).flatMap(({ steps, items }) => {
    const at = (status: string) => steps.find((step) => step.status === status)?.at
    const [packingAt, outAt, deliveredAt] = [at('Packing'), at('Out for delivery'), at('Delivered')]
    if (!packingAt || !outAt || !deliveredAt) return []
    return [{ zoneId: null, lines: items.length, packingAt, packedAt: outAt, outAt, deliveredAt }]
  })
  const [near] = bangkokZones
  const durations = recentDurationsOf(observedDurationsOf(seen, now), {
    zones: [{ id: 'near', rideMinutes: near?.rideMinutes ?? 0 }],
    to: new Set(['near']),
    now,
  })
  // The picking time of a line in a small shop.
  expect(durations.line.minutes).toBeGreaterThan(0.4)
  expect(durations.line.minutes).toBeLessThan(1)
  const shift = { from: 0, to: now + 2 * 3_600_000 }
  const { limitMinutes, pickers, riders } = bangkokAsap
  const promise = promiseFor({
    now,
    lines: 10,
    zone: 'near',
    open: [],
    pickers: Array(pickers).fill(shift),
    riders: Array(riders).fill(shift),
    durations,
    limitMinutes,
  })
  expect(promise.promisedAt).not.toBeNull()
  if (promise.promisedAt === null) return
  expect(promise.minutes).toBeGreaterThanOrEqual(30)
  expect(promise.minutes).toBeLessThanOrEqual(45)
})

test('the ledgers, sales and documents of past orders agree', async () => {
  expect(await ledgerErrors(shop.db)).toEqual([])
  expect(await salesErrors(shop.db)).toEqual([])
  const { rows } = await shop.pool.query<{ documents: number; ledger: number; series: number; late: number }>(`
    select
      (select sum(case kind when 'credit note' then -total_cents else total_cents end)::int from document) as documents,
      (select sum(amount_cents - reduction_cents)::int from shop_order where is_paid) as ledger,
      (select sum(last)::int from document_series) - (select count(*)::int from document) as series,
      -- A document with a higher number of its kind, of an earlier moment.
      (select count(*)::int from document as one join document as next
         on next.kind = one.kind and next.year = one.year and next.number = one.number + 1
         and next.created_at < one.created_at) as late`)
  expect(rows[0]).toMatchObject({ series: 0, late: 0, documents: rows[0]?.ledger })
  const { rows: wrong } = await shop.pool.query(`
    select document.number from document
    where day <> (created_at at time zone 'Asia/Bangkok')::date
      or not exists (select from money_movement
        where order_id = document.order_id and at = document.created_at)`)
  expect(wrong).toEqual([])
  const placed = await placedOfLastDays(shop.db, { timeZone: 'Asia/Bangkok', count: 7 })
  expect(placed.slice(0, 6).every((each) => each.placed > 0)).toBe(true)
})

test('past orders wait for no one, and no mail or job is queued', async () => {
  const { rows: statuses } = await shop.pool.query(
    "select distinct status from shop_order where status not in ('Delivered', 'Cancelled') or balance_cents <> 0",
  )
  expect(statuses).toEqual([])
  expect(await queuedJobs(shop.pool)).toEqual([])
  expect(await shop.db.selectFrom('saleToBook').selectAll().execute()).toEqual([])
})

test('past orders leave the demo with their shoppers and documents, and production opens', async () => {
  expect(await demoDataOf(shop.db)).toMatchObject({ shoppers: 10, payments: 0 })
  await leaveDemo(shop.db, { dataDir: folder }, { shopping: false })
  for (const table of ['shopOrder', 'shopper', 'document', 'documentSeries', 'salesSum', 'product'] as const)
    expect(await shop.db.selectFrom(table).selectAll().execute(), table).toEqual([])
  await refuseDemoData(shop.db, folder)
  expect(await bookEarlierSales(shop.db, 'Asia/Bangkok')).toBe(0)
})
