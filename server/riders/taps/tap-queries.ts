import { sql } from 'kysely'
import { type Db, type Tx, wasInserted } from '../../database/database.ts'

/** Records a tap of a rider's phone. Returns false if it was recorded before; of two at once the second one waits. */
export async function recordTap(tx: Tx, tap: { id: string; rider: string; what: string }): Promise<boolean> {
  const inserted = await tx
    .insertInto('riderTap')
    .values(tap)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return wasInserted(inserted)
}

/** Returns a rider's tap; undefined if it wasn't recorded yet. */
export function findTap(db: Db, id: string): Promise<{ rider: string; what: string } | undefined> {
  return db.selectFrom('riderTap').select(['rider', 'what']).where('id', '=', id).executeTakeFirst()
}

/** Deletes the taps of 90 days ago: no phone sends those again. */
export async function deleteOldTaps(db: Db): Promise<void> {
  await db.deleteFrom('riderTap').where('at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
