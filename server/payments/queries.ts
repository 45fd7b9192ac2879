import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import type { PaymentPage } from './gateway.ts'

/*
 * The pages of the sandbox gateway.
 */

export type SandboxState = 'open' | 'paid' | 'failed' | 'expired'
/** What the shop asked for, as JSON keeps it. */
export type SandboxPage = Omit<PaymentPage, 'expiresAt' | 'key'>
export type SandboxSession = { id: string; state: SandboxState; refundedCents: number; page: SandboxPage }

/** Keeps a page, or gives the id of the one that its key already made. */
export async function insertSandboxSession(db: Db, id: string, page: PaymentPage): Promise<string> {
  const { expiresAt, key, ...request } = page
  const { rows } = await sql<{ id: string }>`
    insert into sandbox_session (id, idempotency_key, request, expires_at)
    values (${id}, ${key}, ${JSON.stringify(request)}::jsonb, ${expiresAt})
    on conflict (idempotency_key) do update set idempotency_key = excluded.idempotency_key
    returning id`.execute(db)
  return rows[0]?.id ?? id
}

/** A page by its id; one whose time is over is expired, whether or not anybody has noted it. */
export async function findSandboxSession(db: Db, id: string): Promise<SandboxSession | undefined> {
  const row = await db
    .selectFrom('sandboxSession')
    .select(['id', 'request', 'refundedCents'])
    .select(
      sql<SandboxState>`case when state = 'open' and expires_at <= now() then 'expired' else state end`.as('state'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { request, ...session } = row
  return { ...session, page: request as unknown as SandboxPage }
}

/** Ends an open page in one way. Gives false when it isn't open any more. */
export async function endSandboxSession(tx: Tx, id: string, state: SandboxState): Promise<boolean> {
  const ended = await tx
    .updateTable('sandboxSession')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .$if(state !== 'expired', (query) => query.where('expiresAt', '>', sql<Date>`now()`))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}

/** Records money that was sent back, up to what was paid. Returns false when nothing was paid. */
export async function refundSandboxSession(tx: Tx, id: string, cents: number): Promise<boolean> {
  const { rows } = await sql`
    update sandbox_session
    set refunded_cents = least(refunded_cents + ${cents}, (request->>'amountCents')::bigint)
    where id = ${id} and state = 'paid' returning id`.execute(tx)
  return rows.length > 0
}

/** Removes pages of long ago. */
export async function removeOldSandboxSessions(db: Db): Promise<void> {
  await db.deleteFrom('sandboxSession').where('createdAt', '<', sql<Date>`now() - interval '90 days'`).execute()
}
