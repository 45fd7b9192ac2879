import type { Db } from '../database/database.ts'

/**
 * Returns when the shop was restored, if it is paused since: then it runs no jobs. See
 * server/maintenance/backup/restored-shop.ts.
 */
export async function pausedSince(db: Db): Promise<Date | undefined> {
  const { restoredAt } = await db.selectFrom('shopId').select('restoredAt').executeTakeFirstOrThrow()
  return restoredAt ?? undefined
}
