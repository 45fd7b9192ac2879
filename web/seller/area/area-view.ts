import type { Role } from '../../../contract/staff/staff-roles.ts'
import type { Session } from '../../client/make-session.ts'

/** What the seller's area shows. */
export type AreaView =
  /** Nothing yet; a signed-in shopper, who is redirected home, sees the same. */
  | 'loading'
  /** The form of an invited person. */
  | 'invited'
  /** The login. */
  | 'visitor'
  /** The login, and why the screens are gone. */
  | 'logged out'
  /** Why the screens are gone: a shopper has signed in on another tab. They wait until that shopper has logged out. */
  | 'shut out'
  /** Setting up a second factor, which this seller needs first. */
  | 'to set up'
  /** The screens. */
  | 'open'

type Area = Pick<Session, 'status' | 'user' | 'isSeller'> & {
  role: Role | undefined
  /** Whether a seller was signed in here before. */
  wasIn: boolean
  /** The token of an invitation's link. */
  token: string | undefined
  /** Whether the seller is setting up a second factor, and hasn't stored the recovery codes yet. */
  settingUp: boolean
  /** Which of the forms that load when they are needed are there. */
  loaded: { join: boolean; setUp: boolean }
}

/** Returns whether a seller has to set up a second factor first: until then, the server sends no role. */
export const mustSetUp = ({ isSeller, role, settingUp }: Pick<Area, 'isSeller' | 'role' | 'settingUp'>) =>
  isSeller && (role === undefined || settingUp)

/**
 * Returns whether a seller is setting up a second factor: from when the server sends no role, until the recovery codes
 * are stored, or the session has ended.
 */
export function isSettingUp(before: boolean, { isSeller, role }: Pick<Area, 'isSeller' | 'role'>): boolean {
  if (!isSeller) return false
  return role === undefined || before
}

/** Returns the token of an invitation's link. A link that was cut off has an invalid one, which the server refuses. */
export const invitationToken = (hash: string): string | undefined => /^#join=([\w-]*)/.exec(hash)?.[1]

/**
 * Returns why the screens of a seller who was signed in here are gone: the session has ended, or a shopper has signed
 * in on another tab.
 */
export function screensLost({ user, isSeller, wasIn }: Pick<Area, 'user' | 'isSeller' | 'wasIn'>) {
  if (!wasIn) return undefined
  if (user) return 'shut out'
  return isSeller ? undefined : 'logged out'
}

/** A signed-in seller. */
export type KnownSeller = { sellerEmail: string | undefined; role: Role }

/** Returns whether the role of the seller who works here was changed. */
export const isRoleChanged = (before: KnownSeller | undefined, now: KnownSeller): boolean =>
  before !== undefined && before.sellerEmail === now.sellerEmail && before.role !== now.role

/** Returns what the seller's area shows. */
export function areaViewOf(area: Area): AreaView {
  const { status, user, isSeller, wasIn, token, loaded } = area
  if (user && wasIn) return 'shut out'
  if (status === 'unknown' || user) return 'loading'
  if ((token !== undefined && !loaded.join) || (mustSetUp(area) && !loaded.setUp)) return 'loading'
  if (token !== undefined) return 'invited'
  if (!isSeller) return wasIn ? 'logged out' : 'visitor'
  return mustSetUp(area) ? 'to set up' : 'open'
}
