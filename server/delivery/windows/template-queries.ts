import { sql } from 'kysely'
import { serverLimits } from '../../../contract/values/limits.ts'
import type { Db, Tx } from '../../database/database.ts'
import { announceDelivery } from '../zones/queries.ts'
import { deleteWindowsOf } from './window-queries.ts'

/** A template as it is stored. Times are minutes of the shop's day. */
export type TemplateRow = {
  id: string
  /** ISO weekdays: 1 is Monday. */
  days: number[]
  starts: number
  ends: number
  capacity: number
  /** Minutes before the start; negative: after it. */
  cutOffMinutes: number
  feeCents: number
  /** Null: every zone. */
  zoneIds: string[] | null
  active: boolean
}
export type StoredTemplate = TemplateRow & { version: number; changedBy: string | null; changedAt: Date }

const templateColumns = [
  'id',
  'days',
  'starts',
  'ends',
  'capacity',
  'cutOffMinutes',
  'feeCents',
  'zoneIds',
  'active',
  'version',
  'changedBy',
  'changedAt',
] as const

/** Returns the shop's templates, by the time of day. */
export function templatesOfShop(db: Db): Promise<StoredTemplate[]> {
  return db
    .selectFrom('windowTemplate')
    .select(templateColumns)
    .orderBy('starts')
    .orderBy('ends')
    .orderBy('id')
    .limit(serverLimits.windowTemplates)
    .execute()
}

/** Returns a template, in use or not; undefined if there is none with this id. */
export function findTemplate(db: Db, id: string): Promise<StoredTemplate | undefined> {
  return db.selectFrom('windowTemplate').select(templateColumns).where('id', '=', id).executeTakeFirst()
}

/** Locks all templates until the end of the transaction: they are changed one after the other. */
export async function lockTemplates(tx: Tx): Promise<void> {
  await sql`lock table window_template in share row exclusive mode`.execute(tx)
}

/** Returns how many templates there are. */
export async function countTemplates(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('windowTemplate')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Stores a template: a new one, or the next version of one. Announces it, like `deleteTemplate`. */
export async function storeTemplate(tx: Tx, template: TemplateRow, by: string | undefined): Promise<void> {
  const { id, days, starts, ends, capacity, cutOffMinutes, feeCents, zoneIds, active } = template
  const stored = { days, starts, ends, capacity, cutOffMinutes, feeCents, zoneIds, active, changedBy: by ?? null }
  const next = { version: sql<number>`window_template.version + 1`, changedAt: sql<Date>`now()` }
  await tx
    .insertInto('windowTemplate')
    .values({ id, ...stored })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...stored, ...next }))
    .execute()
  await announceDelivery(tx)
}

/**
 * Removes a zone from the templates and the windows to come. A template without another zone is switched off and its
 * empty windows are removed: without zones it would serve all of them. The caller has locked the templates and the
 * windows to come.
 */
export async function takeZoneFromWindows(tx: Tx, zoneId: string): Promise<void> {
  const { rows } = await sql<{ id: string; active: boolean }>`
    update window_template set zone_ids = array_remove(zone_ids, ${zoneId}::uuid),
      active = active and cardinality(array_remove(zone_ids, ${zoneId}::uuid)) > 0, version = version + 1
    where ${zoneId}::uuid = any(zone_ids)
    returning id, active`.execute(tx)
  await sql`
    update delivery_window set zone_ids = array_remove(zone_ids, ${zoneId}::uuid)
    where starts_at > now() - interval '1 day' and ends_at > now() and ${zoneId}::uuid = any(zone_ids)`.execute(tx)
  for (const { id, active } of rows) if (!active) await deleteWindowsOf(tx, id)
}

/** Deletes a template. Its past windows stay. */
export async function deleteTemplate(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('windowTemplate').where('id', '=', id).execute()
  await announceDelivery(tx)
}

/** Returns which of these zones don't exist. */
export async function unknownZones(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as id where not exists (select from delivery_zone where delivery_zone.id = id.id)`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
