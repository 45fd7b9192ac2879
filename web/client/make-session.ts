import type { User } from '../../contract/entities/user.ts'
import type { Role } from '../../contract/staff/staff-roles.ts'
import { makeStore } from '../store.ts'
import { delayAfter } from './delay-after.ts'
import { isTemporary } from './is-temporary.ts'

/*
 * The signed-in user, as far as this browser knows. Only the browser checks: pages rendered on the server contain no
 * user, so the session starts as `unknown`. Calls and other tabs are passed in as `SessionDeps`.
 */

export type Session = {
  /** `unanswered` after a first check without a reply, until a repeated one has one: a user may be signed in. */
  status: 'unknown' | 'unanswered' | 'visitor' | 'shopper'
  user: User | null
  isSeller: boolean
  /** The email address of the signed-in seller, if it is known. */
  sellerEmail: string | undefined
  /** The signed-in seller's role, if it is known. */
  role: Role | undefined
  /** Whether the shopper's session ended without a logout in this browser: it expired, or was ended elsewhere. */
  expired: boolean
}

/**
 * Called after each check in which the shop said who the shopper is, also if nothing changed, after a logout, and with
 * the status `unanswered` if the first check has no reply. `requestedAt`: when the check was sent, or the moment of the
 * logout (performance.now).
 */
export type SessionListener = (session: Session, requestedAt: number) => void

type SessionFailure = { success: false; status?: number; message: string }

/** The calls reject if there is no reply. */
export type SessionDeps = {
  api: {
    user: {
      isAuth: () => Promise<{ success: true; user: User } | SessionFailure>
      logout: () => Promise<{ success: true; message: string } | SessionFailure>
    }
    seller: {
      isAuth: () => Promise<{ success: true; email?: string; role?: Role } | SessionFailure>
    }
  }
  /** Makes a call, with retries if there is no reply. */
  withRetries: <R>(make: () => Promise<R>) => Promise<R>
  /** Sends the other tabs that the session changed, or that the shopper logged out. */
  broadcast: (message: TabMessage) => void
}

export type TabMessage = 'changed' | 'signed out'

const unknown: Session = {
  status: 'unknown',
  user: null,
  isSeller: false,
  sellerEmail: undefined,
  role: undefined,
  expired: false,
}

/** Milliseconds before a first check without a reply is repeated; the last one repeats. */
const repeatDelays = [1000, 2000, 4000, 8000, 15_000]

/** Makes a session. */
export function makeSession({ api, withRetries, broadcast }: SessionDeps) {
  const { session, show, publish, onChecked } = makeCheckedStore()
  const repeatUntilKnown = makeRepeater(() => void refresh())
  let running: Promise<Session> | undefined
  let generation = 0
  /** Whether a logout was sent whose outcome isn't known yet. */
  let leaving = false
  const signOutHooks = new Set<() => Promise<void>>()

  /**
   * Checks who is signed in, as shopper and as seller, and returns the session. Called on load and on each route
   * change, so a running check is shared. `fresh` starts another one and ignores the running one, which may have been
   * sent before signing in. A check without a reply changes nothing, unless the session was `unknown`; it is repeated
   * until the shop has said who is signed in.
   */
  function refresh({ fresh = false } = {}): Promise<Session> {
    if (running && !fresh) return running
    const mine = ++generation
    const requestedAt = performance.now()
    const check = Promise.all([
      api.user.isAuth().then(answered, () => undefined),
      api.seller.isAuth().then(answered, () => undefined),
    ]).then(([user, seller]) => {
      if (mine !== generation) return running ?? session.get()
      running = undefined
      repeatUntilKnown({ user: user !== undefined, seller: seller !== undefined })
      const before = session.get()
      if (user === undefined) {
        const after = { ...before, ...staffAfter(before, seller) }
        if (before.status === 'unknown') publish({ ...after, status: 'unanswered' }, requestedAt)
        // The shopper's part isn't new, so no listener is called.
        else show(after)
        return session.get()
      }
      publish(sessionAfter(before, { user, seller, leaving }), requestedAt)
      leaving = false
      return session.get()
    })
    running = check
    return check
  }

  /** To be called after `register` or `login`: reads the user, and tells the other tabs. */
  async function signedIn(): Promise<Session> {
    const after = await refresh({ fresh: true })
    broadcast('changed')
    return after
  }

  /**
   * Signs the shopper out and returns the reply; user and cart are cleared only if it was successful. Rejects if there
   * is no reply.
   */
  async function signOut() {
    // Unsaved changes of the cart have to be saved before the session ends.
    await Promise.allSettled([...signOutHooks].map((hook) => hook()))
    // If the reply is lost, and the next check finds no session, the logout was successful.
    leaving = true
    const reply = await withRetries(() => api.user.logout())
    if (reply.success) {
      clearUser()
      broadcast('signed out')
    } else leaving = false
    return reply
  }

  /** The shopper logged out, here or in another tab. Ignores a running check, which was sent before that. */
  function clearUser(): void {
    generation += 1
    running = undefined
    leaving = false
    publish({ ...session.get(), status: 'visitor', user: null, expired: false }, performance.now())
  }

  /** Runs before the session ends. */
  function beforeSignOut(hook: () => Promise<void>): void {
    signOutHooks.add(hook)
  }

  return {
    state: session,
    refresh,
    signedIn,
    signOut,
    onChecked,
    beforeSignOut,
    /** Handles a message of another tab. */
    handleMessage: (message: TabMessage) => {
      if (message === 'signed out') clearUser()
      else void refresh({ fresh: true })
    },
  }
}

/** Makes the store of the session, with those that listen to each check. */
function makeCheckedStore() {
  const session = makeStore(unknown)
  const listeners = new Set<SessionListener>()

  function show(next: Session): void {
    // Most checks change nothing, and then nothing is rendered again.
    if (JSON.stringify(next) !== JSON.stringify(session.get())) session.set(next)
  }

  function publish(next: Session, requestedAt: number): void {
    show(next)
    for (const listener of listeners) listener(session.get(), requestedAt)
  }

  /** Calls `listener` with what checks and logouts tell. Returns a function that ends this. */
  function onChecked(listener: SessionListener): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return { session, show, publish, onChecked }
}

/**
 * Makes the function that repeats a check after a while, until the shop has said who is signed in as a shopper, and who
 * as a seller. It is called after each check, with which of the two calls had a reply.
 */
function makeRepeater(check: () => void) {
  const known = { user: false, seller: false }
  let timer: ReturnType<typeof setTimeout> | undefined
  let repeats = 0

  // An overloaded shop refuses checks, too: it can be reached, so no reconnection would repeat them.
  return (replied: { user: boolean; seller: boolean }): void => {
    known.user ||= replied.user
    known.seller ||= replied.seller
    clearTimeout(timer)
    if (known.user && known.seller) return
    timer = setTimeout(check, delayAfter(repeatDelays, repeats))
    repeats += 1
  }
}

type UserReply = Awaited<ReturnType<SessionDeps['api']['user']['isAuth']>>
type SellerReply = Awaited<ReturnType<SessionDeps['api']['seller']['isAuth']>>

/** Returns the session after a check. Without a reply about the seller that part stays as it was. */
function sessionAfter(
  before: Session,
  { user, seller, leaving }: { user: UserReply; seller: SellerReply | undefined; leaving: boolean },
): Session {
  const staff = staffAfter(before, seller)
  return user.success
    ? { status: 'shopper', user: user.user, ...staff, expired: false }
    : { status: 'visitor', user: null, ...staff, expired: before.user ? !leaving : before.expired }
}

function staffAfter(
  { isSeller, sellerEmail, role }: Session,
  seller: SellerReply | undefined,
): Pick<Session, 'isSeller' | 'sellerEmail' | 'role'> {
  if (seller === undefined) return { isSeller, sellerEmail, role }
  return seller.success
    ? { isSeller: true, sellerEmail: seller.email, role: seller.role }
    : { isSeller: false, sellerEmail: undefined, role: undefined }
}

/** Returns a reply, or undefined for 429 and 5xx: an overloaded shop hasn't said that the user is a visitor. */
function answered<R extends { success: boolean; status?: number }>(reply: R): R | undefined {
  return reply.success || !isTemporary(reply.status) ? reply : undefined
}
