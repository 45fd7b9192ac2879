import { sql } from 'kysely'
import { newId } from '../../server/common/ids.ts'
import type { Db } from '../../server/database/database.ts'

/*
 * Makers of delivery windows for tests.
 */

type TemplateFields = {
  days?: number[]
  starts?: number
  ends?: number
  capacity?: number
  cutOffMinutes?: number
  feeCents?: number
  zoneIds?: string[] | null
  active?: boolean
}

/**
 * Creates a template, by default every day from 9 to 11 with a capacity of ten and a cut-off an hour before; returns
 * its id.
 */
export async function aTemplate(db: Db, fields: TemplateFields = {}): Promise<string> {
  const id = newId()
  await db
    .insertInto('windowTemplate')
    .values({ id, days: [1, 2, 3, 4, 5, 6, 7], starts: 540, ends: 660, capacity: 10, cutOffMinutes: 60, ...fields })
    .execute()
  return id
}

type WindowFields = {
  capacity?: number
  /** Minutes from now to the start. */
  startsIn?: number
  /** Minutes from now to the cut-off; negative: it has passed. */
  cutOffIn?: number
  feeCents?: number
  zoneIds?: string[] | null
}

/** Creates a window of two hours with a template of its own, by default tomorrow for one order; returns its id. */
export async function aWindow(db: Db, fields: WindowFields = {}): Promise<string> {
  const { capacity = 1, startsIn = 24 * 60, cutOffIn = startsIn - 60, feeCents = 0, zoneIds = null } = fields
  const template = await aTemplate(db, { capacity, feeCents, zoneIds })
  const id = newId()
  const inMinutes = (minutes: number) => sql<Date>`date_trunc('minute', now()) + make_interval(mins => ${minutes})`
  await db
    .insertInto('deliveryWindow')
    .values({
      id,
      templateId: template,
      day: sql<string>`(now() + make_interval(mins => ${startsIn}))::date`,
      startsAt: inMinutes(startsIn),
      endsAt: inMinutes(startsIn + 120),
      cutOffAt: inMinutes(cutOffIn),
      capacity,
      feeCents,
      zoneIds,
    })
    .execute()
  return id
}

/** Returns a window's count of taken capacity, and its numbers of orders and holds. */
export async function occupancyOf(db: Db, windowId: string): Promise<{ taken: number; orders: number; holds: number }> {
  const { rows } = await sql<{ taken: number; orders: number; holds: number }>`
    select taken,
      (select count(*)::int from shop_order where window_id = delivery_window.id and status <> 'Cancelled') as orders,
      (select count(*)::int from window_hold where window_id = delivery_window.id) as holds
    from delivery_window where id = ${windowId}`.execute(db)
  const found = rows[0]
  if (!found) throw new Error(`there is no window ${windowId}`)
  return found
}

/** Moves the end of a shopper's hold into the past. */
export async function expireHold(db: Db, shopperId: string): Promise<void> {
  await sql`update window_hold set expires_at = now() - interval '1 second' where shopper_id = ${shopperId}`.execute(db)
}

/** Lets minutes pass for the hold of a shopper, and for the period in which windows may be held. */
export async function holdLater(db: Db, shopperId: string, minutes: number): Promise<void> {
  const later = sql`make_interval(mins => ${minutes})`
  await sql`update window_hold set expires_at = expires_at - ${later} where shopper_id = ${shopperId}`.execute(db)
  await sql`update hold_period set began_at = began_at - ${later} where shopper_id = ${shopperId}`.execute(db)
}
