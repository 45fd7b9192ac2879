import { sql } from 'kysely'
import type { LineFailure, NoticeKind, NoticeKinds } from '../../contract/staff/notices.ts'
import type { Language } from '../../contract/values/languages.ts'
import { type Db, type Tx, wasDeleted, wasInserted, wasUpdated } from '../database/database.ts'

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
  version: number
  changedBy: string | null
  changedAt: Date
  heardAt: Date | null
  sentAt: Date | null
  failure: LineFailure | null
  failingSince: Date | null
} & NoticeKinds

/** Returns the shop's channel; undefined if the owner has set none. */
export async function findLineChannel(db: Db): Promise<LineChannel | undefined> {
  return db
    .selectFrom('lineChannel')
    .select(['token', 'tokenAt', 'secret', 'secretAt', 'recipient', 'language'])
    .select(['tellsOrders as orders', 'tellsAlarms as alarms', 'tellsStock as stock'])
    .select(['version', 'changedBy', 'changedAt', 'heardAt', 'sentAt', 'failure', 'failingSince'])
    .$narrowType<{ language: Language; failure: LineFailure | null }>()
    .executeTakeFirst()
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
export async function storeLineChannel(
  tx: Tx,
  { token, secret, recipient, language, orders, alarms, stock }: LineChange,
  { seen, by }: { seen: number; by: string },
): Promise<boolean> {
  const values = { recipient, language, tellsOrders: orders, tellsAlarms: alarms, tellsStock: stock, changedBy: by }
  if (seen === 0) {
    if (token === undefined || secret === undefined) throw new Error('a new channel needs a token and a secret')
    const added = await tx
      .insertInto('lineChannel')
      .values({ token, secret, ...values })
      .onConflict((conflict) => conflict.column('topic').doNothing())
      .executeTakeFirst()
    return wasInserted(added)
  }
  const now = sql<Date>`now()`
  const isSame = sql`${token === undefined} and recipient is not distinct from ${recipient}`
  const updated = await tx
    .updateTable('lineChannel')
    .set({
      ...values,
      ...(token !== undefined && { token, tokenAt: now }),
      ...(secret !== undefined && { secret, secretAt: now }),
      failure: sql<string | null>`case when ${isSame} then failure end`,
      failingSince: sql<Date | null>`case when ${isSame} then failing_since end`,
      version: sql<number>`version + 1`,
      changedAt: now,
    })
    .where('version', '=', seen)
    .executeTakeFirst()
  return wasUpdated(updated)
}

/** Deletes the channel, and its groups, if its version still is `seen`. Returns false if it is another one. */
export async function deleteLineChannel(tx: Tx, seen: number): Promise<boolean> {
  const deleted = await tx.deleteFrom('lineChannel').where('version', '=', seen).executeTakeFirst()
  if (wasDeleted(deleted)) await tx.deleteFrom('lineGroup').execute()
  return wasDeleted(deleted)
}

/** Deletes the groups, and forgets that LINE sent events: those were of another channel. */
export async function deleteLineGroups(tx: Tx): Promise<void> {
  await tx.deleteFrom('lineGroup').execute()
  await tx.updateTable('lineChannel').set({ heardAt: null }).execute()
}

/** A channel whose last message LINE took. */
const noFailure = { failure: null, failingSince: null }
/** Since when a channel that fails now does so. */
const failingSince = sql<Date>`coalesce(failing_since, now())`

/** Records what became of a message with a version of the channel; null: LINE took it. */
export async function recordLineResult(db: Db, version: number, failure: LineFailure | null): Promise<void> {
  await db
    .updateTable('lineChannel')
    .set(failure === null ? { sentAt: sql<Date>`now()`, ...noFailure } : { failure, failingSince })
    .where('version', '=', version)
    .execute()
}

export type LineGroup = { id: string; name: string | null; eventAt: Date }

/** Returns the groups and rooms of the bot, the one with the latest event first. */
export async function lineGroups(db: Db): Promise<LineGroup[]> {
  return db
    .selectFrom('lineGroup')
    .select(['id', 'name', 'eventAt'])
    .where('isMember', '=', true)
    .orderBy('eventAt', 'desc')
    .orderBy('id', 'desc')
    .limit(maxGroups)
    .execute()
}

/**
 * Locks the channel, so that its events are applied one after the other, and stores that LINE sent some now. Returns
 * false if there is no channel.
 */
export async function lockAndTouchLineChannel(tx: Tx): Promise<boolean> {
  const updated = await tx.updateTable('lineChannel').set({ heardAt: sql<Date>`now()` }).executeTakeFirst()
  return wasUpdated(updated)
}

/**
 * Records that the bot is in a group, or has left it, as of an event. Returns whether that is new: an event that comes
 * twice, or after a newer one, changes nothing.
 */
export async function recordLineGroup(
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

/** Deletes the groups whose latest event is oldest, but not the recipient of the notices. */
export async function deleteOldLineGroups(tx: Tx): Promise<void> {
  await sql`
    delete from line_group where id in (
      select id from line_group where id not in (select recipient from line_channel where recipient is not null)
      order by event_at desc, id desc offset ${maxGroups})`.execute(tx)
}

/** Records that the bot left the group of the notices, or is in it again. */
export async function recordLineMembership(tx: Tx, { id, isMember }: { id: string; isMember: boolean }): Promise<void> {
  const channel = tx.updateTable('lineChannel').where('recipient', '=', id)
  await (isMember
    ? channel.set(noFailure).where('failure', '=', 'left')
    : channel.set({ failure: 'left', failingSince })
  ).execute()
}

/** Stores what LINE calls a group. */
export async function nameLineGroup(db: Db, id: string, name: string): Promise<void> {
  await db.updateTable('lineGroup').set({ name }).where('id', '=', id).execute()
}
