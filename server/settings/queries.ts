import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'

/** A setting as it is stored, with who changed it last (null: the demo) and when. */
export type StoredSetting<Value> = { value: Value; version: number; changedBy: string | null; changedAt: Date }

/** Returns what is stored of a topic. The caller knows the type of its values: it alone saves them. */
export async function findSetting<Value>(db: Db | Tx, topic: string): Promise<StoredSetting<Value> | undefined> {
  const stored = await db
    .selectFrom('setting')
    .select(['value', 'version', 'changedBy', 'changedAt'])
    .where('topic', '=', topic)
    .executeTakeFirst()
  return stored && { ...stored, value: stored.value as Value }
}

/**
 * Stores a topic's value if its version still is `seen`, 0 for a topic without a value. Returns false, with nothing
 * changed, if it is another one.
 */
export async function saveSetting(
  db: Db | Tx,
  { topic, value, seen, by }: { topic: string; value: object; seen: number; by: string | undefined },
): Promise<boolean> {
  const json = JSON.stringify(value)
  const { rows } =
    seen === 0
      ? await sql`
          insert into setting (topic, value, changed_by) values (${topic}, ${json}::jsonb, ${by ?? null})
          on conflict (topic) do nothing returning topic`.execute(db)
      : await sql`
          update setting
          set value = ${json}::jsonb, version = version + 1, changed_by = ${by ?? null}, changed_at = now()
          where topic = ${topic} and version = ${seen} returning topic`.execute(db)
  return rows.length > 0
}
