import { sql } from 'kysely'
import { limits } from '../../contract/limits.ts'
import type { Db, Tx } from '../platform/database.ts'
import type { Kind } from '../platform/session.ts'

/*
 * Accounts as far as the library doesn't keep them, and one-time codes. Addresses are in lower case.
 */

/** What a code is for. */
export type Purpose = 'verify' | 'reset'

/** Keeps the hash of a new code, with its tries and its time, in the place of the one before. */
export async function putCode(tx: Tx, email: string, purpose: Purpose, codeHash: string): Promise<void> {
  await sql`
    insert into one_time_code (email, purpose, code_hash, tries_left, expires_at)
    values (${email}, ${purpose}, ${codeHash}, ${limits.codeTries},
            now() + make_interval(mins => ${limits.codeMinutes}))
    on conflict (email, purpose) do update set code_hash = excluded.code_hash, tries_left = excluded.tries_left,
      expires_at = excluded.expires_at, created_at = now()`.execute(tx)
}

/** The hash of a code and how many more tries it has. */
export type KeptCode = { codeHash: string; triesLeft: number }

/** Takes one of a code's tries and gives what is kept of it; nothing where there is none, or it is too old, or used up. */
export function takeTry(db: Db, email: string, purpose: Purpose): Promise<KeptCode | undefined> {
  return db
    .updateTable('oneTimeCode')
    .set({ triesLeft: sql<number>`tries_left - 1` })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('triesLeft', '>', 0)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['codeHash', 'triesLeft'])
    .executeTakeFirst()
}

/** Gives back a try that told nobody anything, or that a right code took on the way to being used. */
export async function giveTryBack(db: Db, email: string, purpose: Purpose, codeHash: string): Promise<void> {
  await db
    .updateTable('oneTimeCode')
    .set({ triesLeft: sql<number>`tries_left + 1` })
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .where('triesLeft', '<', limits.codeTries)
    .execute()
}

/** Removes a code. Gives false when it isn't there any more, or is another one by now. */
export async function deleteCode(tx: Tx, email: string, purpose: Purpose, codeHash: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('oneTimeCode')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** The shopper of an address. */
export function findShopperOf(db: Db, email: string): Promise<{ id: string; name: string } | undefined> {
  return db.selectFrom('shopper').select(['id', 'name']).where('email', '=', email).executeTakeFirst()
}

/** Notes that a shopper's address is verified. */
export async function setVerified(tx: Tx, shopperId: string): Promise<void> {
  await tx.updateTable('shopper').set({ emailVerified: true }).where('id', '=', shopperId).execute()
}

/** Notes that an address is verified. Gives its shopper's id, where it has one. */
export async function setVerifiedOf(tx: Tx, email: string): Promise<string | undefined> {
  const shopper = await tx
    .updateTable('shopper')
    .set({ emailVerified: true, updatedAt: sql<Date>`now()` })
    .where('email', '=', email)
    .returning('id')
    .executeTakeFirst()
  return shopper?.id
}

/** Sets the hash of somebody's password and ends all sessions of the account. */
export async function putPassword(tx: Tx, kind: Kind, id: string, password: string): Promise<void> {
  await sql`
    update ${credentialsOf(kind)} set password = ${password}, updated_at = now()
    where ${ownerOf(kind)} = ${id} and provider_id = 'credential'`.execute(tx)
  await sql`delete from ${sessionsOf(kind)} where ${ownerOf(kind)} = ${id}`.execute(tx)
}

/** The hash of somebody's password; waits for a new one that is about to be committed. */
export async function settledPassword(db: Db, kind: Kind, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string | null }>`
    select password from ${credentialsOf(kind)}
    where ${ownerOf(kind)} = ${id} and provider_id = 'credential' for share`.execute(db)
  return rows[0]?.password ?? undefined
}

/** Ends the session whose token has this hash. */
export async function deleteSession(db: Db, kind: Kind, tokenHash: string): Promise<void> {
  await sql`delete from ${sessionsOf(kind)} where token = ${tokenHash}`.execute(db)
}

const credentialsOf = (kind: Kind) => sql.table(`${kind}_credential`)
const sessionsOf = (kind: Kind) => sql.table(`${kind}_session`)
const ownerOf = (kind: Kind) => sql.ref(`${kind}_id`)

/** Every seller's address, oldest first. */
export function sellers(db: Db): Promise<{ email: string; createdAt: Date }[]> {
  return db.selectFrom('seller').select(['email', 'createdAt']).orderBy('id').execute()
}

/** The seller of an address, with the hash of the password where there is one. */
export function findSellerOf(db: Db | Tx, email: string): Promise<{ id: string; password: string | null } | undefined> {
  return db
    .selectFrom('seller')
    .leftJoin('sellerCredential', 'sellerCredential.sellerId', 'seller.id')
    .select(['seller.id', 'sellerCredential.password'])
    .where('seller.email', '=', email)
    .executeTakeFirst()
}

/** Removes a seller with all sessions. Gives whether there was one. */
export async function removeSeller(db: Db, email: string): Promise<boolean> {
  const deleted = await db.deleteFrom('seller').where('email', '=', email.toLowerCase()).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}

/** Removes the codes that ran out an hour ago or earlier. */
export async function removeOldCodes(db: Db): Promise<void> {
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
