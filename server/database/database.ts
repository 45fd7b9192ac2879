import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { keptAlive } from './keep-alive.ts'
import { noAnswer, preparing } from './prepared.ts'
import type { DB } from './tables.ts'

export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// Sums in cents and order numbers stay far below 2^53, so bigint columns can be numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A pool of connections to the shop's database. The caller ends it. A server that vanished without a word is noticed by
 * whoever waits for an answer, a little after a statement's limit, and on connections that wait for work within some twenty
 * seconds. `limit` is of a statement, in milliseconds; 0 is for programs that nobody waits for.
 */
export function makePool(url: string, { max = 10, limit = 15_000 }: { max?: number; limit?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    // A request waits this long for a connection before it is told that the shop is busy.
    connectionTimeoutMillis: 5000,
    statement_timeout: limit,
    // PostgreSQL ends what takes too long. When not even that is heard, it doesn't answer at all.
    query_timeout: Math.ceil(limit * 1.15),
    ...keptAlive,
    application_name: 'talad',
    onConnect: async (client) => {
      // How close a word must be for "did you mean": the default of 0.6 misses most typing errors in short words.
      await client.query("select set_config('pg_trgm.word_similarity_threshold', '0.35', false)")
    },
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The typed handle that every query takes first. Column names are camelCase here and snake_case in SQL. */
export function makeDb(pool: pg.Pool): Db {
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool: preparing(pool) }),
    // Keys inside JSON columns are data (product ids, copies of records) and stay as they are.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  })
}

// Classes of PostgreSQL's error codes in which the database is away or full, not the statement wrong; and what a standby
// says that isn't the primary yet.
const awayCodes = /^(08|53|57|25006$)/
const awayErrnos = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOENT', 'EPIPE'])
// What the driver says of connections that broke, or aren't to be had, has no code.
const awayWords = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed',
  noAnswer,
]

/** Whether an error says that the database can't be reached, rather than that something is wrong with what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  const name = typeof code === 'string' ? code : ''
  return (
    awayCodes.test(name) || awayErrnos.has(name) || awayWords.some((words) => String(message ?? '').includes(words))
  )
}

/** Whether an error is PostgreSQL asking for another try: a deadlock or a serialisation failure, by its code. */
export const isConflict = (code: string): boolean => code === '40001' || code === '40P01'

/**
 * Runs one transaction, again where it met a conflict. Every other error, a refusal included, undoes the writes and is
 * thrown on.
 */
export function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retryingConflicts(() => db.transaction().execute(work))
}

/** Does work that changes all or nothing, up to three times where its error's code is a conflict. */
export async function retryingConflicts<T>(work: () => Promise<T>, isOne = isConflict): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      const code = (error as { code?: string }).code
      if (attempt >= 3 || !code || !isOne(code)) throw error
    }
  }
}

/** Text as a LIKE pattern that matches just itself. */
export function literal(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
