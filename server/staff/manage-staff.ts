import { mayCall, type Role } from '../../contract/staff/staff-roles.ts'
import { serverLimits } from '../../contract/values/limits.ts'
import { findAccount } from '../accounts/queries.ts'
import {
  requireConfirmed,
  resetSecondFactors,
  type SignedInSeller,
} from '../accounts/second-factor/change-second-factor.ts'
import { emailOf, refuseUndeliverable } from '../common/email.ts'
import { isId } from '../common/ids.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { endAssignmentsOf } from '../delivery/assignments/assignment-queries.ts'
import { hashOfToken, newToken, type Seller } from '../domain/session-queries.ts'
import { queueStaffMail } from '../mail/queue-mail.ts'
import {
  consumeInvitation,
  countStaffBeside,
  deleteInvitationsBy,
  deleteMember,
  endSessionById,
  lockMember,
  lockOwners,
  setRole,
  storeInvitation,
} from './queries.ts'

/** The rate limit of one owner's invitations, repeated ones included. */
const inviteRateLimit = { limit: 30, perSeconds: 3600 }

/**
 * Mails an invitation, which replaces an earlier one to the same address. Throws `staff_member` for an address of the
 * staff, `staff_full`, `too_many`, `role_forbids` if the caller is no longer an owner, and `invalid_form` for an
 * address that mail servers reject.
 */
export async function inviteStaff(
  { db, secret }: { db: Db; secret: string },
  input: { email: string; role: Role },
  by: Seller,
): Promise<void> {
  const email = emailOf(input.email)
  refuseUndeliverable(email)
  await consumeRateLimit(db, `invitations:${by.id}`, inviteRateLimit)
  const token = newToken()
  await inTransaction(db, async (tx) => {
    await lockOwnersWith(tx, by)
    refuseUnless(!(await findAccount(tx, 'seller', email)), 'staff_member', { fields: { email: 'taken' } })
    const max = serverLimits.staff
    refuseUnless((await countStaffBeside(tx, email)) < max, 'staff_full', { values: { max } })
    const tokenHash = hashOfToken(token)
    await storeInvitation(tx, { email, role: input.role, tokenHash, by: by.id })
    await queueStaffMail(tx, secret, { email, role: input.role, token, by: by.email }, tokenHash)
  })
}

/**
 * Withdraws an invitation. Throws `role_forbids` if the caller is no longer an owner, and `invitation_closed` if it was
 * used, withdrawn or replaced, or has expired.
 */
export async function withdrawInvitation(db: Db, id: string, by: Seller): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockOwnersWith(tx, by)
    refuseUnless(isId(id) && (await consumeInvitation(tx, { id })), 'invitation_closed')
  })
}

/**
 * Changes a role. If the new role delivers no orders, another rider can take the ones that are out. Throws
 * `staff_unknown`, `last_owner`, and `role_forbids` if the caller is no longer an owner.
 */
export async function changeRole(db: Db, { id, role }: { id: string; role: Role }, by: Seller): Promise<void> {
  await inTransaction(db, async (tx) => {
    const member = await lockForChange(tx, id, by, { staysOwner: role === 'owner' })
    if (member.role === role) return
    await setRole(tx, id, role)
    if (role !== 'owner') await deleteInvitationsBy(tx, id)
    if (!mayCall(role, 'rider.take')) await endAssignmentsOf(tx, member.email)
  })
}

/**
 * Removes one of the staff; the sessions end with the account, and another rider can take the orders that were out.
 * Throws `staff_unknown`, `last_owner`, and `role_forbids` if the caller is no longer an owner.
 */
export async function removeStaff(db: Db, id: string, by: Seller): Promise<void> {
  await inTransaction(db, async (tx) => {
    const { email } = await lockForChange(tx, id, by, { staysOwner: false })
    await removeWithWork(tx, { id, email })
  })
}

/**
 * Removes one of the staff for the operator, as `removeStaff` does for an owner, but the last owner too: the operator
 * can create another. Returns whether there is such a seller.
 */
export function removeSeller(db: Db, email: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await lockOwners(tx)
    const found = await findAccount(tx, 'seller', emailOf(email))
    const seller = found && (await lockMember(tx, found.id))
    if (!seller) return false
    await removeWithWork(tx, { id: found.id, email: seller.email })
    return true
  })
}

/** Deletes one of the staff with the invitations and the trips that are open. The caller has locked the account. */
async function removeWithWork(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await deleteInvitationsBy(tx, id)
  await endAssignmentsOf(tx, email)
  await deleteMember(tx, id)
}

/**
 * Removes the second factors of one of the staff, who lost them, and ends the sessions. Throws `confirm_password`,
 * `staff_unknown`, and `role_forbids` if the caller is no longer an owner.
 */
export async function resetStaffFactors(db: Db, id: string, { seller, session }: SignedInSeller): Promise<void> {
  await requireConfirmed(db, session)
  await inTransaction(db, async (tx) => {
    const { email } = await lockForChange(tx, id, seller, { staysOwner: true })
    await resetSecondFactors(tx, { id, email }, seller.email)
  })
}

/** Ends a session: owners any, others only their own. Throws `session_unknown`. */
export async function endStaffSession(db: Db, id: string, by: Seller): Promise<void> {
  await inTransaction(db, async (tx) => {
    const accountId = isId(id) && (await endSessionById(tx, id, by.role === 'owner' ? undefined : by.id))
    refuseUnless(accountId, 'session_unknown')
  })
}

/** Locks all owners, and throws `role_forbids` unless the caller still is one of them. */
async function lockOwnersWith(tx: Tx, by: Seller): Promise<string[]> {
  const owners = await lockOwners(tx)
  refuseUnless(owners.includes(by.id), 'role_forbids')
  return owners
}

/** Locks all owners and a member; refuses to leave the shop without an owner. */
async function lockForChange(tx: Tx, id: string, by: Seller, { staysOwner }: { staysOwner: boolean }) {
  const owners = await lockOwnersWith(tx, by)
  const member = (isId(id) && (await lockMember(tx, id))) || refuse('staff_unknown')
  refuseUnless(staysOwner || member.role !== 'owner' || owners.length > 1, 'last_owner')
  return member
}
