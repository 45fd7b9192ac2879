import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bangkokShop } from '../../demo/bangkok/shop.ts'
import { anAddress, aProduct } from '../../testing/makers/rows.ts'
import { cookieOf, type Person, seller, type TestShop, testShop, verified } from '../../testing/shop.ts'
import { inTransaction } from '../database/database.ts'
import { addToSums, insertEntries, type Sum } from './entry-queries.ts'
import type { Figures } from './figures.ts'
import { spansOfDay } from './product-spans.ts'
import type { SaleEntry } from './sale-entry.ts'
import { salesReport } from './sales-report.ts'
import { figuresOf } from './sales-views.ts'

let shop: TestShop
let owner: Person
const products: string[] = []
const none = { orders: 0, pieces: 0, gross: 0, discount: 0, total: 0, tax: 0, refund: 0, refundTax: 0 }

/** Adds a sale of one product on a day. */
async function sold(day: string, product: string, cents: number, refund = 0) {
  const figures = { ...none, orders: 1, pieces: 1, gross: cents, total: cents, refund }
  const views: Sum[] = [
    { view: 'day', day, key: '', figures },
    { view: 'hour', day, key: '9', figures },
    { view: 'method', day, key: 'cash', figures },
    { view: 'category', day, key: 'Fruits', figures },
    ...spansOfDay(day).map((span) => ({ ...span, key: product, figures })),
  ]
  await inTransaction(shop.db, (tx) => addToSums(tx, views))
}

beforeAll(async () => {
  shop = await testShop({ shop: bangkokShop })
  owner = await seller(shop)
  for (const [name, nameTh] of [
    ['=1+1', 'มะม่วงน้ำดอกไม้'],
    ['Rice, "jasmine"', 'ข้าวหอมมะลิ'],
  ])
    products.push((await aProduct(shop.db, { name, nameTh } as { name: string; nameTh: string })).id)
  const [mango, rice] = products as [string, string]
  await sold('2026-01-31', mango, 100)
  await sold('2026-02-01', mango, 1000)
  await sold('2026-02-28', rice, 20_000, 500)
  await sold('2026-03-15', mango, 300_000)
  await sold('2026-03-31', rice, 4_000_000)
  await sold('2026-04-01', rice, 50_000_000)
})
afterAll(() => shop.close())

const report = async (view: string, from: string, to: string) =>
  (await owner.get(`/api/report/sales?view=${view}&from=${from}&to=${to}`)).json
const nets = (rows: { key: string; net: number }[]) => rows.map(({ key, net }) => [key, net])

test('a report of today compares with the day before until the same time of day', async () => {
  const shopper = await verified(shop)
  const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product: products[0], quantity: 1 }] }
  const { orderId } = (await shopper.post('/api/order/cod', body)).json
  const entry = async (at: string, kind: SaleEntry['kind'], figures: Partial<Figures>) => {
    const part = { ...none, ...figures, product: products[0] ?? '', category: 'Fruits' }
    const one: SaleEntry = {
      ...{ kind, at: new Date(`${at}+07:00`), method: 'cash' },
      ...{ refunds: [], parts: [part], rates: [], promotions: [] },
    }
    await inTransaction(shop.db, async (tx) => {
      const [when] = await insertEntries(tx, orderId, [one], 'Asia/Bangkok')
      const ofDay = figuresOf(one, when?.hour ?? 0).filter(({ view }) => view === 'day' || view === 'hour')
      await addToSums(
        tx,
        ofDay.map((sum) => ({ ...sum, day: when?.day ?? '' })),
      )
    })
  }
  await entry('2026-06-07T20:00', 'sale', { total: 5_000_000, pieces: 5 })
  await entry('2026-06-08T05:59', 'sale', { total: 100, pieces: 1 })
  await entry('2026-06-08T06:10', 'sale', { total: 2000, pieces: 2 })
  await entry('2026-06-08T06:20', 'refund', { refund: 500, pieces: -1 })
  await entry('2026-06-08T06:28', 'sale', { total: 30_000 })
  await entry('2026-06-08T07:00', 'sale', { total: 400_000 })
  await entry('2026-06-09T06:00', 'sale', { total: 7000 })
  const at = (from: string, to: string, now: string, sameDaysOf?: 'week' | 'month') =>
    salesReport(shop.db, {
      ...{ view: 'day', from, to, limit: 10, timeZone: 'Asia/Bangkok', sameDaysOf },
      now: new Date(`${now}+07:00`),
    })
  const today = await at('2026-06-09', '2026-06-09', '2026-06-09T06:27')
  expect(today.sums).toMatchObject({ orders: 1, total: 7000 })
  expect(today.sumsBefore).toMatchObject({ orders: 2, total: 2100, refund: 500, pieces: 2 })
  expect(today.beforeUntil).toEqual(new Date('2026-06-08T23:27:00Z'))
  expect((await at('2026-06-09', '2026-06-09', '2026-06-09T00:00')).sumsBefore).toMatchObject(none)
  // Days before the last are whole.
  expect((await at('2026-06-09', '2026-06-10', '2026-06-10T05:59')).sumsBefore).toMatchObject({ total: 5_000_100 })
  // As in a week or month that isn't over: the same days of the one before, until the same time.
  const sameDays = async (sameDaysOf: 'week' | 'month', from: string, to: string, now: string) => {
    const { before, beforeUntil, sumsBefore } = await at(from, to, now, sameDaysOf)
    return { ...before, until: beforeUntil?.toISOString(), total: sumsBefore.total }
  }
  expect(await sameDays('week', '2026-06-15', '2026-06-15', '2026-06-15T06:27')).toEqual({
    ...{ from: '2026-06-08', to: '2026-06-08', until: '2026-06-14T23:27:00.000Z', total: 2100 },
  })
  expect(await sameDays('month', '2026-07-01', '2026-07-08', '2026-07-08T06:27')).toEqual({
    ...{ from: '2026-06-01', to: '2026-06-08', until: '2026-07-07T23:27:00.000Z', total: 5_002_100 },
  })
  // The month before was shorter: it was over by this day.
  expect(await sameDays('month', '2026-03-01', '2026-03-29', '2026-03-29T00:00')).toEqual({
    ...{ from: '2026-02-01', to: '2026-02-28', until: undefined, total: 21_000 },
  })
  // A day that is over is compared with a whole one.
  const over = await at('2026-06-09', '2026-06-09', '2026-06-10T06:27')
  expect(over.sumsBefore).toMatchObject({ orders: 4, total: 432_100 })
  expect(over.beforeUntil).toBeUndefined()
})

describe('a report', () => {
  test('compares with the same days of the week or month before if asked to', async () => {
    const comparedWith = async (query: string) => (await report('day', '2026-03-30', `2026-03-31${query}`)).before
    expect(await comparedWith('')).toEqual({ from: '2026-03-28', to: '2026-03-29' })
    expect(await comparedWith('&sameDaysOf=week')).toEqual({ from: '2026-03-23', to: '2026-03-24' })
    const march = await report('day', '2026-03-01', '2026-03-02&sameDaysOf=month')
    expect(march.before).toEqual({ from: '2026-02-01', to: '2026-02-02' })
    expect(march.sumsBefore).toMatchObject({ orders: 1, net: 10 })
  })

  test('has each day of its period, its sums, and those of the period before', async () => {
    const { success, before, sums, sumsBefore, rows, more, complete } = await report('day', '2026-02-27', '2026-03-01')
    expect({ success, before, more, complete }).toEqual({
      success: true,
      before: { from: '2026-02-24', to: '2026-02-26' },
      more: 0,
      complete: true,
    })
    expect(sums).toMatchObject({ orders: 1, pieces: 1, gross: 200, total: 200, refund: 5, net: 195 })
    expect(sumsBefore).toMatchObject({ orders: 0, net: 0 })
    expect(nets(rows)).toEqual([
      ['2026-02-27', 0],
      ['2026-02-28', 195],
      ['2026-03-01', 0],
    ])
  })

  test.each([
    // Whole months, with days before and after them.
    ['2026-01-31', '2026-04-01', 3011, 540_195],
    ['2026-02-01', '2026-03-31', 3010, 40_195],
    // Less than a month, within one and across two.
    ['2026-02-02', '2026-02-28', undefined, 195],
    ['2026-02-28', '2026-03-15', 3000, 195],
    ['2026-03-31', '2026-03-31', undefined, 40_000],
  ])('by product, from %s to %s, reads months and days without counting one twice', async (from, to, mango, rice) => {
    const { rows } = await report('product', from, to)
    const net = (product: string | undefined) => rows.find(({ key }) => key === product)?.net
    expect(rows.find(({ key }: { key: string }) => key === products[1])).toMatchObject({
      ...{ name: 'Rice, "jasmine"', nameTh: 'ข้าวหอมมะลิ', size: '1 kg' },
    })
    expect([net(products[0]), net(products[1])]).toEqual([mango, rice])
  })

  test('a report by time has every month, weekday and hour', async () => {
    expect(nets((await report('month', '2026-01-31', '2026-03-31')).rows)).toEqual([
      ['2026-01', 1],
      ['2026-02', 205],
      ['2026-03', 43_000],
    ])
    const weekdays = (await report('weekday', '2026-02-01', '2026-02-28')).rows
    // The 1st of February 2026 was a Sunday, the 28th a Saturday.
    expect(nets(weekdays).slice(4)).toEqual([
      ['5', 0],
      ['6', 195],
      ['7', 10],
    ])
    const hours = (await report('hour', '2026-02-01', '2026-02-28')).rows
    expect(hours).toHaveLength(24)
    expect(hours[9]).toMatchObject({ key: '9', orders: 2, net: 205 })
  })

  test.each([
    ['2026-02-02', '2026-02-01'],
    ['2025-01-01', '2026-02-05'],
    ['2026-02-30', '2026-03-01'],
  ])('is refused from %s to %s', async (from, to) => {
    const { json } = await owner.get(`/api/report/sales?view=day&from=${from}&to=${to}`)
    expect(json).toMatchObject({ success: false, code: 'invalid_form', fields: { to: expect.any(String) } })
  })

  test('a report may cover 400 days', async () => {
    expect((await report('day', '2025-01-01', '2026-02-04')).rows).toHaveLength(400)
  })

  test('needs one query per view that reads an index', async () => {
    await shop.pool.query('set enable_seqscan = off')
    const { rows } = await shop.pool.query<{ 'QUERY PLAN': string }>(
      `explain select sum(orders) from sales_sum where view = 'day' and day between '2026-01-01' and '2026-02-01'`,
    )
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/sales_sum_pkey/)
  })
})

describe('a report as CSV', () => {
  const csv = async (view: string, language: string, by: Person = owner, lang = '') => {
    const reply = await shop.app.inject({
      url: `/api/report/sales.csv?view=${view}&from=2026-02-01&to=2026-03-31${lang}`,
      headers: {
        cookie: cookieOf(by),
        'accept-language': language,
      },
    })
    return reply
  }

  test('the CSV of a report begins with a byte order mark and has no cell that a spreadsheet takes for a formula', async () => {
    const english = await csv('product', 'en')
    expect(english.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(english.headers['content-disposition']).toBe(
      'attachment; filename="sales-product-2026-02-01-2026-03-31.csv"',
    )
    const lines = english.body.split('\r\n')
    expect(lines.slice(0, 4)).toEqual([
      '\uFEFFproduct,orders,pieces,before discounts,discounts,sales,tax in sales,refunds,tax in refunds,sales less refunds,tax less refunds',
      '"Rice, ""jasmine"" (1 kg)",2,2,40200,0,40200,0,5,0,40195,0',
      "'=1+1 (1 kg),2,2,3010,0,3010,0,0,0,3010,0",
      'Sum,4,4,43210,0,43210,0,5,0,43205,0',
    ])
  })

  test('the CSV of a report is in the language that the seller’s area names, else in the browser’s', async () => {
    const [english, thai] = [(await csv('product', 'en')).body, (await csv('product', 'th')).body]
    expect(thai).toContain('มะม่วงน้ำดอกไม้ (1 กก.),2,2,3010')
    expect(thai).toContain('ยอดขายสุทธิ')
    expect((await csv('product', 'en', owner, '&lang=th')).body).toBe(thai)
    expect((await csv('product', 'th', owner, '&lang=en')).body).toBe(english)
    expect((await csv('product', '')).body).toBe(english)
  })

  test('the CSV of a report by tax rate has no pieces and discounts, which belong to no rate', async () => {
    const figures = { ...none, orders: 1, total: 10_700, tax: 700 }
    const ofRate = (key: string, tax: number) =>
      ({ view: 'rate', day: '2026-02-28', key, figures: { ...figures, tax } }) as const
    await inTransaction(shop.db, (tx) => addToSums(tx, [ofRate('700', 700), ofRate('0', 0)]))
    const [head, ...rows] = (await csv('rate', 'en')).body.split('\r\n')
    expect(head).toBe(
      '\uFEFFtax rate,orders,sales,tax in sales,refunds,tax in refunds,sales less refunds,tax less refunds',
    )
    expect(rows).toEqual(expect.arrayContaining(['7%,1,107,7,0,0,107,7', 'Not taxed,1,107,0,0,0,107,0']))
  })

  test('the CSV of a report names categories, methods and hours', async () => {
    expect((await csv('category', 'th')).body).toContain('ผลไม้สด,4,4,')
    expect((await csv('method', 'en')).body).toContain('Cash,4,4,')
    expect((await csv('hour', 'en')).body).toContain('09:00,4,4,')
  })
})

test('by payment, the money that was received and paid out on a day, whichever orders it is of', async () => {
  const shopper = await verified(shop)
  const body = { address: await anAddress(shop.db, shopper.user._id), items: [{ product: products[0], quantity: 1 }] }
  const { orderId } = (await shopper.post('/api/order/cod', body)).json
  const moved = (at: string, kind: string, method: string | null, cents: number) =>
    shop.pool.query('insert into money_movement (order_id, kind, method, cents, at) values ($1, $2, $3, $4, $5)', [
      orderId,
      kind,
      method,
      cents,
      `${at}+07:00`,
    ])
  await moved('2025-03-09T23:59:59', 'received', 'cash', 1)
  await moved('2025-03-10T00:00', 'received', 'cash', 35_150)
  await moved('2025-03-10T09:00', 'received', 'cash', 20_600)
  await moved('2025-03-10T09:01', 'received', 'cash', -20_600)
  await moved('2025-03-10T10:00', 'received', 'promptpay', 10_000)
  await moved('2025-03-10T11:00', 'paid out', 'transfer', 2_500)
  await moved('2025-03-10T12:00', 'paid out', 'cash', 150)
  await moved('2025-03-10T12:00', 'cost', null, 77)
  await moved('2025-03-11T00:00', 'received', 'card', 1)
  expect((await report('method', '2025-03-10', '2025-03-10')).paymentTotals).toEqual([
    { method: 'cash', received: 351.5, paidOut: 1.5, net: 350 },
    { method: 'promptpay', received: 100, paidOut: 0, net: 100 },
    { method: 'transfer', received: 0, paidOut: 25, net: -25 },
  ])
  expect(await report('day', '2025-03-10', '2025-03-10')).not.toHaveProperty('paymentTotals')
})
