import { sql } from 'kysely'
import type { AuditKind } from '../../contract/staff/audit.ts'
import { type Db, escapeLike } from '../database/database.ts'

/** The filter of a search in the audit log. `from` and `to` are the bounds of a day. */
export type AuditFilter = {
  text?: string
  by?: string
  kind?: AuditKind
  day?: string
}

/** Returns a page of the audit log, newest first, after the entry `before`. Days are those of the time zone. */
export async function auditEntries(
  db: Db,
  { text, by, kind, day }: AuditFilter,
  { limit, before, timeZone }: { limit: number; before: number | undefined; timeZone: string },
) {
  let entries = db
    .selectFrom('auditEntry')
    .select(['id', 'at', 'madeBy', 'kind', 'action', 'subjectId', 'subject', 'before', 'after'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
  if (by !== undefined) entries = entries.where('madeBy', '=', by)
  if (kind !== undefined) entries = entries.where('kind', '=', kind)
  if (day !== undefined)
    entries = entries
      .where('at', '>=', sql<Date>`${day}::timestamp at time zone ${timeZone}`)
      .where('at', '<', sql<Date>`(${day}::timestamp + interval '1 day') at time zone ${timeZone}`)
  for (const word of text?.toLowerCase().split(/\s+/).filter(Boolean).slice(0, 8) ?? [])
    entries = entries.where('words', 'like', `%${escapeLike(word)}%`)
  if (before !== undefined)
    entries = entries.where(sql<boolean>`(at, id) < (select at, id from audit_entry where id = ${before})`)
  return entries.execute()
}

/** Returns the names of products, with their sizes, and of delivery zones, by their ids. */
export async function namesOfIds(
  db: Db,
  ids: readonly string[],
): Promise<{ id: string; name: string; nameTh: string | null; size: string | null }[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('product')
    .select(['id', 'name', 'nameTh', 'weight as size'])
    .where('id', 'in', ids)
    .unionAll(
      db
        .selectFrom('deliveryZone')
        .select((row) => ['id', 'name', 'nameTh', row.val<string | null>(null).as('size')])
        .where('id', 'in', ids),
    )
    .execute()
}

/** Deletes the entries that have reached the age set by the owner. */
export async function deleteOldEntries(db: Db, days: number): Promise<void> {
  await db.deleteFrom('auditEntry').where('at', '<', sql<Date>`now() - make_interval(days => ${days})`).execute()
}
