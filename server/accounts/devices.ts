import { sql } from 'kysely'
import type { Db, Tx } from '../database/database.ts'
import { deviceDays, hashOfToken, type Kind, newToken } from '../http/sessions.ts'

/*
 * Device cookies: browsers that an account was signed in from before go on signing in while strangers guess at it. The
 * cookie signs nobody in; it only has a count of tries of its own. The idea is OWASP's ("Slow down online guessing
 * attacks with device cookies").
 */

/** Where a request comes from, as the accounts see it. */
export type Client = {
  /** The address of origin, see `originOf`. */
  origin: string
  /** The token of the device cookie, where one was offered. */
  device: string | undefined
  /** Whether the account that is asked for was signed in to with this device cookie before. */
  known: boolean
}

/** Devices kept for one account; the one that wasn't used for longest makes way. */
const devicesPerAccount = 10

/** Whether the account of an address was signed in to from this browser before. Alike for unknown addresses. */
export async function isKnownDevice(db: Db, kind: Kind, email: string, device: string | undefined): Promise<boolean> {
  if (!device) return false
  const { rows } = await sql`
    select from ${devicesOf(kind)} device join ${sql.table(kind)} account on account.id = device.${ownerOf(kind)}
    where device.token = ${hashOfToken(device)} and account.email = ${email}
      and device.used_at > now() - make_interval(days => ${deviceDays})`.execute(db)
  return rows.length > 0
}

/**
 * Remembers a browser that an account is being signed in to from, and returns the new token for its cookie. What was
 * known under the old token moves to the new one: a token that somebody planted in the browser is worth nothing then.
 */
export async function rememberDevice(
  tx: Tx,
  kind: Kind,
  accountId: string,
  before: string | undefined,
): Promise<string> {
  const now = newToken()
  const token = hashOfToken(now)
  if (before) {
    for (const each of ['shopper', 'seller'] as const)
      await sql`update ${devicesOf(each)} set token = ${token} where token = ${hashOfToken(before)}`.execute(tx)
  }
  await sql`
    insert into ${devicesOf(kind)} (${ownerOf(kind)}, token) values (${accountId}, ${token})
    on conflict (${ownerOf(kind)}, token) do update set used_at = now()`.execute(tx)
  await sql`
    delete from ${devicesOf(kind)} where ${ownerOf(kind)} = ${accountId} and token in (
      select token from ${devicesOf(kind)} where ${ownerOf(kind)} = ${accountId}
      order by used_at desc offset ${devicesPerAccount})`.execute(tx)
  return now
}

/** Forgets every browser of an account: a new password is set because somebody else may have signed in. */
export async function forgetDevices(tx: Tx, kind: Kind, accountId: string): Promise<void> {
  await sql`delete from ${devicesOf(kind)} where ${ownerOf(kind)} = ${accountId}`.execute(tx)
}

/** Removes browsers that weren't used for half a year. */
export async function removeOldDevices(db: Db): Promise<void> {
  for (const kind of ['shopper', 'seller'] as const)
    await sql`delete from ${devicesOf(kind)} where used_at < now() - make_interval(days => ${deviceDays})`.execute(db)
}

const devicesOf = (kind: Kind) => sql.table(`${kind}_device`)
const ownerOf = (kind: Kind) => sql.ref(`${kind}_id`)
