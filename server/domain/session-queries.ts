import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { SecondFactor } from '../../contract/staff/second-factor.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import type { Language } from '../../contract/values/languages.ts'
import { newId } from '../common/ids.ts'
import type { Db, Tx } from '../database/database.ts'
import { prepared } from '../database/statement-names.ts'

/*
 * Sessions of shoppers and of sellers, in separate tables with separate lifetimes. A session is a random token, of
 * which the database stores the hash. server/http/calls/sessions.ts keeps the tokens in cookies.
 */

export type Shopper = {
  id: string
  name: string
  email: string
  isAccountVerified: boolean
  language: Language
  /** The hash of the session's token. */
  session: string
}
export type Seller = {
  id: string
  name: string
  email: string
  role: Role
  secondFactors: SecondFactor[]
  /**
   * Whether the owner requires a second factor of the role, and the account has none. Until then it may only set one
   * up.
   */
  mustSetUp: boolean
}
export type Accounts = { shopper: Shopper; seller: Seller }
export type AccountKind = keyof Accounts

/** Idle and absolute lifetime of a session, in seconds. */
export const lifetimes = {
  shopper: { idle: 7 * 86_400, absolute: 30 * 86_400 },
  seller: { idle: 12 * 3600, absolute: 7 * 86_400 },
} as const satisfies Record<AccountKind, { idle: number; absolute: number }>

/** Days for which a browser is known after its last sign-in to an account. */
export const browserDays = 180

/**
 * Seconds after which a session's idle expiry is extended again, so that most reads don't write. For the staff it is
 * also the time when they were last seen, by which an owner recognises a stranger's session.
 */
const refreshSeconds = { shopper: 3600, seller: 300 } as const satisfies Record<AccountKind, number>

/** Returns a new token of 256 random bits. Only the browser has it; the database stores its hash. */
export const newToken = () => randomBytes(32).toString('base64url')

/** Returns the hash of a token, as the database stores it. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Whether an account (`account`) lacks the second factor that the owner requires of its role. */
const lacksSecondFactor = sql`(account.second_factors is null and exists (
  select from setting where topic = 'second-factor' and setting.value -> 'roles' ? account.role))`

/** The columns of a signed-in account. */
const columns = {
  shopper: sql`account.id, account.name, account.email, account.email_verified as is_account_verified, account.language`,
  seller: sql`account.id, account.name, account.email, account.role, coalesce(account.second_factors, '{}') as second_factors,
    ${lacksSecondFactor} as must_set_up`,
} as const satisfies Record<AccountKind, unknown>

/** Extends the open session of a token, and returns its account. */
export async function continueSession<K extends AccountKind>(
  db: Db,
  kind: K,
  token: string | undefined,
): Promise<Accounts[K] | undefined> {
  if (!token) return undefined
  const session = hashOfToken(token)
  const { rows } = await sql<Accounts[K] & { stale: boolean; sessionId: string }>`
    select ${prepared} ${columns[kind]}, session.id as session_id,
           session.updated_at < now() - make_interval(secs => ${refreshSeconds[kind]}) as stale
    from ${sessionsOf(kind)} session join ${sql.table(kind)} account on account.id = session.${ownerOf(kind)}
    where session.token = ${session} and session.expires_at > now()
      and session.created_at > now() - make_interval(secs => ${lifetimes[kind].absolute})`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const { stale, sessionId, ...account } = found
  if (stale) await extendSession(db, kind, sessionId)
  return { ...account, session } as unknown as Accounts[K]
}

/**
 * Returns whether the session of a shopper's call is still open. Those who end sessions have locked the account, so the
 * caller locks it first.
 */
export async function isSessionOpen(tx: Tx, session: string): Promise<boolean> {
  const found = await tx.selectFrom('shopperSession').select('id').where('token', '=', session).executeTakeFirst()
  return found !== undefined
}

const sessionsOf = (kind: AccountKind) => sql.table(`${kind}_session`)
/** Returns the column that names the account in the tables of a kind of account. */
export const ownerOf = (kind: AccountKind) => sql.ref(`${kind}_id`)

/**
 * Opens a session of an account and returns its token; the database stores its hash. Inserts nothing if the
 * account was deleted: the caller notices by the password's row, which was deleted with it.
 */
export async function openSession(tx: Tx, kind: AccountKind, accountId: string): Promise<string> {
  const token = newToken()
  await sql`
    insert into ${sessionsOf(kind)} (id, ${ownerOf(kind)}, token, expires_at)
    select ${newId()}::uuid, id, ${hashOfToken(token)}, now() + make_interval(secs => ${lifetimes[kind].idle})
    from ${sql.table(kind)} where id = ${accountId} for key share`.execute(tx)
  return token
}

/** Records the browser of a seller's new session, and that the seller was seen. */
export async function describeSession(tx: Tx, token: string, browser: string): Promise<void> {
  await sql`
    with described as (
      update seller_session set client = ${browser} where token = ${hashOfToken(token)} returning seller_id
    )
    update seller set last_seen_at = now() where id = (select seller_id from described)`.execute(tx)
}

/** Ends every session of an account. */
export async function endSessions(tx: Tx, kind: AccountKind, accountId: string): Promise<void> {
  await sql`delete from ${sessionsOf(kind)} where ${ownerOf(kind)} = ${accountId}`.execute(tx)
  if (kind === 'shopper') await notifyEnded(tx, accountId)
}

/** Ends the session of a token. */
export async function endSession(db: Db, kind: AccountKind, token: string): Promise<void> {
  await sql`delete from ${sessionsOf(kind)} where token = ${hashOfToken(token)}`.execute(db)
  if (kind === 'shopper') await notifyEnded(db, hashOfToken(token))
}

/** Makes all processes check which sessions of sellers are open, and end the streams of the others. */
export async function notifySellers(db: Db): Promise<void> {
  await notifyEnded(db, '')
}

/**
 * Notifies all processes that a shopper's sessions, or the one of a token's hash, have ended: they end its streams. For
 * sellers' sessions a trigger does this.
 */
async function notifyEnded(db: Db, key: string): Promise<void> {
  await sql`select pg_notify('sessions', ${key})`.execute(db)
}

/** Extends the open sessions among those of these tokens' hashes, and returns their hashes. */
export async function continueSessions(
  db: Db,
  kind: AccountKind,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  const { idle, absolute } = lifetimes[kind]
  const table = sessionsOf(kind)
  // A seller who has to set a second factor up first gets no streams.
  const isFree =
    kind === 'seller'
      ? sql`not exists (select from seller account where account.id = seller_id and ${lacksSecondFactor})`
      : sql`true`
  const { rows } = await sql<{ token: string }>`
    with open as (
      select id, token, updated_at < now() - make_interval(secs => ${refreshSeconds[kind]}) as stale from ${table}
      where token = any(${hashes}::text[]) and expires_at > now()
        and created_at > now() - make_interval(secs => ${absolute}) and ${isFree}
    ), extended as (
      update ${table} set updated_at = now(), expires_at = now() + make_interval(secs => ${idle})
      where id in (select id from open where stale)
    )
    select token from open`.execute(db)
  return new Set(rows.map(({ token }) => token))
}

async function extendSession(db: Db, kind: AccountKind, sessionId: string): Promise<void> {
  await sql`update ${sessionsOf(kind)}
    set updated_at = now(), expires_at = now() + make_interval(secs => ${lifetimes[kind].idle})
    where id = ${sessionId}`.execute(db)
  if (kind === 'seller')
    await sql`
      update seller set last_seen_at = now()
      where id = (select seller_id from seller_session where id = ${sessionId})`.execute(db)
}

/** Deletes the sessions that expired. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  for (const kind of ['shopper', 'seller'] as const)
    await sql`delete from ${sessionsOf(kind)} where expires_at < now()`.execute(db)
}
