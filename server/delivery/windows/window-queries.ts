import { type RawBuilder, sql } from 'kysely'
import { serverLimits } from '../../../contract/values/limits.ts'
import { isId } from '../../common/ids.ts'
import { type Db, StaleRead, type Tx, wasDeleted } from '../../database/database.ts'
import { prepared } from '../../database/statement-names.ts'
import { statusIsFinal, statusIsUnconfirmed } from '../../domain/order-conditions.ts'

/** Days for which windows are made, today among them. */
export const windowDays = 7
/**
 * The most windows of a list that a shopper chooses from: all that the templates can have, also while those of a day
 * end and those of the next one are made.
 */
const listedWindows = serverLimits.windowTemplates * (windowDays + 1)

/**
 * When an order is to come, as it was sent. `promisedAt`: the time that its shopper saw; `none`: its shopper saw no
 * times.
 */
export type WantedDelivery = { window: string } | { asap: true; promisedAt?: string } | { none: true }

/** A window of delivery that takes orders. */
export type OpenWindowRow = { id: string; startsAt: Date; endsAt: Date; feeCents: number; left: number }

/**
 * Returns the windows that take orders for a zone (null: of a shop without zones) at a moment, the next first; full
 * ones too. Without a moment the database's clock counts: those of the processes may differ. The capacity that
 * `shopperId` holds counts as left.
 */
export function openWindows(
  db: Db,
  zoneId: string | null,
  { now, shopperId }: { now?: Date; shopperId?: string } = {},
): Promise<OpenWindowRow[]> {
  return windowsOfZone(db, zoneId, { until: 'cut_off_at', now, shopperId })
}

/** Returns the windows of a zone that aren't over, also those past their cut-off. */
export function comingWindows(db: Db, zoneId: string | null): Promise<OpenWindowRow[]> {
  return windowsOfZone(db, zoneId, { until: 'ends_at' })
}

async function windowsOfZone(
  db: Db,
  zoneId: string | null,
  { until, now, shopperId = null }: { until: 'cut_off_at' | 'ends_at'; now?: Date; shopperId?: string | null },
): Promise<OpenWindowRow[]> {
  const moment = sql`coalesce(${now ?? null}::timestamptz, now())`
  const { rows } = await sql<OpenWindowRow>`
    select ${prepared} delivery_window.id, starts_at, ends_at, delivery_window.fee_cents,
      delivery_window.capacity - taken + (delivery_window.id in (
        select window_id from window_hold where shopper_id = ${shopperId}::uuid))::int as left
    from delivery_window
    join window_template on window_template.id = template_id and active
    -- No window is longer than a day, and no cut-off later than a day after the start.
    where starts_at > ${moment} - interval '1 day' and ${sql.ref(until)} > ${moment} and ${isForZone(zoneId)}
    order by starts_at, ends_at, delivery_window.id limit ${sql.lit(listedWindows)}`.execute(db)
  return rows
}

/** A condition: whether a window serves a zone. In a shop without zones every window does. */
const isForZone = (zoneId: string | null) =>
  sql`(${zoneId}::uuid is null or delivery_window.zone_ids is null or ${zoneId}::uuid = any(delivery_window.zone_ids))`

/** What decides whether an order may have a window. */
export type WindowRow = OpenWindowRow & {
  zoneIds: string[] | null
  /** Whether its cut-off has passed. */
  isCutOff: boolean
  isOver: boolean
  /** Whether its template is in use. */
  isOffered: boolean
}

/** The columns of a {@link WindowRow}, with its names also where the row is read as JSON. */
const windowColumns = sql`
  id, starts_at as "startsAt", ends_at as "endsAt", fee_cents as "feeCents", zone_ids as "zoneIds",
  capacity - taken as left, cut_off_at <= now() as "isCutOff", ends_at <= now() as "isOver",
  coalesce((select active from window_template where id = template_id), false) as "isOffered"`

/** Returns whether a window serves a zone. In a shop without zones (null) every window does. */
export const serves = ({ zoneIds }: Pick<WindowRow, 'zoneIds'>, zoneId: string | null): boolean =>
  zoneId === null || zoneIds === null || zoneIds.includes(zoneId)

/** A window that an order asks for, as JSON; `isHeld`: its shopper holds it. */
export type WantedWindow = Omit<WindowRow, 'startsAt' | 'endsAt'> & {
  startsAt: string
  endsAt: string
  isHeld: boolean
  /** The number of the order in it, see {@link freeNumber}; null if the shopper has as many as are allowed. */
  unconfirmedNumber: number | null
}

/** A window as JSON, null if there is none: an expression for statements that read it with other things. */
export const wantedWindow = (windowId: string | undefined, shopperId: string): RawBuilder<WantedWindow | null> =>
  windowId === undefined || !isId(windowId)
    ? sql`null::json`
    : sql`(
        select row_to_json(wanted_window) from (
          select ${windowColumns}, ${freeNumber(shopperId, 'window')} as "unconfirmedNumber",
            exists (select from window_hold where shopper_id = ${shopperId} and window_id = delivery_window.id) as "isHeld"
          from delivery_window where id = ${windowId}::uuid) as wanted_window)`

/**
 * The numbers by which a shopper's orders that the shop hasn't confirmed are counted: those in windows, and ASAP
 * orders. A unique index gives each to one order, which limits them, also at the same instant.
 */
const unconfirmedNumbers = {
  window: { first: 1, last: serverLimits.windowOrders },
  asap: { first: 101, last: 100 + serverLimits.asapOrders },
} as const
export type UnconfirmedKind = keyof typeof unconfirmedNumbers

/** Returns whether a number is the lowest of its kind, which a shopper's first unconfirmed order gets. */
export const isFirstNumber = (number: number): boolean =>
  Object.values(unconfirmedNumbers).some(({ first }) => first === number)

/**
 * The lowest number of a kind that none of the shopper's unconfirmed orders has, null if there is none: an expression.
 */
export const freeNumber = (shopperId: string, kind: UnconfirmedKind): RawBuilder<number | null> => sql`(
  select min(free) from generate_series(${unconfirmedNumbers[kind].first}::int, ${unconfirmedNumbers[kind].last}::int) as free
  where free not in (
    select unconfirmed_number from shop_order
    where shopper_id = ${shopperId} and unconfirmed_number is not null and ${statusIsUnconfirmed}))`

/** Returns the number of the shopper's next unconfirmed order of a kind; null if there are as many as are allowed. */
export async function findFreeNumber(db: Db, shopperId: string, kind: UnconfirmedKind): Promise<number | null> {
  const { rows } = await sql<{ free: number | null }>`select ${freeNumber(shopperId, kind)} as free`.execute(db)
  return rows[0]?.free ?? null
}

/**
 * Takes the capacity that a new order needs of its window, or uses that of its shopper's hold. Throws `StaleRead` if
 * the window is full, its cut-off has passed, its fee has changed or it was closed.
 */
export async function takeCapacity(
  tx: Tx,
  shopperId: string,
  { windowId, windowFeeCents }: { windowId: string; windowFeeCents: number },
): Promise<void> {
  const hold = await tx
    .deleteFrom('windowHold')
    .where('shopperId', '=', shopperId)
    .where('windowId', '=', windowId)
    .modifyEnd(prepared)
    .executeTakeFirst()
  const taken = wasDeleted(hold) ? 0 : 1
  const { rows } = await sql`
    update ${prepared} delivery_window set taken = taken + ${taken}::int
    where id = ${windowId} and taken + ${taken}::int <= capacity
      and cut_off_at > now() and template_id is not null and fee_cents = ${windowFeeCents}::bigint
    returning id`.execute(tx)
  if (rows.length === 0) throw new StaleRead()
}

/**
 * Returns the capacity that an order takes to its window. The caller has locked the order, and cancels or deletes it.
 */
export async function returnCapacity(tx: Tx, orderId: string): Promise<void> {
  await sql`
    update delivery_window set taken = taken - 1 from shop_order
    where shop_order.id = ${orderId} and delivery_window.id = shop_order.window_id`.execute(tx)
}

/** Takes back the capacity of an order that {@link returnCapacity} returned. Returns false if its window is full. */
export async function takeCapacityAgain(tx: Tx, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    update delivery_window set taken = taken + 1 from shop_order
    where shop_order.id = ${orderId} and delivery_window.id = shop_order.window_id and taken < capacity
    returning delivery_window.id`.execute(tx)
  return rows.length > 0
}

/** Locks windows in id order, so that two changes can't deadlock. Returns them. */
export async function lockWindows(tx: Tx, ids: readonly string[]): Promise<WindowRow[]> {
  const { rows } = await sql<WindowRow>`
    select ${windowColumns} from delivery_window where id = any(${ids}::uuid[]) order by id for no key update`.execute(
    tx,
  )
  return rows
}

/** Adds orders to `taken` of a window. Fails with a check violation (class 23) if it would be overbooked. */
export async function addTaken(tx: Tx, windowId: string, orders: number): Promise<void> {
  await tx
    .updateTable('deliveryWindow')
    .set({ taken: sql<number>`taken + ${orders}` })
    .where('id', '=', windowId)
    .execute()
}

/** Days on which nothing is delivered, from the setting of opening hours. */
const closedDays = sql`(
  select closed::date from setting, jsonb_array_elements_text(coalesce(value -> 'closed', '[]'::jsonb)) as closed
  where topic = 'hours')`

const minutesOf = (time: string) =>
  sql`(split_part(${sql.ref(time)}, ':', 1)::int * 60 + split_part(${sql.ref(time)}, ':', 2)::int)`

/**
 * Returns whether the shop is open for all of a template's time on a day, as `daysOutside` of
 * contract/delivery/opening-hours.ts says: a shop without opening hours always is.
 */
const isOpenOn = (day: string) => sql`(
  not exists (select from setting where topic = 'hours')
  or coalesce((
    select sum(greatest(0, least(${minutesOf('span.to')}, template.ends) - greatest(${minutesOf('span.from')}, template.starts)))
    from setting, jsonb_to_recordset(value -> 'week') as span (day int, "from" text, "to" text)
    where topic = 'hours' and span.day = extract(isodow from ${sql.ref(day)})), 0) >= template.ends - template.starts)`

/** The windows that the templates in use make from a day on; `first` is the shop's today. */
const wantedWindows = (timeZone: string, first: string | undefined) => sql`
  select template.id as template_id, day.date,
    (day.date + make_interval(mins => template.starts)) at time zone ${timeZone} as starts_at,
    (day.date + make_interval(mins => template.ends)) at time zone ${timeZone} as ends_at,
    template.cut_off_minutes, template.capacity, template.fee_cents, template.zone_ids
  from window_template as template
  cross join (
    select today.date + after as date
    from (select coalesce(${first ?? null}::date, (now() at time zone ${timeZone})::date) as date) as today,
         generate_series(0, ${windowDays}::int - 1) as after
  ) as day
  where template.active and extract(isodow from day.date)::smallint = any(template.days)
    and day.date not in ${closedDays} and ${isOpenOn('day.date')}`

/**
 * Attaches windows that were closed with orders in them to their template again, if the shop is open again at their
 * time: a new window beside them would offer the whole capacity a second time. Templates with the same times are told
 * apart by their zones.
 */
export async function reopenWindows(tx: Tx, timeZone: string): Promise<void> {
  await sql`
    update delivery_window set template_id = again.template_id, fee_cents = again.fee_cents,
      capacity = greatest(again.capacity, taken), cut_off_at = again.cut_off_at
    from (
      select distinct on (closed.id) closed.id, wanted.template_id, wanted.fee_cents, wanted.capacity,
        wanted.starts_at - make_interval(mins => wanted.cut_off_minutes) as cut_off_at
      from (${wantedWindows(timeZone, undefined)}) as wanted
      cross join lateral (
        select id from delivery_window
        where template_id is null and day = date and starts_at = wanted.starts_at and ends_at = wanted.ends_at
          and ends_at > now() and zone_ids is not distinct from wanted.zone_ids
        order by taken desc, id limit 1) as closed
      where not exists (
        select from delivery_window where template_id = wanted.template_id and day = wanted.date)
      order by closed.id, wanted.template_id
    ) as again
    where delivery_window.id = again.id`.execute(tx)
}

/**
 * Makes the windows of the next seven days that don't exist yet. In the night on which clocks change, an hour may be
 * missing: a window that would then have no length isn't made.
 */
export async function insertMissingWindows(db: Db, timeZone: string, first?: string): Promise<void> {
  await sql`
    insert into delivery_window (id, template_id, day, starts_at, ends_at, cut_off_at, capacity, fee_cents, zone_ids)
    select gen_random_uuid(), template_id, date, starts_at, ends_at,
           starts_at - make_interval(mins => cut_off_minutes), capacity, fee_cents, zone_ids
    from (${wantedWindows(timeZone, first)}) as wanted
    where ends_at > starts_at
    on conflict (template_id, day) do nothing`.execute(db)
}

/** Windows to come with orders in them that no longer fit their template or the opening days. */
export type BookedWindow = { id: string; startsAt: Date; endsAt: Date; held: number; orders: number[] }

/**
 * A condition: whether a window to come doesn't fit, as its times differ from its template's or the shop isn't open
 * then.
 */
const unfitting = (timeZone: string) => sql`
  starts_at > now() - interval '1 day' and ends_at > now() and template_id is not null and not exists (
    select from (
      select id, days, starts, ends from window_template where active
      -- The windows of one that is switched off keep the times that they were booked for.
      union all
      select template_id, array[extract(isodow from day)::smallint],
             (extract(epoch from (starts_at at time zone ${timeZone}) - day) / 60)::int,
             (extract(epoch from (ends_at at time zone ${timeZone}) - day) / 60)::int
      where template_id not in (select id from window_template where active)
    ) as template
    where template.id = delivery_window.template_id
      and extract(isodow from day)::smallint = any(template.days)
      and starts_at = (day + make_interval(mins => template.starts)) at time zone ${timeZone}
      and ends_at = (day + make_interval(mins => template.ends)) at time zone ${timeZone}
      and day not in ${closedDays} and ${isOpenOn('delivery_window.day')})`

/**
 * Locks all holds and then the windows to come, in the order in which orders lock them, so that none is taken
 * meanwhile.
 */
export async function lockComingWindows(tx: Tx): Promise<void> {
  await tx.selectFrom('windowHold').select('shopperId').orderBy('shopperId').forUpdate().execute()
  await tx
    .selectFrom('deliveryWindow')
    .select('id')
    .where('startsAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('endsAt', '>', sql<Date>`now()`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Which windows are in the way of a change: those that don't fit, or all of a template that is removed or gets less
 * capacity.
 */
export type InTheWay = { timeZone: string } | { templateId: string } | { templateId: string; capacityBelow: number }

/** A condition: whether an order is neither delivered nor cancelled. One delivered early can't be moved any more. */
const isNotFinal = sql`not ${statusIsFinal}`

/** How many orders of a window are to be delivered. Holds don't count: a change ends them. */
const booked = sql`(select count(*) from shop_order where window_id = delivery_window.id and ${isNotFinal})`

const inTheWay = (change: InTheWay) =>
  'timeZone' in change ? unfitting(change.timeZone) : sql`template_id = ${change.templateId} and ends_at > now()`

/** Returns the booked windows that are in the way of a change, with the numbers of their orders, at most 20 windows. */
export async function bookedWindows(tx: Tx, change: InTheWay): Promise<BookedWindow[]> {
  const { rows } = await sql<BookedWindow>`
    select id, starts_at, ends_at, (select count(*)::int from window_hold where window_id = delivery_window.id) as held,
      coalesce((
        select json_agg(number order by number) from (
          select number from shop_order where window_id = delivery_window.id and ${isNotFinal}
          order by number limit 20) as booked_order), '[]'::json) as orders
    from delivery_window
    where taken > 0 and ${inTheWay(change)} and ${booked} > ${'capacityBelow' in change ? change.capacityBelow : 0}
    order by starts_at limit 20`.execute(tx)
  return rows
}

/**
 * Ends the holds that are in the way of a change, and returns their capacity. A lower capacity ends only the excess
 * holds, those that expire first. The caller has locked the windows.
 */
export async function endHolds(tx: Tx, change: InTheWay): Promise<void> {
  await sql`
    with ended as (
      delete from window_hold where shopper_id in (
        select hold.shopper_id from delivery_window
        cross join lateral (
          select shopper_id from window_hold where window_id = delivery_window.id
          order by expires_at, shopper_id
          limit greatest(taken - ${'capacityBelow' in change ? change.capacityBelow : 0}::int, 0)
        ) as hold
        where taken > 0 and ${inTheWay(change)})
      returning window_id
    ), counted as (select window_id, count(*)::int as count from ended group by window_id)
    update delivery_window set taken = taken - count from counted where id = counted.window_id`.execute(tx)
}

/**
 * Removes the windows that don't fit any more. Those that orders name stay, without a template: they take no more
 * orders. The caller has ended their holds, and refused or kept their orders.
 */
export async function deleteUnfittingWindows(tx: Tx, timeZone: string): Promise<void> {
  await deleteWindows(tx, unfitting(timeZone), sql`true`)
}

/** Removes the windows to come of a template that aren't booked. Those that orders name stay, without a template. */
export async function deleteWindowsOf(tx: Tx, templateId: string): Promise<void> {
  await deleteWindows(tx, sql`template_id = ${templateId} and ends_at > now()`, sql`${booked} = 0`)
}

async function deleteWindows(tx: Tx, which: RawBuilder<unknown>, mayClose: RawBuilder<unknown>): Promise<void> {
  await sql`
    update delivery_window set template_id = null
    where ${which} and ${mayClose} and exists (select from shop_order where window_id = delivery_window.id)`.execute(tx)
  // Not by `taken`: it may still count the hold of a deleted account.
  await sql`
    delete from delivery_window
    where ${which} and not exists (select from shop_order where window_id = delivery_window.id)
      and not exists (select from window_hold where window_id = delivery_window.id)`.execute(tx)
}

/**
 * Sets capacity, cut-off, fee and zones of a template's windows to come to the template's. Delivered orders keep what
 * they took.
 */
export async function updateWindowsOf(tx: Tx, templateId: string): Promise<void> {
  await sql`
    update delivery_window set capacity = greatest(template.capacity, taken), fee_cents = template.fee_cents,
      zone_ids = template.zone_ids, cut_off_at = starts_at - make_interval(mins => template.cut_off_minutes)
    from window_template as template
    where template.id = template_id and template.id = ${templateId} and ends_at > now()`.execute(tx)
}
