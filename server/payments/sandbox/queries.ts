import { sql } from 'kysely'
import { type Db, type Tx, wasUpdated } from '../../database/database.ts'
import type { PaymentPage } from '../gateway.ts'

export type SandboxState = 'open' | 'paid' | 'failed' | 'expired'
/** The request for a page, as stored in JSON. */
export type SandboxPage = Omit<PaymentPage, 'expiresAt' | 'key'>
export type SandboxSession = {
  id: string
  state: SandboxState
  refundedCents: number
  refundKeys: string[]
  page: SandboxPage
}

/** Inserts a page and returns its id, or the id of the page that was inserted with this key before. */
export async function insertSandboxSession(db: Db, id: string, page: PaymentPage): Promise<string> {
  const { expiresAt, key, ...request } = page
  const session = await db
    .insertInto('sandboxSession')
    .values({ id, idempotencyKey: key, request: JSON.stringify(request), expiresAt })
    .onConflict((conflict) => conflict.column('idempotencyKey').doUpdateSet({ idempotencyKey: key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return session.id
}

/** Returns a page by its id; its state is `expired` once its time is over, even if it wasn't ended. */
export function findSandboxSession(db: Db, id: string): Promise<SandboxSession | undefined> {
  return db
    .selectFrom('sandboxSession')
    .select((row) => ['id', 'refundedCents', 'refundKeys', row.ref('request').$castTo<SandboxPage>().as('page')])
    .select(
      sql<SandboxState>`case when state = 'open' and expires_at <= now() then 'expired' else state end`.as('state'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Sets the final state of an open page. Returns false if it isn't open any more. */
export async function endSandboxSession(tx: Tx, id: string, state: SandboxState): Promise<boolean> {
  const ended = await tx
    .updateTable('sandboxSession')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$if(state !== 'expired', (query) => query.where('expiresAt', '>', sql<Date>`now()`))
    .executeTakeFirst()
  return wasUpdated(ended)
}

/**
 * Adds to the refunds of a page, up to its amount, once per key. Returns their sum in cents; undefined if the page
 * wasn't paid.
 */
export async function refundSandboxSession(
  tx: Tx,
  id: string,
  { cents, key }: { cents: number; key: string },
): Promise<number | undefined> {
  const { rows } = await sql<{ refundedCents: number }>`
    update sandbox_session set
      refunded_cents = case when ${key} = any(refund_keys) then refunded_cents
        else least(refunded_cents + ${cents}, (request->>'amountCents')::bigint) end,
      refund_keys = case when ${key} = any(refund_keys) then refund_keys else refund_keys || ${key}::text end
    where id = ${id} and state = 'paid' returning refunded_cents`.execute(tx)
  return rows[0]?.refundedCents
}

/** Deletes pages older than 90 days. */
export async function deleteOldSandboxSessions(db: Db): Promise<void> {
  await db.deleteFrom('sandboxSession').where('createdAt', '<', sql<Date>`now() - interval '90 days'`).execute()
}
