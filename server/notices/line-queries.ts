import { sql } from 'kysely'
import type { LineFailure, NoticeKind } from '../../contract/staff/notices.ts'
import type { Language } from '../../contract/values/languages.ts'
import type { Db, Tx } from '../database/database.ts'

/* Queries of the shop's channel at LINE and of the groups in which its bot is. */

/** Groups that the bot was in lately: more aren't kept. */
const maxGroups = 20

/** The channel; token and secret are encrypted. */
export type LineChannel = {
  token: string
  tokenAt: Date
  secret: string
  secretAt: Date
  recipient: string | null
  language: Language
  orders: boolean
  alarms: boolean
  stock: boolean
  version: number
  changedBy: string | null
  changedAt: Date
  heardAt: Date | null
  sentAt: Date | null
  failure: LineFailure | null
  failingSince: Date | null
}

const columns = sql`token, token_at, secret, secret_at, recipient, language, tells_orders as orders,
  tells_alarms as alarms, tells_stock as stock, version, changed_by, changed_at, heard_at, sent_at, failure, failing_since`

/** Returns the shop's channel; undefined if the owner has set none. */
export async function findLineChannel(db: Db): Promise<LineChannel | undefined> {
  const { rows } = await sql<LineChannel>`select ${columns} from line_channel`.execute(db)
  return rows[0]
}

/** Returns whether the LINE group gets notices of a kind. */
export async function lineTells(tx: Tx, kind: NoticeKind): Promise<boolean> {
  const channel = await findLineChannel(tx)
  return channel !== undefined && channel.recipient !== null && channel[kind]
}

/** The channel as an owner saves it; token and secret, encrypted, only if they are new. */
export type LineChange = Pick<LineChannel, 'recipient' | 'language' | NoticeKind> & {
  token: string | undefined
  secret: string | undefined
}

/**
 * Stores the channel if its version still is `seen`, 0 for none. Returns false, with nothing changed, if it is another
 * one. What is known of failures is of the earlier token and recipient, and is forgotten.
 */
export async function saveLineChannel(
  tx: Tx,
  { token, secret, recipient, language, orders, alarms, stock }: LineChange,
  { seen, by }: { seen: number; by: string },
): Promise<boolean> {
  const { rows } =
    seen === 0
      ? await sql`
          insert into line_channel (token, secret, recipient, language, tells_orders, tells_alarms, tells_stock, changed_by)
          values (${token}, ${secret}, ${recipient}, ${language}, ${orders}, ${alarms}, ${stock}, ${by})
          on conflict (topic) do nothing returning topic`.execute(tx)
      : await sql`
          update line_channel
          set token = coalesce(${token ?? null}, token), secret = coalesce(${secret ?? null}, secret),
              token_at = case when ${token === undefined} then token_at else now() end,
              secret_at = case when ${secret === undefined} then secret_at else now() end,
              recipient = ${recipient}, language = ${language},
              tells_orders = ${orders}, tells_alarms = ${alarms}, tells_stock = ${stock},
              failure = case when ${token === undefined} and recipient is not distinct from ${recipient} then failure end,
              failing_since = case when ${token === undefined} and recipient is not distinct from ${recipient} then failing_since end,
              version = version + 1, changed_by = ${by}, changed_at = now()
          where version = ${seen} returning topic`.execute(tx)
  return rows.length > 0
}

/** Deletes the channel, and its groups, if its version still is `seen`. Returns false if it is another one. */
export async function deleteLineChannel(tx: Tx, seen: number): Promise<boolean> {
  const { rows } = await sql`delete from line_channel where version = ${seen} returning topic`.execute(tx)
  if (rows.length > 0) await sql`delete from line_group`.execute(tx)
  return rows.length > 0
}

/** Forgets the groups, and that LINE sent events: those were of another channel. */
export async function forgetLineGroups(tx: Tx): Promise<void> {
  await sql`delete from line_group`.execute(tx)
  await sql`update line_channel set heard_at = null`.execute(tx)
}

/** Notes what became of a message with a version of the channel; null: LINE took it. */
export async function noteLineResult(db: Db, version: number, failure: LineFailure | null): Promise<void> {
  await (failure === null
    ? sql`
        update line_channel set sent_at = now(), failure = null, failing_since = null where version = ${version}`
    : sql`
        update line_channel set failure = ${failure}, failing_since = coalesce(failing_since, now())
        where version = ${version}`
  ).execute(db)
}

export type LineGroup = { id: string; name: string | null; eventAt: Date }

/** Returns the groups and rooms in which the bot is, the latest heard of first. */
export async function lineGroups(db: Db): Promise<LineGroup[]> {
  const { rows } = await sql<LineGroup>`
    select id, name, event_at from line_group where is_member order by event_at desc, id desc limit ${maxGroups}`.execute(
    db,
  )
  return rows
}

/** Locks the channel, so that its events are applied one after the other, and notes that LINE sent some. */
export async function lockLineChannel(tx: Tx): Promise<boolean> {
  const { rows } = await sql`update line_channel set heard_at = now() returning topic`.execute(tx)
  return rows.length > 0
}

/**
 * Notes that the bot is in a group, or has left it, as of an event. Returns whether that is new: an event that comes
 * twice, or after a newer one, changes nothing.
 */
export async function noteLineGroup(
  tx: Tx,
  { id, isMember, at }: { id: string; isMember: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    with before as (select is_member from line_group where id = ${id})
    insert into line_group as known (id, is_member, event_at) values (${id}, ${isMember}, ${at})
    on conflict (id) do update set is_member = excluded.is_member, event_at = excluded.event_at
      where known.event_at < excluded.event_at
    returning (select is_member from before) is distinct from known.is_member as is_new`.execute(tx)
  return rows[0]?.isNew ?? false
}

/** Forgets the groups that weren't heard of for longest, but not the recipient of the notices. */
export async function removeOldLineGroups(tx: Tx): Promise<void> {
  await sql`
    delete from line_group where id in (
      select id from line_group where id not in (select recipient from line_channel where recipient is not null)
      order by event_at desc, id desc offset ${maxGroups})`.execute(tx)
}

/** Notes that the bot left the group of the notices, or is in it again. */
export async function noteLineMembership(tx: Tx, { id, isMember }: { id: string; isMember: boolean }): Promise<void> {
  await (isMember
    ? sql`
        update line_channel set failure = null, failing_since = null where recipient = ${id} and failure = 'left'`
    : sql`
        update line_channel set failure = 'left', failing_since = coalesce(failing_since, now()) where recipient = ${id}`
  ).execute(tx)
}

/** Stores what LINE calls a group. */
export async function nameLineGroup(db: Db, id: string, name: string): Promise<void> {
  await sql`update line_group set name = ${name} where id = ${id}`.execute(db)
}
