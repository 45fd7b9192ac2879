import {
  CamelCasePlugin,
  type DeleteResult,
  type InsertResult,
  Kysely,
  PostgresDialect,
  type Transaction,
  type UpdateResult,
} from 'kysely'
import pg from 'pg'
import { tcpKeepAlive } from './keep-alive.ts'
import { kyselyPool, queryTimeoutMessage } from './kysely-pool.ts'
import type { DB } from './tables.ts'

/** The database, or a transaction, which is a {@link Db} too. */
export type Db = Kysely<DB>
/** A transaction, where one is needed. */
export type Tx = Transaction<DB>

// Sums in cents and order numbers stay far below 2^53, so bigint columns can be numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// 1016 is the type bigint[], for which the library has no name.
pg.types.setTypeParser(1016 as number as typeof pg.types.builtins.INT8, (text) =>
  text === '{}' ? [] : text.slice(1, -1).split(',').map(Number),
)

/**
 * Makes a pool of connections to the shop's database. The caller ends it. A server that stops responding is noticed by
 * a running query a little after its statement's limit, and on idle connections within about twenty seconds. A
 * statement may take `statementMilliseconds`; 0, no limit, is for commands, where no client waits.
 */
export function makePool(
  url: string,
  { max = 10, statementMilliseconds = 15_000 }: { max?: number; statementMilliseconds?: number } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A request waits at most this long for a connection before it gets 503.
    connectionTimeoutMillis: 5000,
    statement_timeout: statementMilliseconds,
    // PostgreSQL itself cancels statements before. If that doesn't arrive either, the server doesn't respond.
    query_timeout: Math.ceil(statementMilliseconds * 1.15),
    ...tcpKeepAlive,
    application_name: 'talad',
  })
  // A connection that fails while idle is replaced at the next query; without a listener the error would end the
  // process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Returns the typed handle that every query takes first. Columns are camelCase here and snake_case in SQL. */
export function makeDb(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: kyselyPool(pool) }),
    // Keys inside JSON columns are data (product ids, copies of records) and aren't converted.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

// Classes of PostgreSQL's error codes for an unavailable or full database, rather than a wrong statement; 25006 is the
// error of a standby that isn't promoted yet.
const unavailableCodes = /^(08|53|57|25006$)/
const unavailableErrnos = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOENT', 'EPIPE'])
// The driver's errors for failed connections have no code.
const unavailableMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  queryTimeoutMessage,
]

/** Returns whether an error means that the database is unavailable, rather than that the request is wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : ''
  return (
    unavailableCodes.test(name) ||
    unavailableErrnos.has(name) ||
    unavailableMessages.some((text) => String(message ?? '').includes(text))
  )
}

const serializationFailure = '40001'
const deadlockDetected = '40P01'

/** Returns whether an error means that work met other work, and may succeed when it is repeated. */
export function isConflict(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === serializationFailure || code === deadlockDetected
}

/** What a transaction has read without a lock has changed before it wrote: `inTransaction` runs it again. */
export class StaleRead extends Error {
  readonly code = serializationFailure
}

/**
 * Runs a transaction, again after a conflict, up to three times. Any other error, refusals included, rolls it back and
 * is rethrown.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  retryingConflicts(() => db.transaction().execute(work))

/** Runs queries that all read the same state of the database. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Runs atomic work, up to three times while it fails with an error after which PostgreSQL expects a retry. */
export async function retryingConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    try {
      return await work()
    } catch (error) {
      if (tryNumber === 3 || !isConflict(error)) throw error
    }
  }
}

/** Escapes text for LIKE, so that it matches only itself. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Returns whether an insert that does nothing on a conflict has inserted a row. */
export const wasInserted = ({ numInsertedOrUpdatedRows: rows }: InsertResult): boolean => (rows ?? 0n) > 0n

/** Returns whether a statement changed a row. */
export const wasUpdated = ({ numUpdatedRows }: UpdateResult): boolean => numUpdatedRows > 0n

/** Returns whether a statement removed a row. */
export const wasDeleted = ({ numDeletedRows }: DeleteResult): boolean => numDeletedRows > 0n
