import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { currentActor } from '../common/actor.ts'
import { statementName } from './statement-names.ts'

/** The driver's error if a reply doesn't arrive in time. */
export const queryTimeoutMessage = 'Query read timeout'

/**
 * Wraps the pool for Kysely: names marked statements (prepared statements), and sets the actor on the connections of a
 * staff request.
 *
 * A connection whose reply doesn't arrive in time is closed: a late reply would be read as the reply to the next
 * statement.
 */
export function kyselyPool(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, ReturnType<typeof wrapClient>>()
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const wrapped = clients.get(client) ?? wrapClient(client)
      clients.set(client, wrapped)
      await wrapped.actAs(currentActor())
      return wrapped
    },
  }
}

/** Sets the actor of this connection's changes, for the triggers of the audit log. */
const setActor = (client: pg.PoolClient, actor: string) =>
  client.query("select set_config('talad.actor', $1, false)", [actor])

function wrapClient(client: pg.PoolClient) {
  let hasActor = false
  const query = async (text: string, values: unknown[]) => {
    const name = statementName(text)
    try {
      return await client.query({ text, values, ...(name === undefined ? {} : { name }) })
    } catch (error) {
      // Closes the connection, so that a rollback doesn't wait too; the pool drops it once it is released.
      if ((error as Error).message === queryTimeoutMessage) void client.end()
      throw error
    }
  }
  const release = () => {
    if (!hasActor) return client.release()
    hasActor = false
    // A connection that can't be reset is closed: its next user isn't this actor.
    setActor(client, '').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
  const actAs = async (actor: string | undefined) => {
    if (actor === undefined) return
    hasActor = true
    try {
      await setActor(client, actor)
    } catch (error) {
      client.release(error as Error)
      throw error
    }
  }
  return { query: query as unknown as PostgresPoolClient['query'], release, actAs }
}
