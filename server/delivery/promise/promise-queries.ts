import { type RawBuilder, sql } from 'kysely'
import { deliveryLimits } from '../../../contract/delivery/delivery-limits.ts'
import type { OpeningHours } from '../../../contract/delivery/opening-hours.ts'
import type { AsapSettings } from '../../../contract/entities/delivery.ts'
import { parseSetting } from '../../../contract/entities/setting-values.ts'
import { type OpenStatus, openStatuses } from '../../../contract/orders/order-status.ts'
import type { Db, Tx } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import { statusIsDelivered, statusIsOpen } from '../../domain/order-conditions.ts'
import { latestAssignmentOf } from '../latest-assignment-queries.ts'
import type { DeliveryTimes } from './recent-durations.ts'

export type PromiseSettings = { asap: AsapSettings | undefined; hours: OpeningHours | undefined }

/** Returns what the owner has set about ASAP orders, and when the shop is open. */
export async function promiseSettings(db: Db): Promise<PromiseSettings> {
  const { rows } = await sql<{ topic: string; value: unknown }>`
    select ${prepared} topic, value from setting where topic in ('asap', 'hours')`.execute(db)
  const settingOf = <Topic extends 'asap' | 'hours'>(topic: Topic) => {
    const row = rows.find((each) => each.topic === topic)
    return row && parseSetting(topic, row.value)
  }
  return { asap: settingOf('asap'), hours: settingOf('hours') }
}

const statusesInShop = openStatuses.filter((status) => status !== 'Out for delivery')

/** An ASAP order, with the time by which it was promised. */
export type PromisedOrder = { number: number; promisedAt: Date }

/** Returns the orders that are still to leave the shop by a promised time that is to come, the first promised first. */
export async function ordersWithPromise(tx: Tx): Promise<PromisedOrder[]> {
  return tx
    .selectFrom('shopOrder')
    .select(['number', 'promisedAt'])
    .where('promisedAt', '>', sql<Date>`now()`)
    .where('windowId', 'is', null)
    .where('listed', '=', true)
    .where('status', 'in', statusesInShop)
    .orderBy('promisedAt')
    .orderBy('number')
    .limit(maxQueue)
    .$narrowType<{ promisedAt: Date }>()
    .execute()
}

export type QueuedOrder = {
  id: string
  status: OpenStatus | 'Delivered'
  zoneId: string | null
  lines: number
  /** When its status began, in milliseconds since 1970, as all moments here. */
  since: number
  /** When it was packed, while its status is Packing; null if it isn't yet. */
  packedAt: number | null
  /**
   * The time promised to an ASAP order; null for any other order. Also null for an order that a rider brought back: its
   * shopper was told that it comes later.
   */
  promisedAt: number | null
  /** Whether it had left the shop, and is being packed again. */
  isBack: boolean
  /** Whether its shopper was told another time, and which; that is null if it comes by the promised time after all. */
  delay: { expectedAt: number | null } | null
}

/** What a promise depends on at this moment, besides the owner's settings and how long earlier orders took. */
export type PromiseInputs = {
  /**
   * The minutes of the ride to each zone: those that the owner has set, and of a zone that was removed those stored
   * with its queued orders. Removed ones come last.
   */
  zones: { id: string; rideMinutes: number }[]
  /**
   * The orders that come before one placed now, the first placed or paid first: open ones that are due within the hour,
   * and those delivered in the last hour and a half, whose riders may be on their way back. Orders that were left open
   * longer than half a day don't count.
   */
  queue: QueuedOrder[]
}

/** The most orders that a promise looks at. */
const maxQueue = 300

const milliseconds = (moment: string) => sql`extract(epoch from ${sql.ref(moment)}) * 1000`
/** When a step happened: `at` is when the shop learned of it. */
const happened = sql`coalesce(happened_at, at)`
const jsonOf = (rows: RawBuilder<unknown>) => sql`(select coalesce(json_agg(entry), '[]') from (${rows}) as entry)`

/**
 * Returns what a promise depends on, in one statement. The zones are those of the queue and of `zoneIds`, or all that
 * there are.
 */
export async function promiseInputs(db: Db, zoneIds?: readonly string[]): Promise<PromiseInputs> {
  const zones = sql`
    select id, ride_minutes as "rideMinutes" from (
      select id::text, ride_minutes, position from delivery_zone
      where ${zoneIds ?? null}::text[] is null or id::text = any(${zoneIds ?? null}::text[])
        or id::text in (select "zoneId" from queue)
      union all
      (select distinct on ("zoneId") "zoneId", "zoneRideMinutes", null from queue
       where "zoneRideMinutes" is not null and not exists (select from delivery_zone where id::text = "zoneId")
       order by "zoneId", id desc)
    ) as zone
    order by position limit ${sql.lit(deliveryLimits.zones + maxQueue)}`
  // Events are looked up per order (`lateral … limit 1`): with a plain join PostgreSQL misjudges the number of rows and
  // reads all events.
  const queue = sql`
    select queued.id, queued.status, queued.delivery_zone ->> 'id' as "zoneId",
      (queued.delivery_zone ->> 'rideMinutes')::int as "zoneRideMinutes", ${milliseconds('step.at')} as since,
      (select count(*) from order_line where order_id = queued.id) as lines,
      case when queued.status = 'Packing' then
        (select ${milliseconds('packed_at')} from order_packed where order_id = queued.id) end as "packedAt",
      case when window_id is null
          and (status <> 'Packing' or (
            select outcome from ${latestAssignmentOf(sql`queued.id`)} as latest
          ) is distinct from 'came back')
        then ${milliseconds('promised_at')} end as "promisedAt",
      queued.status = 'Packing' and exists (
        select from order_event where order_id = queued.id and status = 'Out for delivery') as "isBack",
      (select json_build_object('expectedAt', ${milliseconds('expected_at')})
       from order_delay where order_id = queued.id) as delay,
      case payment_type when 'COD' then queued.created_at else
        (select min(at) from order_event where order_id = queued.id and status = 'Order Placed') end as "queuedAt"
    from (
      select id, status, delivery_zone, window_id, promised_at, payment_type, created_at from shop_order
      where listed and ${statusIsOpen}
        and (deliver_from is null or deliver_from < now() + interval '1 hour')
      union all
      select id, status, delivery_zone, window_id, promised_at, payment_type, created_at from shop_order
      where listed and ${statusIsDelivered} and created_at > now() - interval '12 hours'
    ) as queued
    cross join lateral (
      select ${happened} as at from order_event
      where order_id = queued.id and status = queued.status and undone_at is null limit 1) as step
    where step.at > now() - case queued.status when 'Delivered' then interval '90 minutes' else interval '12 hours' end
    order by "queuedAt", queued.id limit ${sql.lit(maxQueue)}`
  const { rows } = await sql<PromiseInputs>`
    with ${prepared} queue as materialized (${queue})
    select ${jsonOf(zones)} as zones, ${jsonOf(sql`select * from queue order by "queuedAt", id`)} as queue`.execute(db)
  const [row] = rows
  return { zones: row?.zones ?? [], queue: row?.queue ?? [] }
}

/** Returns whether an order is open that was promised for as soon as possible. */
export async function isPromiseOpen(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from shop_order
    where promised_at is not null and window_id is null and listed
      and ${statusIsOpen}
    limit 1`.execute(db)
  return rows.length > 0
}

/** Returns when the latest `count` orders of the last 28 days were picked and delivered, the oldest first. */
export async function deliveredOrders(db: Db, count: number): Promise<DeliveryTimes[]> {
  // Lateral, so that each order's few events are looked up: joined, all events of the shop are read.
  const { rows } = await sql<DeliveryTimes>`
    select delivered.delivery_zone ->> 'id' as zone_id, lines, packing_at, out_at, delivered_at,
      least(coalesce(packed_at, out_at), out_at) as packed_at
    from (
      select id, delivery_zone, created_at from shop_order
      where listed and ${statusIsDelivered} and created_at > now() - interval '28 days'
      order by created_at desc limit ${count}
    ) as delivered
    cross join lateral (
      select max(at) filter (where status = 'Packing') as packing_at,
        max(${happened}) filter (where status = 'Out for delivery') as out_at,
        max(${happened}) filter (where status = 'Delivered') as delivered_at
      from order_event where order_id = delivered.id and undone_at is null
    ) as step
    cross join lateral (select count(*)::int as lines from order_line where order_id = delivered.id) as ordered
    left join order_packed on order_packed.order_id = delivered.id
    where packing_at is not null and out_at is not null and delivered_at is not null
    order by delivered_at`.execute(db)
  return rows
}

export type PromisePeriodRow = {
  day: string
  promised: number
  kept: number
  minutes: number
  lateMinutes: number | null
}

/** The most promises that a report counts. */
const reportedPromises = 20_000

/**
 * Returns how many promised times were kept by day or by week of the shop's time zone, the latest first. An order
 * counts when it is delivered or its time has passed; one that is cancelled doesn't. A promise is kept if the rider
 * first came to the door in time, also if the order couldn't be handed over.
 */
export async function promisePeriods(
  db: Db,
  { timeZone, by, periods }: { timeZone: string; by: 'day' | 'week'; periods: number },
): Promise<PromisePeriodRow[]> {
  const first = sql`date_trunc(${by}, now() at time zone ${timeZone}) - ${`${periods - 1} ${by}s`}::interval`
  const { rows } = await sql<PromisePeriodRow>`
    select period::date::text as day, count(*)::int as promised, (count(*) filter (where came_at <= promised_at))::int as kept,
      round(percentile_cont(0.5) within group (order by extract(epoch from promised_at - created_at) / 60))::int as minutes,
      round(percentile_cont(0.5) within group (order by extract(epoch from came_at - promised_at) / 60)
        filter (where came_at > promised_at))::int as late_minutes
    from (
      select date_trunc(${by}, promised_at at time zone ${timeZone}) as period, promised_at, created_at,
        least(${happened}, (select min(first_attempted_at) from delivery_assignment where order_id = shop_order.id)) as came_at
      from shop_order
      left join order_event as done
        on done.order_id = shop_order.id and done.status = 'Delivered' and done.undone_at is null
      where promised_at >= (${first}) at time zone ${timeZone} and window_id is null and deliver_from is null and listed
        and shop_order.status <> 'Cancelled' and (done.at is not null or promised_at < now())
      order by promised_at desc limit ${reportedPromises}
    ) as due
    group by period order by period desc`.execute(db)
  return rows
}
