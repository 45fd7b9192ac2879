import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { statementName } from './statement-names.ts'

/** The driver's error if a reply doesn't arrive in time. */
export const queryTimeoutMessage = 'Query read timeout'
const removesLimit = /^\s*set (local )?statement_timeout = 0\b/i
/** The longest timeout that a timer takes: 24 days. 0 would mean the driver's default, not none. */
const noTimeout = 2 ** 31 - 1

/**
 * Wraps the pool for Kysely: marked statements get a name.
 *
 * A connection whose reply doesn't arrive in time is closed: a late reply would be taken for that of the next
 * statement. A caller that sets PostgreSQL's own limit to 0 has no limit until it releases the connection.
 */
export function kyselyPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const own = clients.get(client) ?? wrapClient(client)
      clients.set(client, own)
      return own
    },
  }
}

function wrapClient(client: pg.PoolClient): PostgresPoolClient {
  let isUnlimited = false
  const query = async (text: string, values: unknown[]) => {
    if (removesLimit.test(text)) isUnlimited = true
    const name = statementName(text)
    const statement = {
      text,
      values,
      ...(name === undefined ? {} : { name }),
      ...(isUnlimited ? { query_timeout: noTimeout } : {}),
    }
    try {
      return await client.query(statement)
    } catch (error) {
      // Closes the connection, so that a rollback doesn't wait too; the pool drops it once it is released.
      if ((error as Error).message === queryTimeoutMessage) void client.end()
      throw error
    }
  }
  const release = () => {
    isUnlimited = false
    client.release()
  }
  return { query: query as unknown as PostgresPoolClient['query'], release }
}
