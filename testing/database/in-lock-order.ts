import type { Pool } from 'pg'
import { untilBlocked } from './until-blocked.ts'

/** A row, by its table and its id. */
type Row = { table: 'delivery_assignment' | 'delivery_window' | 'product' | 'seller' | 'shop_order'; id: string }

/**
 * Makes two calls at the same moment that need the lock of a row, and returns their results. The first one gets the
 * lock first: the row is locked until it waits, and then until the second one waits behind it. (Of more than two,
 * PostgreSQL keeps no order once the first has updated the row.)
 */
export async function inLockOrder<First, Second>(
  pool: Pool,
  { table, id }: Row,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query(`select from ${table} where id = $1 for update`, [id])
    const one = first()
    await untilBlocked(pool)
    const other = second()
    await untilBlocked(pool, { count: 2 })
    await holder.query('rollback')
    return await Promise.all([one, other])
  } finally {
    // Closed, so that the lock is released after a failure, too.
    holder.release(true)
  }
}
