import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Marks a statement that PostgreSQL parses and plans once per connection. For statements of every order or signed-in
 * request that have one best plan for all values: not for searches, and not if a `limit` is a value.
 */
export const prepared = sql.raw(mark)

const names = new Map<string, string>()

/** Returns a name for a marked statement, the same each time. There are only a few of them. */
function nameOf(text: string): string | undefined {
  if (!text.includes(mark)) return undefined
  const known = names.get(text)
  if (known) return known
  const name = `prepared ${names.size + 1}`
  names.set(text, name)
  return name
}

/** The driver's error if a reply doesn't arrive in time. */
export const queryTimeoutMessage = 'Query read timeout'
const removesLimit = /^\s*set (local )?statement_timeout = 0\b/i
/** The longest timeout that a timer takes: 24 days. 0 would mean the driver's default, not none. */
const noTimeout = 2 ** 31 - 1

/**
 * Wraps the pool for Kysely, which can't name statements itself.
 *
 * A connection whose reply doesn't arrive in time is closed: a late reply would be taken for that of the next
 * statement. A caller that sets PostgreSQL's own limit to 0 has no limit until it releases the connection.
 */
export function preparingPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const own = clients.get(client) ?? prepareWith(client)
      clients.set(client, own)
      return own
    },
  }
}

function prepareWith(client: pg.PoolClient): PostgresPoolClient {
  let isUnlimited = false
  const query = async (text: string, values: unknown[]) => {
    if (removesLimit.test(text)) isUnlimited = true
    const name = nameOf(text)
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
