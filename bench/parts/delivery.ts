import { sql } from 'kysely'
import type { Db } from '../../server/database/database.ts'
import { shop as shopConfig } from '../../shop.config.ts'
import { percentile } from '../../testing/percentile.ts'
import { withTempFolder } from '../../testing/temp-folder.ts'
import { ask, Loader, mediansOf, type Sample, type Size } from '../measure.ts'
import {
  type BenchShopper,
  fillDatabase,
  fillOrders,
  fillProducts,
  fillShoppers,
  type OpenedShop,
  withOpenedShop,
} from '../opened-shop.ts'
import { median, ms, type Row } from '../row.ts'
import { mailsSent, orderRequests, uncountedProducts } from './orders.ts'

const zones = 200
/** A hundred templates make 700 windows for seven days; the others are over. */
const templates = 100
const windows = 10_000
/** Ten orders a day: of each promise's 300, most are known. */
const history = 4000
/** Open orders of the shop that tells its delivery options. */
const openOrders = 20
/** Enough requests that the slowest hundredth isn't only Node's warm-up. */
const visits = { before: 200, counted: 2000 }
/** Windows that the orders of the comparison are spread over. */
const comparedWindows = 20

/**
 * Measures a shop with 200 zones and 10,000 delivery windows: how fast it answers the delivery options of a place, and
 * the CPU of an order with a window beside one without.
 */
export function delivery(size: Size): Promise<Row[]> {
  return withTempFolder(async (dataDir) => {
    let people: BenchShopper[] = []
    await fillDatabase(dataDir, async (db) => {
      await fillProducts(db, 1000)
      people = await fillShoppers(db, 2000)
      await fillWindows(db)
      await fillOrders(db, people, history)
    })
    return withOpenedShop(dataDir, async (opened) => {
      // Before there are zones: those would make the difference, too.
      const order = await compareOrders(opened, people, size)
      await fillZones(opened.db)
      await fillPromises(opened.db)
      return [await measureOptions(opened), order]
    })
  })
}

async function measureOptions({ shop }: OpenedShop): Promise<Row> {
  const times: number[] = []
  let shown = 0
  let promised = 0
  for (let visit = 0; visit < visits.before + visits.counted; visit += 1) {
    const reply = await ask(`${shop.url}/api/delivery/options?postcode=${10_000 + (visit % zones)}`, {})
    if (reply.status !== 200) throw new Error(`options answered ${reply.status}: ${reply.body}`)
    const { windows: offered, asap } = JSON.parse(String(reply.body))
    shown = offered.length
    if (asap) promised += 1
    if (visit >= visits.before) times.push(reply.milliseconds)
  }
  if (shown === 0 || promised === 0) throw new Error('options named no window, or promised no time')
  const p99 = percentile(times, 99)
  return {
    part: 'delivery',
    what: `delivery options with a promise, at ${zones} zones and ${windows.toLocaleString('en')} windows`,
    goal: 'p99 under 10 ms',
    figure: ms(median(times)),
    met: p99 < 10,
    more: `p99 ${ms(p99)} of ${visits.counted}; ${shown} windows in a reply`,
  }
}

async function compareOrders(opened: OpenedShop, people: readonly BenchShopper[], size: Size): Promise<Row> {
  const loader = new Loader(size)
  try {
    const products = await uncountedProducts(opened)
    const { rows } = await sql<{ id: string }>`
      select id from delivery_window where cut_off_at > now() + interval '1 hour' order by id limit ${comparedWindows}`.execute(
      opened.db,
    )
    const without = orderRequests(people, products)
    const withWindow = orderRequests(people, products, (index) => ({
      delivery: { window: rows[index % rows.length]?.id },
    }))
    const side = (requests: string[]) => ({
      port: opened.port,
      pid: opened.shop.pid,
      status: 200,
      connections: 8,
      requests,
    })
    const samples: Record<'without' | 'with', Sample[]> = { without: [], with: [] }
    for (let round = -1; round < size.rounds; round += 1)
      for (const [name, requests] of [
        ['without', without],
        ['with', withWindow],
      ] as const) {
        const sample = await loader.once(side(requests), size.round)
        await mailsSent(opened)
        if (round >= 0) samples[name].push(sample)
      }
    const plain = mediansOf(samples.without)
    const windowed = mediansOf(samples.with)
    const ratio = plain.cpu && windowed.cpu ? windowed.cpu.tree / plain.cpu.tree : undefined
    return {
      part: 'delivery',
      what: 'CPU of an order with a delivery window, to one without',
      goal: 'at most 1.10',
      figure: ratio === undefined ? 'unknown' : ratio.toFixed(2),
      ...(ratio === undefined ? {} : { met: ratio <= 1.1 }),
      more: `p50 ${ms(windowed.p50)} to ${ms(plain.p50)}${windowed.cpu && plain.cpu ? `; CPU ${windowed.cpu.tree.toFixed(2)} to ${plain.cpu.tree.toFixed(2)} s per 1,000` : ''}`,
    }
  } finally {
    loader.close()
  }
}

async function fillZones(db: Db): Promise<void> {
  await sql`
    insert into delivery_zone (id, position, name, fee_tiers, ride_minutes)
    select gen_random_uuid(), n, 'Zone ' || n, '[{"from": 0, "fee": 3000}, {"from": 50000, "fee": 0}]', 20
    from generate_series(0, ${zones}::int - 1) as n`.execute(db)
  await sql`
    insert into delivery_area (zone_id, kind, code)
    select id, 'postcode', (10000 + (position + shift) % ${zones})::text
    from delivery_zone, generate_series(0, 4) as shift`.execute(db)
  await sql`analyze delivery_zone, delivery_area`.execute(db)
}

/** Lets the shop promise times, which it learns from its orders of the last weeks, with few open ones. */
async function fillPromises(db: Db): Promise<void> {
  await sql`
    update shop_order set status = 'Cancelled' where status = 'Order Placed'
      and id not in (select id from shop_order where status = 'Order Placed' order by id desc limit ${openOrders})`.execute(
    db,
  )
  await sql`
    update shop_order set delivery_zone = (select jsonb_build_object('id', id) from delivery_zone where position = 0)
    where created_at > now() - interval '28 days'`.execute(db)
  await sql`
    insert into order_event (order_id, status, at)
    select id, step, created_at + make_interval(mins => after)
    from shop_order, (values ('Confirmed', 2), ('Packing', 5), ('Out for delivery', 15), ('Delivered', 40)) as way (step, after)
    where shop_order.status = 'Delivered' and created_at > now() - interval '28 days'`.execute(db)
  await sql`
    insert into setting (topic, value)
    values ('asap', '{"enabled": true, "limitMinutes": 180, "pickers": 5, "riders": 10}')`.execute(db)
  await sql`analyze shop_order, order_event`.execute(db)
}

async function fillWindows(db: Db): Promise<void> {
  await sql`
    insert into window_template (id, days, starts, ends, capacity, cut_off_minutes)
    select gen_random_uuid(), '{1,2,3,4,5,6,7}', (n * 13) % 1300, (n * 13) % 1300 + 120, 1000000, 60
    from generate_series(0, ${templates}::int - 1) as n`.execute(db)
  await sql`
    insert into delivery_window (id, template_id, day, starts_at, ends_at, cut_off_at, capacity)
    select gen_random_uuid(), id, day, starts_at, starts_at + interval '2 hours', starts_at - interval '1 hour', capacity
    from window_template
    cross join generate_series(7 - ${windows / templates}::int, 6) as ahead
    cross join lateral (select (now() at time zone ${shopConfig.timeZone})::date + ahead as day) as at
    cross join lateral (
      select (day + make_interval(mins => starts)) at time zone ${shopConfig.timeZone} as starts_at) as time`.execute(
    db,
  )
  await sql`analyze window_template, delivery_window`.execute(db)
}
