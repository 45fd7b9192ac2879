import { sql } from 'kysely'
import { type Db, type Tx, wasInserted, wasUpdated } from '../../database/database.ts'
import { hashOfToken } from '../../domain/session-queries.ts'
import type { Passkey } from './verify-passkey.ts'

/*
 * Queries of passkeys and their challenges.
 */

/** Passkeys of an account. */
export const passkeysPerAccount = 10

/** Returns an account's passkeys, oldest first. */
export function passkeysOf(db: Db, sellerId: string) {
  return db
    .selectFrom('sellerPasskey')
    .select(['id', 'name', 'transports', 'createdAt', 'usedAt'])
    .where('sellerId', '=', sellerId)
    .orderBy('createdAt')
    .limit(passkeysPerAccount)
    .execute()
}

/** Returns a passkey by its id; undefined if it isn't one of this account. */
export function findPasskey(db: Db, sellerId: string, id: string): Promise<Passkey | undefined> {
  return db
    .selectFrom('sellerPasskey')
    .select(['id', 'publicKey', 'counter', 'transports'])
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Stores a new passkey. Returns false if it is stored already, for any account. */
export async function insertPasskey(tx: Tx, sellerId: string, name: string, passkey: Passkey): Promise<boolean> {
  const added = await tx
    .insertInto('sellerPasskey')
    .values({ sellerId, name, ...passkey })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return wasInserted(added)
}

/** Deletes a passkey of an account. Returns its name; undefined if there was none. */
export async function deletePasskey(tx: Tx, sellerId: string, id: string): Promise<string | undefined> {
  const deleted = await tx
    .deleteFrom('sellerPasskey')
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return deleted?.name
}

/** Records a use of a passkey. Returns false if it was removed, or used with this counter or a higher one meanwhile. */
export async function recordPasskeyUse(tx: Tx, id: string, counter: number): Promise<boolean> {
  const used = await tx
    .updateTable('sellerPasskey')
    .set({ counter, usedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) => where.or([where('counter', '<', counter), where('counter', '=', 0)]))
    .executeTakeFirst()
  return wasUpdated(used)
}

/** Stores the challenge for registering a passkey in a session. */
export async function storeChallenge(db: Db, tokenHash: string, challenge: string): Promise<void> {
  await db.updateTable('sellerSession').set({ passkeyChallenge: challenge }).where('token', '=', tokenHash).execute()
}

/** Returns the challenge for registering a passkey in a session. */
export async function findChallenge(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sellerSession')
    .select('passkeyChallenge')
    .where('token', '=', tokenHash)
    .executeTakeFirst()
  return row?.passkeyChallenge ?? undefined
}

/** Uses up a challenge of a session. Of concurrent calls one returns true. */
export async function consumeChallenge(tx: Tx, tokenHash: string, challenge: string): Promise<boolean> {
  const taken = await tx
    .updateTable('sellerSession')
    .set({ passkeyChallenge: null })
    .where('token', '=', tokenHash)
    .where('passkeyChallenge', '=', challenge)
    .executeTakeFirst()
  return wasUpdated(taken)
}

/** Stores the challenge for finishing a sign-in. */
export async function storeSignInChallenge(db: Db, token: string, challenge: string): Promise<void> {
  await db
    .updateTable('sellerSignIn')
    .set({ passkeyChallenge: challenge })
    .where('token', '=', hashOfToken(token))
    .execute()
}

/** Returns the challenge for finishing a sign-in by a passkey; undefined if none was made. */
export async function findSignInChallenge(db: Db, token: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sellerSignIn')
    .select('passkeyChallenge')
    .where('token', '=', hashOfToken(token))
    .executeTakeFirst()
  return row?.passkeyChallenge ?? undefined
}
