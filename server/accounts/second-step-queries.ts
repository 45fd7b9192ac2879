import { sql } from 'kysely'
import { type SecondFactor, signInSeconds } from '../../contract/staff/second-factor.ts'
import { type Db, type Tx, wasDeleted } from '../database/database.ts'
import { hashOfToken, newToken } from '../domain/session-queries.ts'

/* Queries of sign-ins that await their second step. */

/** Stores a sign-in whose password was right, and returns its token. */
export async function insertSignIn(tx: Tx, sellerId: string): Promise<string> {
  const token = newToken()
  const expiresAt = sql<Date>`now() + make_interval(secs => ${signInSeconds})`
  await tx
    .insertInto('sellerSignIn')
    .values({ token: hashOfToken(token), sellerId, expiresAt })
    .execute()
  return token
}

/** Returns the account of a sign-in; undefined if there is none, or it has expired. */
export async function findSignIn(db: Db, token: string) {
  const { rows } = await sql<{ sellerId: string; email: string; name: string; factors: SecondFactor[] | null }>`
    select seller_id, email, name, second_factors as factors from seller_sign_in join seller on seller.id = seller_id
    where token = ${hashOfToken(token)} and expires_at > now()`.execute(db)
  return rows[0]
}

/** Deletes a sign-in that is finished. Of concurrent calls one returns true. */
export async function consumeSignIn(tx: Tx, token: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('sellerSignIn')
    .where('token', '=', hashOfToken(token))
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return wasDeleted(taken)
}

/** Deletes an account's sign-ins that await their second step. */
export async function deleteSignIns(tx: Tx, sellerId: string): Promise<void> {
  await tx.deleteFrom('sellerSignIn').where('sellerId', '=', sellerId).execute()
}

/** Deletes the sign-ins that expired. */
export async function deleteExpiredSignIns(db: Db): Promise<void> {
  await db.deleteFrom('sellerSignIn').where('expiresAt', '<', sql<Date>`now()`).execute()
}
