import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { freePort } from '../server/common/free-port.ts'
import { type Db, inTransaction, makeDb, makePool } from '../server/database/database.ts'
import { startEmbeddedPostgres } from '../server/database/embedded/start.ts'
import { migrate } from '../server/database/migrations.ts'
import { openSession } from '../server/domain/session-queries.ts'
import { aProduct, aShopperWithAddress } from '../testing/makers/rows.ts'
import { type ShopServer, startShop } from '../testing/shop-process.ts'

/*
 * The environment of proofs: a data folder with a durable database, like a real shop's, and shop processes that use it.
 */

export type OpenDatabase = { db: Db; pool: pg.Pool; url: string }

/** Runs `work` with the database of a data folder, started and stopped by the proof instead of a shop. */
export async function withStartedDatabase<T>(dataDir: string, work: (open: OpenDatabase) => Promise<T>): Promise<T> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    // No time limit: only the shop needs one.
    const pool = makePool(postgres.url, { max: 20, statementMilliseconds: 0 })
    try {
      return await work({ db: makeDb(pool), pool, url: postgres.url })
    } finally {
      await pool.end()
    }
  } finally {
    await postgres.stop()
  }
}

/** Runs `work` with shop processes on one data folder or database, and stops them afterwards. */
export async function withShops<T>(
  {
    dataDir,
    databaseUrl,
    count = 1,
    settings = {},
  }: { dataDir: string; databaseUrl?: string; count?: number; settings?: Record<string, string> },
  work: (shops: ShopServer[]) => Promise<T>,
): Promise<T> {
  const shops: ShopServer[] = []
  try {
    for (let index = 0; index < count; index += 1) {
      const database: Record<string, string> = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
      shops.push(await startShop({ port: await freePort(), dataDir, settings: { ...database, ...settings } }))
    }
    return await work(shops)
  } finally {
    await Promise.all(shops.map((shop) => shop.end('SIGTERM')))
  }
}

/** A shopper who can order: verified, signed in, with an address. */
export type Buyer = { id: string; address: string; cookie: string }

/** Creates shoppers who can order, directly in the database. */
export async function createBuyers(db: Db, count: number): Promise<Buyer[]> {
  const all: Buyer[] = []
  for (let index = 0; index < count; index += 1) {
    const { shopper, address } = await aShopperWithAddress(db)
    const token = await inTransaction(db, (tx) => openSession(tx, 'shopper', shopper.id))
    all.push({ id: shopper.id, address, cookie: `talad_shopper=${token}` })
  }
  return all
}

/** Creates products with prices whose taxes have to be rounded. `stock` is null if it isn't counted. */
export async function createProducts(db: Db, count: number, stock: number | null): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const offerPrice = 101 + ((index * 1793) % 4999)
    ids.push((await aProduct(db, { name: `Proof ${index}`, price: offerPrice + 50, offerPrice, stock })).id)
  }
  return ids
}

export type Item = { product: string; quantity: number }
// biome-ignore lint/suspicious/noExplicitAny: proofs check replies of any call
export type CallReply = { status: number; json: any }

/** Posts JSON to a call. Rejects if there is no reply in time. */
export async function send(
  url: string,
  path: string,
  body: unknown,
  {
    cookie,
    headers,
    milliseconds = 15_000,
  }: { cookie?: string; headers?: Record<string, string>; milliseconds?: number } = {},
): Promise<CallReply> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(cookie ? { cookie } : {}), ...headers },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(milliseconds),
  })
  return { status: response.status, json: await response.json() }
}

type PlacedOrder = {
  items: readonly Item[]
  /** The idempotency key. */
  idempotencyKey: string
  /** A promotion's code. */
  code?: string
  /** How long to wait for the reply. */
  milliseconds?: number
}

/** Places a cash order. */
export function placeOrder(url: string, buyer: Buyer, { items, idempotencyKey, code, milliseconds }: PlacedOrder) {
  return send(
    url,
    '/api/order/cod',
    { items, address: buyer.address, code },
    { cookie: buyer.cookie, headers: { 'idempotency-key': idempotencyKey }, ...(milliseconds ? { milliseconds } : {}) },
  )
}

/** Orders as a browser does: retries while the shop is overloaded, with the same idempotency key. */
export const orderWithRetries = (url: string, buyer: Buyer, order: Omit<PlacedOrder, 'milliseconds'>) =>
  whileOverloaded(() => placeOrder(url, buyer, { ...order, milliseconds: 60_000 }))

/** Repeats a call each second while the reply is 503, for up to a minute. Rejects if there is no reply. */
export async function whileOverloaded(call: () => Promise<CallReply>): Promise<CallReply> {
  for (let tries = 0; ; tries += 1) {
    const reply = await call()
    if (reply.status !== 503 || tries === 60) return reply
    await wait(1000)
  }
}

/**
 * Repeats a call, with the same key, until the shop replies: while its processes are killed and restarted there is no
 * reply, or a 5xx. Rejects after 2,000 tries, which take 50 seconds or more.
 */
export async function untilReplied(call: () => Promise<CallReply>): Promise<CallReply> {
  for (let tries = 1; ; tries += 1) {
    try {
      const reply = await call()
      if (reply.status < 500) return reply
      if (tries === 2000) throw new Error(`answered ${reply.status} for 2,000 tries`)
    } catch (error) {
      if (tries === 2000) throw error
    }
    await wait(25)
  }
}

/** Counts the replies of each kind. */
export function tally(replies: readonly PromiseSettledResult<CallReply>[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const reply of replies) {
    const kind =
      reply.status === 'rejected' ? 'no reply' : reply.value.json.success ? 'placed' : String(reply.value.json.code)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return counts
}
