import { type RawBuilder, sql } from 'kysely'
import { type PaymentMethod, paymentMethods } from '../../contract/payments/payment-methods.ts'
import type { Period, ReportView } from '../../contract/reports/report.ts'
import type { Db } from '../database/database.ts'
import type { Figures } from './figures.ts'
import { columns, eachFigure, figureIn, ordersOfKind } from './figures-queries.ts'
import type { ProductSpan } from './product-spans.ts'

/** `size` is a product's. */
export type SalesRow = Figures & { key: string; name: string | null; nameTh: string | null; size?: string | null }

const sums = eachFigure((figure, column) => sql`sum(${column})::bigint as ${sql.ref(figure)}`)

/** The figures of an entry, whose parts each have their own number of orders. */
const figuresOfEntry = eachFigure((figure) =>
  figure === 'orders'
    ? sql`(${JSON.stringify(ordersOfKind)}::jsonb ->> kind)::bigint`
    : sql`sum(${figureIn(sql`part`, figure)})`,
)

/** The views whose rows are times, by the view that is summed and the key of a row. */
const times: Partial<Record<ReportView, { view: string; key: RawBuilder<string> }>> = {
  day: { view: 'day', key: sql`day::text` },
  month: { view: 'day', key: sql`to_char(day, 'YYYY-MM')` },
  weekday: { view: 'day', key: sql`extract(isodow from day)::text` },
  hour: { view: 'hour', key: sql`key` },
}

const ofPeriod = (view: string, { from, to }: Period) =>
  sql`from sales_sum where view = ${view} and day between ${from}::date and ${to}::date`

/** Returns the sums of a period, zeros if nothing was sold. */
export async function sumsOfPeriod(db: Db, period: Period): Promise<Figures> {
  const { rows } = await sql<Figures>`select ${sums} ${ofPeriod('day', period)}`.execute(db)
  return withZeros(rows[0])
}

/** Returns sums, which are null without rows. */
function withZeros(found: Figures | undefined): Figures {
  const numbers = Object.entries(found ?? {}).map(([key, value]) => [key, value ?? 0] as const)
  return Object.fromEntries(numbers) as Figures
}

/** Returns the sums of a day until a time of day: that of `now` in the time zone. */
export async function sumsOfDayUntil(db: Db, day: string, now: Date, timeZone: string): Promise<Figures> {
  const local = sql`(${now}::timestamptz at time zone ${timeZone})`
  const { rows } = await sql<Figures>`
    select ${sums} from (
      select ${columns} from sales_sum
      where view = 'hour' and day = ${day}::date and key::int < extract(hour from ${local})
      union all
      select figures.* from sale_entry cross join lateral (
        select ${figuresOfEntry} from jsonb_array_elements(parts) as part
      ) as figures
      where day = ${day}::date and hour = extract(hour from ${local})
        and at <= (${day}::date + ${local}::time) at time zone ${timeZone}
    ) as counted`.execute(db)
  return withZeros(rows[0])
}

/** Returns the rounding of a period's cash, in cents. Below zero if more of it was reversed. */
export async function roundedInPeriod(db: Db, { from, to }: Period, timeZone: string): Promise<number> {
  const { rows } = await sql<{ rounded: number }>`
    select coalesce(sum(cents), 0)::bigint as rounded from money_movement
    where kind = 'rounded' and at >= ${from}::date::timestamp at time zone ${timeZone}
      and at < (${to}::date + 1)::timestamp at time zone ${timeZone}`.execute(db)
  return rows[0]?.rounded ?? 0
}

/** What was received and paid out by a method, in cents. */
export type PaymentTotals = { method: PaymentMethod; received: number; paidOut: number }

/** Returns the money that was received and paid out in a period, by method; reversals are subtracted. */
export async function paymentTotalsOfPeriod(db: Db, { from, to }: Period, timeZone: string): Promise<PaymentTotals[]> {
  const { rows } = await sql<PaymentTotals>`
    select method, coalesce(sum(cents) filter (where kind = 'received'), 0)::bigint as received,
      coalesce(sum(cents) filter (where kind = 'paid out'), 0)::bigint as paid_out
    from money_movement
    where kind in ('received', 'paid out') and at >= ${from}::date::timestamp at time zone ${timeZone}
      and at < (${to}::date + 1)::timestamp at time zone ${timeZone}
    group by method order by array_position(${paymentMethods}::text[], method)`.execute(db)
  return rows
}

/** Returns the sums of those times of a period that have any, by their key. */
export async function salesOfTimes(db: Db, view: 'day' | 'month' | 'weekday' | 'hour', period: Period) {
  const time = times[view] ?? { view: 'day', key: sql`day::text` }
  const { rows } = await sql<SalesRow>`
    select ${time.key} as key, null as name, null as name_th, ${sums} ${ofPeriod(time.view, period)}
    group by 1`.execute(db)
  return rows
}

/**
 * Returns the rows of a view by their sales less refunds, or by a promotion's discount, the highest first, and the
 * number of rows beyond `limit`. `spans` are the sums of products that make the period.
 */
export async function salesByKey(
  db: Db,
  view: 'product' | 'category' | 'method' | 'rate' | 'promotion',
  { period, spans, limit }: { period: Period; spans: readonly ProductSpan[]; limit: number },
): Promise<{ rows: SalesRow[]; more: number }> {
  // Conditions of one table, since a join with a list of spans is planned as a scan of all rows.
  const inSpan = spans.map(({ view, from, to }) => sql`view = ${view} and day between ${from}::date and ${to}::date`)
  const found = view === 'product' ? sql`from sales_sum where ${sql.join(inSpan, sql` or `)}` : ofPeriod(view, period)
  const most = view === 'promotion' ? sql`discount` : sql`total - refund`
  const { rows } = await sql<SalesRow & { count: number }>`
    with sums as (select key, ${sums} ${found} group by key),
    shown as (
      select *, count(*) over ()::int as count from sums order by ${most} desc, key limit ${limit}
    )
    select shown.*, coalesce(product.name, promotion.name || coalesce(' (' || code || ')', '')) as name,
      coalesce(product.name_th, promotion.name_th || coalesce(' (' || code || ')', '')) as name_th, product.weight as size
    from shown
    left join product on ${view} = 'product' and product.id::text = key
    left join promotion on ${view} = 'promotion' and promotion.id::text = key
    order by ${most} desc, key`.execute(db)
  return {
    rows: rows.map(({ count: _, ...row }) => row),
    more: Math.max((rows[0]?.count ?? 0) - rows.length, 0),
  }
}
