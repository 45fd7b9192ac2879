import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/*
 * The queries of mails about accounts, slips and steps.
 */

/** Returns whether the mail of a job is still to be sent, and isn't being sent right now. */
export async function isMailWaiting(db: Db, key: string): Promise<boolean> {
  const { rows } = await sql<{ isWaiting: boolean }>`
    select exists (select from graphile_worker.jobs where key = ${key} and locked_at is null) as is_waiting`.execute(db)
  return rows[0]?.isWaiting === true
}

/**
 * Returns for how many minutes a code still works, at least 1; undefined if it isn't to be mailed: it has no account,
 * has expired or was replaced.
 */
export async function codeMinutesLeft(
  db: Db,
  { email, purpose, codeHash }: { email: string; purpose: string; codeHash: string },
): Promise<number | undefined> {
  const account = sql.table(purpose === 'seller-reset' ? 'seller' : 'shopper')
  const { rows } = await sql<{ minutes: number }>`
    select greatest(round(extract(epoch from expires_at - now()) / 60), 1)::int as minutes from one_time_code code join ${account} account on account.email = code.email
    where code.email = ${email} and purpose = ${purpose} and expires_at > now()
      and code_hash = ${codeHash} limit 1`.execute(db)
  return rows[0]?.minutes
}

/** Returns whether an invitation of staff can still be accepted. */
export async function isInvitationOpen(db: Db, tokenHash: string): Promise<boolean> {
  const invitation = await db
    .selectFrom('staffInvitation')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return invitation !== undefined
}

/** Returns whether a slip still waits for a seller's decision. */
export async function isSlipWaiting(db: Db, slipId: string): Promise<boolean> {
  const slip = await db
    .selectFrom('slip')
    .select('id')
    .where('id', '=', slipId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return slip !== undefined
}

/** Returns the first e-mail addresses of owners and managers, in alphabetical order. */
export async function managerEmails(db: Db, limit: number): Promise<string[]> {
  const sellers = await db
    .selectFrom('seller')
    .select('email')
    .where('role', 'in', ['owner', 'manager'])
    .orderBy('email')
    .limit(limit)
    .execute()
  return sellers.map(({ email }) => email)
}
