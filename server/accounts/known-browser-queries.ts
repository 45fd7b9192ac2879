import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { type AccountKind, browserDays, hashOfToken, newToken, ownerOf } from '../domain/session-queries.ts'

/*
 * Known browsers: those that signed in to an account before can still sign in while unknown browsers guess its
 * password. They are recognised by their browser cookie, which doesn't authenticate; it only has a separate rate limit.
 * OWASP calls it a device cookie ("Slow down online guessing attacks with device cookies").
 */

/** The client of a request for an account. */
export type SignInClient = {
  /** Its client address: an IPv4 address or IPv6 network, see `networkOf`. */
  address: string
  /** The token of the request's browser cookie, if it has one. */
  browserToken: string | undefined
  /** Whether this browser signed in to the requested account before, by its browser cookie. */
  known: boolean
  /** Its browser and system, see `browserOf`. */
  browser?: string
}

/** Browsers stored for one account; a further one replaces the least recently used. */
const browsersPerAccount = 10

/**
 * Returns whether this browser signed in to the account of an e-mail address before. Runs the same query for unknown
 * addresses.
 */
export async function isKnownBrowser(
  db: Db,
  kind: AccountKind,
  email: string,
  browserToken: string | undefined,
): Promise<boolean> {
  if (!browserToken) return false
  const { rows } = await sql`
    select from ${browsersOf(kind)} browser join ${sql.table(kind)} account on account.id = browser.${ownerOf(kind)}
    where browser.token = ${hashOfToken(browserToken)} and account.email = ${email}
      and browser.used_at > now() - make_interval(days => ${browserDays})`.execute(db)
  return rows.length > 0
}

/**
 * Stores the browser of a sign-in, and returns the new token for its cookie. Accounts known under the old token move to
 * the new one, so that a token which an attacker planted in the browser becomes useless.
 */
export async function rememberBrowser(
  tx: Tx,
  kind: AccountKind,
  accountId: string,
  before: string | undefined,
): Promise<string> {
  const now = newToken()
  const token = hashOfToken(now)
  if (before) {
    for (const each of ['shopper', 'seller'] as const)
      await sql`update ${browsersOf(each)} set token = ${token} where token = ${hashOfToken(before)}`.execute(tx)
  }
  await sql`
    insert into ${browsersOf(kind)} (${ownerOf(kind)}, token) values (${accountId}, ${token})
    on conflict (${ownerOf(kind)}, token) do update set used_at = now()`.execute(tx)
  await sql`
    delete from ${browsersOf(kind)} where ${ownerOf(kind)} = ${accountId} and token in (
      select token from ${browsersOf(kind)} where ${ownerOf(kind)} = ${accountId}
      order by used_at desc offset ${browsersPerAccount})`.execute(tx)
  return now
}

/** Deletes every known browser of an account: a password is often changed because another person may have signed in. */
export async function deleteBrowsers(tx: Tx, kind: AccountKind, accountId: string): Promise<void> {
  await sql`delete from ${browsersOf(kind)} where ${ownerOf(kind)} = ${accountId}`.execute(tx)
}

/** Deletes browsers that weren't used for half a year. */
export async function deleteOldBrowsers(db: Db): Promise<void> {
  for (const kind of ['shopper', 'seller'] as const)
    await sql`delete from ${browsersOf(kind)} where used_at < now() - make_interval(days => ${browserDays})`.execute(db)
}

const browsersOf = (kind: AccountKind) => sql.table(`${kind}_known_browser`)
