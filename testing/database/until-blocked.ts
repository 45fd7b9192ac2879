import type { Pool } from 'pg'
import { vi } from 'vitest'
import { eventually } from '../eventually.ts'

/** Returns how many statements that contain these words wait for a lock in a database. */
export async function countBlocked(pool: Pool, words = ''): Promise<number> {
  const { rows } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like $1",
    [`%${words}%`],
  )
  return rows.length
}

/** Resolves once that many statements wait for a lock in a database. */
export async function untilBlocked(
  pool: Pool,
  { count = 1, words = '' }: { count?: number; words?: string } = {},
): Promise<void> {
  await vi.waitFor(async () => {
    const blocked = await countBlocked(pool, words)
    if (blocked < count) throw new Error(`${blocked} instead of ${count} statements with “${words}” wait for a lock`)
  }, eventually)
}
