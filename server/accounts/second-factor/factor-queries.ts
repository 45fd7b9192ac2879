import { sql } from 'kysely'
import type { SecondFactor } from '../../../contract/staff/second-factor.ts'
import { type Db, type Tx, wasDeleted, wasInserted, wasUpdated } from '../../database/database.ts'

/* Queries of second factors and recovery codes. */

/** Updates the account's kinds of second factors to those for which it has rows. Returns them. */
export async function refreshSecondFactors(tx: Tx, sellerId: string): Promise<SecondFactor[]> {
  const { rows } = await sql<{ secondFactors: SecondFactor[] | null }>`
    update seller set updated_at = now(), second_factors = nullif(array_remove(array[
      case when exists (select from seller_totp where seller_id = seller.id) then 'app' end,
      case when exists (select from seller_passkey where seller_id = seller.id) then 'passkey' end], null), '{}')
    where id = ${sellerId} returning second_factors`.execute(tx)
  return rows[0]?.secondFactors ?? []
}

/** Returns whether the owner requires a second factor of an account's role. */
export async function needsSecondFactor(db: Db, sellerId: string): Promise<boolean> {
  const { rows } = await sql`
    select from seller where id = ${sellerId} and exists (
      select from setting where topic = 'second-factor' and setting.value -> 'roles' ? seller.role)`.execute(db)
  return rows.length > 0
}

/** Returns an account's second factors and how many recovery codes are left. */
export async function secondFactorsOf(db: Db, sellerId: string) {
  const seller = await db
    .selectFrom('seller')
    .select(['secondFactors', 'recoveryCodesLeft'])
    .where('id', '=', sellerId)
    .$narrowType<{ secondFactors: SecondFactor[] | null }>()
    .executeTakeFirst()
  return { factors: seller?.secondFactors ?? [], recoveryCodesLeft: seller?.recoveryCodesLeft ?? 0 }
}

/** Returns the encrypted secret of an account's app, and the database's time in milliseconds. */
export async function findTotp(db: Db, sellerId: string) {
  const { rows } = await sql<{ secret: string; now: number }>`
    select secret, extract(epoch from now())::float8 * 1000 as now from seller_totp where seller_id = ${sellerId}`.execute(
    db,
  )
  return rows[0]
}

/** Consumes the code of a time step. Returns false if it or a later one was used before. */
export async function consumeTotpStep(tx: Tx, sellerId: string, step: number): Promise<boolean> {
  const used = await tx
    .updateTable('sellerTotp')
    .set({ lastStep: step })
    .where('sellerId', '=', sellerId)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return wasUpdated(used)
}

/** Stores the encrypted secret of an app, whose code of `step` was used. Returns false if the account has one. */
export async function insertTotp(tx: Tx, sellerId: string, secret: string, step: number): Promise<boolean> {
  const added = await tx
    .insertInto('sellerTotp')
    .values({ sellerId, secret, lastStep: step })
    .onConflict((conflict) => conflict.column('sellerId').doNothing())
    .executeTakeFirst()
  return wasInserted(added)
}

/** Deletes an account's app. Returns whether there was one. */
export async function deleteTotp(tx: Tx, sellerId: string): Promise<boolean> {
  return wasDeleted(await tx.deleteFrom('sellerTotp').where('sellerId', '=', sellerId).executeTakeFirst())
}

/** Deletes all passkeys of an account. */
export async function deletePasskeys(tx: Tx, sellerId: string): Promise<void> {
  await tx.deleteFrom('sellerPasskey').where('sellerId', '=', sellerId).execute()
}

/** Stores recovery codes in place of the previous ones; without codes the account has none. */
export async function storeRecoveryCodes(
  tx: Tx,
  sellerId: string,
  codes: { salt: string; hashes: string[] } | undefined,
): Promise<void> {
  await tx.deleteFrom('sellerRecovery').where('sellerId', '=', sellerId).execute()
  if (codes)
    await tx.insertInto('sellerRecovery').values({ sellerId, salt: codes.salt, hashes: codes.hashes }).execute()
  await sql`
    update seller set recovery_codes_left = ${codes?.hashes.length ?? null},
      recovery_codes_at = case when ${codes !== undefined} then now() end
    where id = ${sellerId}`.execute(tx)
}

/** Returns the salt of an account's recovery codes. */
export async function findRecoverySalt(db: Db, sellerId: string): Promise<string | undefined> {
  const row = await db.selectFrom('sellerRecovery').select('salt').where('sellerId', '=', sellerId).executeTakeFirst()
  return row?.salt
}

/** Consumes a recovery code. Of concurrent calls one returns true. */
export async function consumeRecoveryCode(tx: Tx, sellerId: string, hash: string): Promise<boolean> {
  const { rows } = await sql`
    update seller_recovery set hashes = array_remove(hashes, ${hash})
    where seller_id = ${sellerId} and ${hash} = any(hashes) returning 1`.execute(tx)
  if (rows.length === 0) return false
  await sql`
    update seller set recovery_codes_left = (select cardinality(hashes) from seller_recovery where seller_id = seller.id)
    where id = ${sellerId}`.execute(tx)
  return true
}
