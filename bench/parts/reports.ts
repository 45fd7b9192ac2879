import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { maxReportDays, reportViews } from '../../contract/reports/report.ts'
import { dayAfter, dayIn } from '../../contract/values/day.ts'
import { newId } from '../../server/common/ids.ts'
import type { Db } from '../../server/database/database.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { percentile } from '../../testing/percentile.ts'
import { withTempFolder } from '../../testing/temp-folder.ts'
import { ask, type Size } from '../measure.ts'
import { fillDatabase, fillOrders, fillProducts, fillSeller, fillShoppers, withOpenedShop } from '../opened-shop.ts'
import { median, ms, type Row } from '../row.ts'

/** Sellers who take turns: one alone would exceed the rate limit of reports. */
const sellers = 12
const products = 1000
const visits = { before: 3, counted: 30 }

/**
 * Measures each report in a shop that has sold a million orders of four lines in 400 days, of 1,000 products, and the
 * tax report of one of its months.
 */
export function reports(size: Size): Promise<Row[]> {
  return withTempFolder(async (dataDir) => {
    const cookies: string[] = []
    await fillDatabase(dataDir, async (db) => {
      await fillProducts(db, products)
      for (let n = 0; n < sellers; n += 1) cookies.push(await fillSeller(db))
      await fillSales(db, size.large)
      await fillOrders(db, await fillShoppers(db, 1), 1)
      await fillDocuments(db, Math.round((size.large * daysOfMonth) / maxReportDays))
    })
    return withOpenedShop(dataDir, async ({ shop, db }) => {
      const { rows: found } = await sql<{ orders: number; rows: number }>`
        select sum(orders) filter (where view = 'day')::int as orders, count(*)::int as rows from sales_sum`.execute(db)
      const [filled] = found
      const today = dayIn(shopConfig.timeZone)
      const rows: Row[] = []
      let turn = 0
      for (const view of reportViews)
        for (const days of [1, 30, maxReportDays]) {
          const times: number[] = []
          for (let visit = 0; visit < visits.before + visits.counted; visit += 1) {
            // Periods that begin and end within a month, so that days are read beside whole months.
            const to = dayAfter(today, -(days === 1 ? visit % 20 : 0))
            const url = `${shop.url}/api/report/sales?view=${view}&from=${dayAfter(to, 1 - days)}&to=${to}`
            turn += 1
            const reply = await ask(url, { headers: { cookie: cookies[turn % sellers] ?? '' } })
            if (reply.status !== 200) throw new Error(`${url} answered ${reply.status}: ${reply.body}`)
            if (visit >= visits.before) times.push(reply.milliseconds)
          }
          rows.push({
            part: 'reports',
            what: `sales by ${view}, ${days === 1 ? 'a day' : `${days} days`}`,
            goal: 'p99 under 50 ms',
            figure: ms(median(times)),
            met: percentile(times, 99) < 50,
            more: `p99 ${ms(percentile(times, 99))}; ${filled?.orders.toLocaleString('en')} orders, ${filled?.rows.toLocaleString('en')} sums`,
          })
        }
      rows.push(await taxReport(shop.url, (visit) => cookies[visit % sellers] ?? ''))
      return rows
    })
  })
}

/** The month of the documents. */
const month = '2025-06'
const daysOfMonth = 30

async function taxReport(url: string, cookieOf: (visit: number) => string): Promise<Row> {
  const times: number[] = []
  let shown = ''
  for (let visit = 0; visit < visits.before + visits.counted; visit += 1) {
    const reply = await ask(`${url}/documents/report?month=${month}`, { headers: { cookie: cookieOf(visit) } })
    if (reply.status !== 200) throw new Error(`the tax report answered ${reply.status}: ${reply.body}`)
    if (visit >= visits.before) times.push(reply.milliseconds)
    shown = /The first [0-9,]+ of [0-9,]+ documents/.exec(String(reply.body))?.[0] ?? 'all documents'
  }
  return {
    part: 'reports',
    what: 'tax report of a month',
    goal: 'p99 under 50 ms',
    figure: ms(median(times)),
    met: percentile(times, 99) < 50,
    more: `p99 ${ms(percentile(times, 99))}; ${shown}`,
  }
}

/** Adds abbreviated tax invoices of four lines and two rates, and credit notes of a twentieth of them, in one month. */
async function fillDocuments(db: Db, count: number): Promise<void> {
  const line = {
    productId: newId(),
    name: 'Jasmine rice',
    nameTh: 'ข้าวหอมมะลิ',
    size: '5 kg',
    quantity: 2,
    unitCents: 5000,
  }
  const content = {
    issuer: {
      taxId: '0105500000003',
      branch: '00000',
      vatRegistered: true,
      name: 'Talad',
      nameTh: 'ตลาด',
      phone: '02',
    },
    orderNumber: 1001,
    currency: { code: 'THB', symbol: '฿' },
    lines: [700, 700, 0, 0].map((basisPoints) => ({ ...line, discountCents: 0, basisPoints })),
    shippingCents: 0,
    addedTaxCents: 0,
    deductedCents: 0,
    rates: [
      { basisPoints: 700, gross: 20_000, tax: 1308 },
      { basisPoints: 0, gross: 20_000, tax: 0 },
    ],
    totalCents: 40_000,
    method: 'cash',
  }
  await sql`insert into document (id, kind, year, number, order_id, day, total_cents, content)
    select gen_random_uuid(), case when n % 20 = 0 then 'credit note' else 'abbreviated tax invoice' end, 2025, n,
      (select id from shop_order limit 1), ${`${month}-01`}::date + (n - 1) % ${sql.lit(daysOfMonth)}, 40000,
      ${JSON.stringify(content)}::jsonb
    from generate_series(1, ${sql.lit(count)}) as n`.execute(db)
  await vacuumed(db, 'document')
}

/** Adds the sums of orders of four lines over 400 days. Few products sell most, as in a shop. */
async function fillSales(db: Db, count: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    const run = (text: string) => sql.raw(text).execute(connection)
    await run('select setseed(0.14)')
    await run(`create temporary table chosen as
      select row_number() over (order by id) as n, id::text as id, category from product`)
    await run(`create temporary table line as
      select g, day, hour, method, 1 + floor(power(random(), 2.5) * ${products})::int as n, position
      from (select g, current_date - ((${count} - g) * 400 / ${count})::int as day, (6 + random() * 15)::int as hour,
              (array['cash', 'card', 'promptpay'])[1 + g % 3] as method
            from generate_series(1, ${count}::bigint) as g) as made,
        generate_series(1, 4) as position`)
    const add = (view: string, day: string, key: string) =>
      run(`insert into sales_sum
        select '${view}', ${day}, ${key}, count(distinct g), count(*), sum(5000), 0, sum(5000), sum(327), 0, 0
        from line join chosen using (n) group by 2, 3`)
    await add('day', 'day', `''`)
    await add('hour', 'day', 'hour::text')
    await add('method', 'day', 'method')
    await add('rate', 'day', `case when n % 3 = 0 then '0' else '700' end`)
    await add('category', 'day', 'category')
    await add('product', 'day', 'id')
    await add(
      'product of ten days',
      `day - (extract(day from day)::int - 1) + least((extract(day from day)::int - 1) / 10, 2) * 10`,
      'id',
    )
    await add('product of month', `date_trunc('month', day)::date`, 'id')
    await add('promotion', 'day', `(n % 20)::text`)
    await vacuumed(connection, 'sales_sum')
  })
}

/**
 * Vacuums and analyses a table until sums can be read from its indexes alone, as in a shop that has run for a while.
 * While PostgreSQL analyses tables by itself, a vacuum leaves pages out.
 */
async function vacuumed(connection: Db, table: string): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1) {
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(connection)
    const { rows } = await sql<{ whole: boolean }>`
      select relallvisible = relpages as whole from pg_class where oid = ${table}::regclass`.execute(connection)
    if (rows[0]?.whole) return
    await wait(500)
  }
}
