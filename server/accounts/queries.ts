import { sql } from 'kysely'
import type { SecondFactor } from '../../contract/staff/second-factor.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import type { Language } from '../../contract/values/languages.ts'
import { limits, serverLimits } from '../../contract/values/limits.ts'
import { newId } from '../common/ids.ts'
import { type Db, type Tx, wasUpdated } from '../database/database.ts'
import { type AccountKind, ownerOf } from '../domain/session-queries.ts'

/* Queries of accounts, their passwords, and one-time codes. E-mail addresses are in lower case. */

/** The purpose of a code: verifying a shopper's address, or resetting the password of a shopper or a seller. */
export type Purpose = 'verify' | 'reset' | 'seller-reset'

/**
 * Identifies a code: its address, its purpose, and the browser that requested it or, without its cookie, the client
 * address.
 */
export type CodeKey = {
  email: string
  purpose: Purpose
  /** The hash of the requesting browser's cookie; empty if the session identifies the caller. */
  requester: string
  clientAddress: string
}

/**
 * Stores the hashes of a new code and its link, with its tries and expiry, and replaces the browser's previous code.
 */
export async function storeCode(
  tx: Tx,
  { email, purpose, requester, clientAddress }: CodeKey,
  { codeHash, linkHash, unasked }: { codeHash: string; linkHash: string | null; unasked: Language | null },
): Promise<void> {
  const code = {
    clientAddress,
    codeHash,
    triesLeft: serverLimits.codeTries,
    clientAddressTriesLeft: serverLimits.codeTries,
    expiresAt: sql<Date>`now() + make_interval(mins => ${limits.codeMinutes})`,
    linkHash,
    linkExpiresAt: sql<Date>`now() + make_interval(mins => ${serverLimits.codeLinkMinutes})`,
    unasked,
  }
  await tx
    .insertInto('oneTimeCode')
    .values({ email, purpose, requester, ...code })
    .onConflict((conflict) =>
      conflict.columns(['email', 'purpose', 'requester']).doUpdateSet({ ...code, createdAt: sql<Date>`now()` }),
    )
    .execute()
}

/** The hash of a code, the caller's remaining tries, and whether the try has the cookie of the requesting browser. */
export type StoredCode = { codeHash: string; triesLeft: number; byRequester: boolean }

/**
 * Uses one of a code's tries and returns the code; undefined if there is none, it has expired, or it has no tries left.
 * Without the cookie of the requesting browser, it uses the newest code that was requested from the same client
 * address, and a separate count of tries: other browsers behind the same IP address can't use up those of the
 * requesting one.
 */
export async function consumeCodeTry(
  db: Db,
  { email, purpose, requester, clientAddress }: CodeKey,
): Promise<StoredCode | undefined> {
  const { rows } = await sql<StoredCode>`
    with meant as (
      select requester, requester = ${requester} as by_requester from one_time_code
      where email = ${email} and purpose = ${purpose} and expires_at > now()
        and (requester = ${requester} or (requester <> '' and client_address = ${clientAddress}))
      order by requester = ${requester} desc, created_at desc limit 1)
    update one_time_code code set
      tries_left = tries_left - case when by_requester then 1 else 0 end,
      client_address_tries_left = client_address_tries_left - case when by_requester then 0 else 1 end
    from meant where email = ${email} and purpose = ${purpose} and code.requester = meant.requester
      and case when by_requester then tries_left else client_address_tries_left end > 0
    returning code_hash, by_requester,
      case when by_requester then tries_left else client_address_tries_left end as tries_left`.execute(db)
  return rows[0]
}

/** Restores a try that revealed nothing to the caller, or that checked a right code before its use. */
export async function restoreCodeTry(db: Db, { email, purpose }: CodeKey, stored: StoredCode): Promise<void> {
  const column = sql.ref(stored.byRequester ? 'tries_left' : 'client_address_tries_left')
  await sql`
    update one_time_code set ${column} = ${column} + 1
    where email = ${email} and purpose = ${purpose} and code_hash = ${stored.codeHash}
      and ${column} < ${serverLimits.codeTries}`.execute(db)
}

/**
 * Clears the `unasked` mark of a code that was sent with a registration in this language within the last minute and
 * wasn't tried. Returns false if there is none.
 */
export async function claimRegistrationCode(db: Db, email: string, language: Language): Promise<boolean> {
  const claimed = await db
    .updateTable('oneTimeCode')
    .set({ unasked: null })
    .where('email', '=', email)
    .where('purpose', '=', 'verify')
    .where('unasked', '=', language)
    .where('triesLeft', '=', serverLimits.codeTries)
    .where('createdAt', '>', sql<Date>`now() - make_interval(secs => ${limits.codeResendSeconds})`)
    .executeTakeFirst()
  return wasUpdated(claimed)
}

/** Returns whether a link with this hash was sent to this address and hasn't expired. */
export async function isValidLink(db: Db, email: string, purpose: Purpose, linkHash: string): Promise<boolean> {
  const link = await db
    .selectFrom('oneTimeCode')
    .select('linkHash')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('linkHash', '=', linkHash)
    .where('linkExpiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return link !== undefined
}

/**
 * Deletes all codes and links of an address and purpose. Returns whether this code or link was among them; if not, it
 * was used or replaced before, and the caller must roll back.
 */
export async function deleteCodes(
  tx: Tx,
  email: string,
  purpose: Purpose,
  used: { codeHash: string } | { linkHash: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('oneTimeCode')
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .returning(['codeHash', 'linkHash'])
    .execute()
  return deleted.some((row) => ('codeHash' in used ? row.codeHash === used.codeHash : row.linkHash === used.linkHash))
}

/** An account with the hash of its password. A seller's address is verified from the start: the owner entered it. */
export type Account = {
  id: string
  name: string
  email: string
  emailVerified: boolean
  password: string | null
}

/** Returns the shopper or seller with an e-mail address, undefined if there is none. */
export async function findAccount(db: Db, kind: AccountKind, email: string): Promise<Account | undefined> {
  const emailVerified = kind === 'shopper' ? sql.ref('account.email_verified') : sql.lit(true)
  const { rows } = await sql<Account>`
    select account.id, account.name, account.email, ${emailVerified} as email_verified, credential.password
    from ${sql.table(kind)} account left join ${credentialsOf(kind)} credential on credential.${ownerOf(kind)} = account.id
    where account.email = ${email}`.execute(db)
  return rows[0]
}

type NewAccounts = {
  shopper: { email: string; name: string; language: Language }
  seller: { email: string; name: string; role: Role }
}

/**
 * Adds a shopper or one of the staff and returns the id; undefined if the address has an account. Of two concurrent
 * transactions that add the same address, the second waits for the first.
 */
export async function insertAccount<K extends AccountKind>(
  tx: Tx,
  kind: K,
  account: NewAccounts[K],
): Promise<string | undefined> {
  const added = await tx
    .insertInto<AccountKind>(kind)
    .values({ id: newId(), ...account })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Marks a shopper's address as verified. */
export async function setVerified(tx: Tx, shopperId: string): Promise<void> {
  await tx.updateTable('shopper').set({ emailVerified: true }).where('id', '=', shopperId).execute()
}

/**
 * Marks an address as verified and returns its shopper's id, undefined if it has no account. Unless the caller is
 * signed in to it, an account that was never verified is emptied and named after the address: someone other than the
 * owner of the address may have registered it.
 */
export async function claimAccount(
  tx: Tx,
  email: string,
  { caller, language }: { caller: string | undefined; language: Language },
): Promise<string | undefined> {
  const shopper = await tx
    .selectFrom('shopper')
    .select(['id', 'emailVerified'])
    .where('email', '=', email)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!shopper) return undefined
  const { id } = shopper
  const begins = !shopper.emailVerified && caller !== id
  if (begins) {
    // First: no call of the earlier sessions can fill the account afterwards.
    await tx.deleteFrom('shopperSession').where('shopperId', '=', id).execute()
    await tx.deleteFrom('address').where('shopperId', '=', id).execute()
    await tx.deleteFrom('cart').where('shopperId', '=', id).execute()
  }
  await tx
    .updateTable('shopper')
    .set({
      emailVerified: true,
      updatedAt: sql<Date>`now()`,
      ...(begins ? { name: nameOfAddress(email), language } : {}),
    })
    .where('id', '=', id)
    .execute()
  return id
}

/** Returns a name for an account by its e-mail address, if no name is known: the part before the @. */
const nameOfAddress = (email: string) => email.split('@')[0]?.slice(0, limits.name) || email

/** Stores the hash of an account's password, and replaces the previous one. */
export async function storePassword(tx: Tx, kind: AccountKind, accountId: string, hash: string): Promise<void> {
  await sql`
    insert into ${credentialsOf(kind)} (${ownerOf(kind)}, password) values (${accountId}, ${hash})
    on conflict (${ownerOf(kind)}) do update set password = excluded.password, updated_at = now()`.execute(tx)
}

/**
 * Returns the hash of an account's password, and locks it against changes until the transaction ends. Waits for a
 * concurrent change to commit.
 */
export async function lockPassword(tx: Tx, kind: AccountKind, accountId: string): Promise<string | undefined> {
  const { rows } = await sql<{ password: string }>`
    select password from ${credentialsOf(kind)} where ${ownerOf(kind)} = ${accountId} for share`.execute(tx)
  return rows[0]?.password
}

const credentialsOf = (kind: AccountKind) => sql.table(`${kind}_credential`)

/**
 * Locks an account and returns its second factors. A sign-in locks it too, so that one with the password alone can't be
 * opened while a second factor is being set up: it sees the factor, or its session is ended by the set-up.
 */
export async function lockSecondFactors(tx: Tx, sellerId: string): Promise<SecondFactor[]> {
  const seller = await tx
    .selectFrom('seller')
    .select('secondFactors')
    .where('id', '=', sellerId)
    .forNoKeyUpdate()
    .$narrowType<{ secondFactors: SecondFactor[] | null }>()
    .executeTakeFirst()
  return seller?.secondFactors ?? []
}

/** Returns all sellers, oldest first. */
export function sellers(db: Db): Promise<{ id: string; email: string; createdAt: Date }[]> {
  return db.selectFrom('seller').select(['id', 'email', 'createdAt']).orderBy('id').execute()
}

/** Deletes the codes that expired an hour ago or earlier: by then the links in their mails have expired too. */
export async function deleteExpiredCodes(db: Db): Promise<void> {
  await db.deleteFrom('oneTimeCode').where('expiresAt', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
