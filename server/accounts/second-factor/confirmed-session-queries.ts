import { sql } from 'kysely'
import type { Db, Tx } from '../../database/database.ts'

/* Queries of sessions that change a second factor. */

/** Minutes after a sign-in or a confirmed password in which the second factor may be changed. */
const confirmedMinutes = 10

/** Returns whether the password was typed in this session lately. */
export async function isConfirmed(db: Db, tokenHash: string): Promise<boolean> {
  const session = await db
    .selectFrom('sellerSession')
    .select('id')
    .where('token', '=', tokenHash)
    .where('confirmedAt', '>', sql<Date>`now() - make_interval(mins => ${confirmedMinutes})`)
    .executeTakeFirst()
  return session !== undefined
}

/** Records that the password was typed in this session. */
export async function confirmSession(db: Db, tokenHash: string): Promise<void> {
  await db.updateTable('sellerSession').set({ confirmedAt: sql<Date>`now()` }).where('token', '=', tokenHash).execute()
}

/** Stores the encrypted secret of an app that this session sets up, or none. */
export async function storeNewTotp(db: Db, tokenHash: string, secret: string | null): Promise<void> {
  await db.updateTable('sellerSession').set({ newTotp: secret }).where('token', '=', tokenHash).execute()
}

/** Returns the encrypted secret of the app that this session sets up, and the database's time in milliseconds. */
export async function findNewTotp(db: Db, tokenHash: string) {
  const { rows } = await sql<{ secret: string; now: number }>`
    select new_totp as secret, extract(epoch from now())::float8 * 1000 as now from seller_session
    where token = ${tokenHash} and new_totp is not null`.execute(db)
  return rows[0]
}

/** Ends all but one of the sessions of an account. */
export async function endOtherSessions(tx: Tx, sellerId: string, tokenHash: string): Promise<void> {
  await tx.deleteFrom('sellerSession').where('sellerId', '=', sellerId).where('token', '<>', tokenHash).execute()
}
