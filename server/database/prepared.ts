import { type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import type pg from 'pg'

const mark = '/* prepared */'

/**
 * Stands in a statement that PostgreSQL is to parse and plan once for each connection, not each time. For what is asked
 * with every order and every signed-in request, and has one best plan whatever its values: not for searches, and not
 * where a `limit` is a value.
 */
export const prepared = sql.raw(mark)

const names = new Map<string, string>()

/** A name for a marked statement, the same each time. Marked statements are a few of the code's own. */
function nameOf(text: string): string | undefined {
  if (!text.includes(mark)) return undefined
  const known = names.get(text)
  if (known) return known
  const name = `prepared ${names.size + 1}`
  names.set(text, name)
  return name
}

/** What the driver says when an answer didn't come in time. */
export const noAnswer = 'Query read timeout'
const liftsLimit = /^\s*set (local )?statement_timeout = 0\b/i
/** The longest that a timer takes: 24 days. 0 would be the driver's limit, not none. */
const unlimited = 2 ** 31 - 1

/**
 * The pool for Kysely, which has no way of its own to name a statement.
 *
 * A connection on which an answer didn't come in time is given up: what came later would be taken for the answer to
 * something else. Whoever sets PostgreSQL's own limit to 0 may wait for as long as it takes, until the connection is given
 * back.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const own = clients.get(client) ?? preparingClient(client)
      clients.set(client, own)
      return own
    },
  }
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  let patient = false
  const query = async (text: string, values: unknown[]) => {
    if (liftsLimit.test(text)) patient = true
    const name = nameOf(text)
    const statement = {
      text,
      values,
      ...(name === undefined ? {} : { name }),
      ...(patient ? { query_timeout: unlimited } : {}),
    }
    try {
      return await client.query(statement)
    } catch (error) {
      // Cuts the connection off, so that a rollback doesn't wait in vain as well; the pool forgets it once it is given back.
      if ((error as Error).message === noAnswer) void client.end()
      throw error
    }
  }
  const release = () => {
    patient = false
    client.release()
  }
  return { query: query as unknown as PostgresPoolClient['query'], release }
}
