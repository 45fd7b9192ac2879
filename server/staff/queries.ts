import { sql } from 'kysely'
import type { SecondFactor } from '../../contract/staff/second-factor.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import { newId } from '../common/ids.ts'
import type { Db, Tx } from '../database/database.ts'
import { owedCents } from '../riders/cash/cash-queries.ts'

/* Queries of the staff's accounts, invitations and sessions. */

/** Days for which an invitation can be accepted. */
const invitationDays = 3

/** Returns the staff, owners first. */
export async function staffMembers(db: Db) {
  const { rows } = await sql<{
    id: string
    name: string
    email: string
    role: Role
    lastSeenAt: Date | null
    secondFactors: SecondFactor[]
    ordersOut: number
    owedCents: number
  }>`
    select id, name, email, role, coalesce(second_factors, '{}') as second_factors,
           (select count(*)::int from delivery_assignment where rider = seller.email and ended_at is null) as orders_out,
           ${owedCents(sql`seller.email`)} as owed_cents,
           greatest(last_seen_at, (select max(updated_at) from seller_session where seller_id = seller.id)) as last_seen_at
    from seller order by array_position(array['owner', 'manager', 'picker', 'rider'], role), name, id`.execute(db)
  return rows
}

/** Returns the invitations that can be accepted, newest first. */
export function openInvitations(db: Db) {
  return db
    .selectFrom('staffInvitation')
    .select(['id', 'email', 'role', 'expiresAt'])
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute()
}

/** Returns how many accounts and open invitations to other addresses than `email` there are. */
export async function countStaffBeside(tx: Tx, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from seller)
      + (select count(*) from staff_invitation where expires_at > now() and email <> ${email})
    )::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Stores an invitation in place of an earlier one to the same address. */
export async function storeInvitation(
  tx: Tx,
  { email, role, tokenHash, by }: { email: string; role: Role; tokenHash: string; by: string },
): Promise<void> {
  const expiresAt = sql<Date>`now() + make_interval(days => ${invitationDays})`
  const invitation = { id: newId(), role, tokenHash, invitedBy: by, expiresAt }
  await tx
    .insertInto('staffInvitation')
    .values({ email, ...invitation })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ ...invitation, createdAt: sql<Date>`now()` }))
    .execute()
}

/** Returns the recipient and role of an invitation; undefined if it was used, withdrawn or replaced, or has expired. */
export function findInvitation(db: Db, tokenHash: string) {
  return db
    .selectFrom('staffInvitation')
    .select(['email', 'role'])
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/** Deletes an invitation and returns its recipient and role. Of concurrent calls one returns it. */
export function consumeInvitation(tx: Tx, by: { tokenHash: string } | { id: string }) {
  const deleted = tx.deleteFrom('staffInvitation').where('expiresAt', '>', sql<Date>`now()`)
  return ('id' in by ? deleted.where('id', '=', by.id) : deleted.where('tokenHash', '=', by.tokenHash))
    .returning(['email', 'role'])
    .executeTakeFirst()
}

/** Deletes the invitations by a member of the staff who may no longer invite. */
export async function deleteInvitationsBy(tx: Tx, sellerId: string): Promise<void> {
  await tx.deleteFrom('staffInvitation').where('invitedBy', '=', sellerId).execute()
}

/** Deletes the invitations that expired. */
export async function deleteExpiredInvitations(db: Db): Promise<void> {
  await db.deleteFrom('staffInvitation').where('expiresAt', '<', sql<Date>`now()`).execute()
}

/**
 * Locks the accounts of all owners in id order, and returns their ids. Of two owners who remove each other, the second
 * waits and then finds that it is no longer an owner.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('seller')
    .select('id')
    .where('role', '=', 'owner')
    .orderBy('id')
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns one of the staff, whose account is locked until the transaction ends. */
export async function lockMember(tx: Tx, id: string): Promise<{ email: string; name: string; role: Role } | undefined> {
  return tx
    .selectFrom('seller')
    .select(['email', 'name', 'role'])
    .where('id', '=', id)
    .forUpdate()
    .$narrowType<{ role: Role }>()
    .executeTakeFirst()
}

/** Changes the role of one of the staff, and notifies the streams of orders, which belong to a role. */
export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx.updateTable('seller').set({ role, updatedAt: sql<Date>`now()` }).where('id', '=', id).execute()
  await sql`select pg_notify('roles', ${id})`.execute(tx)
}

/** Deletes an account with its sessions. */
export async function deleteMember(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('seller').where('id', '=', id).execute()
}

/** Returns the open sessions of one of the staff: the caller's own first, the others by their last use. */
export async function sessionsOf(db: Db, sellerId: string, currentHash: string) {
  return db
    .selectFrom('sellerSession')
    .select(['id', 'client', 'createdAt', 'updatedAt', sql<boolean>`token = ${currentHash}`.as('current')])
    .where('sellerId', '=', sellerId)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('current', 'desc')
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute()
}

/** Ends a session and returns its account; with `sellerId` only a session of that account. */
export async function endSessionById(tx: Tx, id: string, sellerId?: string): Promise<string | undefined> {
  const deleted = tx.deleteFrom('sellerSession').where('id', '=', id)
  const row = await (sellerId ? deleted.where('sellerId', '=', sellerId) : deleted)
    .returning('sellerId')
    .executeTakeFirst()
  return row?.sellerId
}

/**
 * Records the further changes of a transaction in the audit log as changes by this address: for a call without a
 * session.
 */
export async function setActorOf(tx: Tx, email: string): Promise<void> {
  await sql`select set_config('talad.actor', ${email}, true)`.execute(tx)
}
