import type { AuditEntry } from '../../contract/calls/staff.ts'
import { calls } from '../../contract/calls.ts'
import type { ShopConfig } from '../../contract/settings/shop.ts'
import type { AuditKind } from '../../contract/staff/audit.ts'
import { auditIds } from '../../contract/staff/audit-values.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import { balanceToWire } from '../../contract/values/balance.ts'
import { isId } from '../common/ids.ts'
import { searchText } from '../common/normalise-text.ts'
import { pageSizeOf } from '../common/page-size.ts'
import { refuse, refuseUnless } from '../common/refusal.ts'
import type { Db } from '../database/database.ts'
import { consumeRateLimit } from '../database/rate-limit.ts'
import { type App, addCall, successMessage } from '../http/calls/calls.ts'
import { requireSeller } from '../http/calls/sessions.ts'
import { browserOf } from '../http/request/browser-name.ts'
import { addressOf } from '../http/request/client-address.ts'
import { versionToWire } from '../settings/version-to-wire.ts'
import { acceptInvitation, invitationHash } from './accept-invitation.ts'
import { auditEntries, namesOfIds } from './audit-queries.ts'
import {
  changeRole,
  endStaffSession,
  inviteStaff,
  removeStaff,
  resetStaffFactors,
  withdrawInvitation,
} from './manage-staff.ts'
import { findInvitation, openInvitations, sessionsOf, staffMembers } from './queries.ts'
import {
  findFactorSettings,
  saveFactorSettings,
  staffSetting,
  usualFactorSettings,
  usualStaffSettings,
} from './staff-settings.ts'

/** The rate limit of one owner's reads of the audit log. */
const auditRateLimit = { limit: 120, perSeconds: 60 }

/** The calls of the shop's staff: members, invitations, sessions, settings and the audit log. */
export function staffRoutes(app: App, deps: StaffDeps): void {
  memberRoutes(app, deps)
  invitationRoutes(app, deps)
  sessionRoutes(app, deps)
  settingRoutes(app, deps)
  auditRoutes(app, deps)
}

type StaffDeps = { db: Db; secret: string; shop: Pick<ShopConfig, 'timeZone'> }

function memberRoutes(app: App, { db }: StaffDeps): void {
  addCall(app, calls.staff.list, async (request) => {
    const { id: own } = requireSeller(request)
    const [members, invitations] = await Promise.all([staffMembers(db), openInvitations(db)])
    return {
      members: members.map(({ lastSeenAt, owedCents, ...member }) => ({
        ...member,
        owed: balanceToWire(owedCents),
        lastSeenAt: lastSeenAt?.toISOString() ?? null,
        self: member.id === own,
      })),
      invitations: invitations.map(({ id, email, role, expiresAt }) => ({
        id,
        email,
        role: role as Role,
        expiresAt: expiresAt.toISOString(),
      })),
    }
  })

  addCall(app, calls.staff.changeRole, async (request) => {
    const seller = requireSeller(request)
    await changeRole(db, request.body, seller)
    request.log.info({ seller: seller.id, staff: request.body.id, role: request.body.role }, 'changed a role')
    return { message: successMessage(request, 'staff_role_saved') }
  })

  addCall(app, calls.staff.remove, async (request) => {
    const seller = requireSeller(request)
    await removeStaff(db, request.body.id, seller)
    request.log.info({ seller: seller.id, staff: request.body.id }, 'removed staff')
    return { message: successMessage(request, 'staff_removed') }
  })

  addCall(app, calls.staff.resetFactors, async (request) => {
    const seller = requireSeller(request)
    const session = app.sessions.tokenHashOf(request, 'seller')
    await resetStaffFactors(db, request.body.id, { seller, session })
    request.log.warn({ seller: seller.id, staff: request.body.id }, 'removed a second factor')
    return { message: successMessage(request, 'staff_factors_reset') }
  })
}

function invitationRoutes(app: App, { db, secret }: StaffDeps): void {
  addCall(app, calls.staff.invite, async (request) => {
    const seller = requireSeller(request)
    await inviteStaff({ db, secret }, request.body, seller)
    request.log.info({ seller: seller.id, role: request.body.role }, 'invited staff')
    return { message: successMessage(request, 'staff_invited') }
  })

  addCall(app, calls.staff.withdraw, async (request) => {
    const seller = requireSeller(request)
    await withdrawInvitation(db, request.body.id, seller)
    request.log.info({ seller: seller.id }, 'withdrew an invitation')
    return { message: successMessage(request, 'staff_withdrawn') }
  })

  addCall(app, calls.staff.invitation, async (request) => {
    const found = await findInvitation(db, invitationHash(request.body.token))
    if (!found) return refuse('invitation_closed')
    return { email: found.email, role: found.role as Role }
  })

  addCall(
    app,
    calls.staff.accept,
    async (request, reply) => {
      const { token, name, newPassword } = request.body
      const client = {
        address: addressOf(request),
        browserToken: app.sessions.browserTokenOf(request),
        browser: browserOf(request.headers['user-agent']),
      }
      const signedIn = await acceptInvitation(db, { token, name, password: newPassword }, client)
      await app.sessions.end(request, reply, 'seller')
      app.sessions.setCookie(reply, 'seller', signedIn.token)
      app.sessions.setBrowserCookie(reply, signedIn.browserToken)
      request.log.info({ seller: signedIn.id }, 'accepted an invitation')
      return { message: successMessage(request, 'joined') }
    },
    { hashes: true },
  )
}

function sessionRoutes(app: App, { db }: StaffDeps): void {
  addCall(app, calls.staff.sessions, async (request) => {
    const seller = requireSeller(request)
    const { id = seller.id } = request.query
    refuseUnless(id === seller.id || seller.role === 'owner', 'role_forbids')
    refuseUnless(isId(id), 'staff_unknown')
    const sessions = await sessionsOf(db, id, app.sessions.tokenHashOf(request, 'seller'))
    return {
      sessions: sessions.map(({ createdAt, updatedAt, ...session }) => ({
        ...session,
        startedAt: createdAt.toISOString(),
        seenAt: updatedAt.toISOString(),
      })),
    }
  })

  addCall(app, calls.staff.endSession, async (request) => {
    const seller = requireSeller(request)
    await endStaffSession(db, request.body.id, seller)
    request.log.info({ seller: seller.id }, 'ended a session')
    return { message: successMessage(request, 'session_ended') }
  })
}

function settingRoutes(app: App, { db }: StaffDeps): void {
  const currentSettings = async () => {
    const stored = await staffSetting.find(db)
    return { settings: stored?.value ?? usualStaffSettings, ...versionToWire(stored) }
  }
  addCall(app, calls.staff.settings, currentSettings)

  addCall(app, calls.staff.saveSettings, async (request) => {
    const { seen, ...value } = request.body
    const seller = requireSeller(request)
    await staffSetting.save(db, value, { seen, by: seller.email })
    request.log.info({ seller: seller.id, ...value }, 'changed the settings of staff')
    return { message: successMessage(request, 'setting_saved'), ...(await currentSettings()) }
  })

  const currentFactorSettings = async () => {
    const stored = await findFactorSettings(db)
    return { settings: stored?.value ?? usualFactorSettings, ...versionToWire(stored) }
  }
  addCall(app, calls.staff.factorRoles, currentFactorSettings)

  addCall(app, calls.staff.saveFactorRoles, async (request) => {
    const { seen, roles } = request.body
    const seller = requireSeller(request)
    await saveFactorSettings(db, { roles }, seen, { seller, session: app.sessions.tokenHashOf(request, 'seller') })
    request.log.info({ seller: seller.id, roles }, 'changed who needs a second factor')
    return { message: successMessage(request, 'setting_saved'), ...(await currentFactorSettings()) }
  })
}

function auditRoutes(app: App, { db, shop }: StaffDeps): void {
  addCall(app, calls.staff.audit, async (request) => {
    const { limit, cursor, q, by, kind, day } = request.query
    await consumeRateLimit(db, `audit:${requireSeller(request).id}`, auditRateLimit)
    refuseUnless(cursor === undefined || /^[0-9]{1,15}$/.test(cursor), 'malformed')
    const size = pageSizeOf(limit, 50)
    const before = cursor === undefined ? undefined : Number(cursor)
    const filter = { text: searchText(q), by, kind, day }
    const rows = await auditEntries(db, filter, { limit: size + 1, before, timeZone: shop.timeZone })
    const shown = rows.slice(0, size)
    const entries = shown.map(({ id, at, madeBy, subjectId, subject, ...row }) => ({
      id: String(id),
      at: at.toISOString(),
      by: madeBy,
      kind: row.kind as AuditKind,
      action: row.action as AuditEntry['action'],
      subjectId,
      subject,
      before: row.before as AuditEntry['before'],
      after: row.after as AuditEntry['after'],
    }))
    return {
      entries,
      names: await namesOfIds(db, auditIds(entries.flatMap(({ before, after }) => [before, after])).filter(isId)),
      nextCursor: rows.length > size ? String(shown.at(-1)?.id) : null,
    }
  })
}
