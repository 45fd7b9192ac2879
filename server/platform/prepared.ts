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

/** The pool for Kysely, which has no way of its own to name a statement. */
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
  const query = (text: string, values: unknown[]) => {
    const name = nameOf(text)
    return client.query(name === undefined ? { text, values } : { name, text, values })
  }
  return { query: query as unknown as PostgresPoolClient['query'], release: () => client.release() }
}
